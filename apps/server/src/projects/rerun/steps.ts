import type { TaskStatus } from '@oncoloom/contract';
import type { CurrentStep, LineageRow } from '../lineage/lineage.ts';
import type { RerunStep } from '../tables.ts';

/** What is known of the runs of a re-run, by their numbers. */
export type Runs = ReadonlyMap<number, { status: TaskStatus }>;

/** What a step does now. `ready`: all that it follows have ended well. `left`: it is not run, for one that it follows has no new result. */
type StepState = 'ready' | 'waiting' | 'left' | TaskStatus;

/** Numbers of the steps of a re-run that each of them takes inputs from. */
export function parentsOf(steps: readonly Pick<RerunStep, 'old'>[], current: ReadonlyMap<number, CurrentStep>): Map<number, number[]> {
  const lines = new Map(steps.map(({ old }) => [current.get(old), old]));
  const rowOf = (id: number): LineageRow | undefined => {
    const line = current.get(id);
    return line && [line.row, ...line.replaced, line.again].find((row) => row?.id === id);
  };
  return new Map(
    steps.map(({ old }) => {
      const sources = rowOf(old)?.inputs.flatMap((input) => input.sources.filter(({ from }) => from === 'analysis')) ?? [];
      const parents = sources.flatMap(({ id }) => {
        const line = current.get(id);
        return (line && lines.get(line)) ?? [];
      });
      return [old, [...new Set(parents)].filter((id) => id !== old)];
    }),
  );
}

/** What each step does now; `steps` in their order, each after those that it follows. */
export function statesOf(steps: readonly RerunStep[], parents: ReadonlyMap<number, readonly number[]>, runs: Runs): Map<number, StepState> {
  const states = new Map<number, StepState>();
  for (const step of steps) {
    const run = step.new === null ? undefined : runs.get(step.new);
    // One that its user has deleted is not made once more.
    if (step.new !== null) states.set(step.old, run?.status ?? 'left');
    else if (step.problem !== null) states.set(step.old, 'left');
    else {
      const before = (parents.get(step.old) ?? []).map((id) => states.get(id));
      if (before.some((state) => state === 'failed' || state === 'left')) states.set(step.old, 'left');
      else states.set(step.old, before.every((state) => state === 'completed') ? 'ready' : 'waiting');
    }
  }
  return states;
}

export const hasEnded = (states: ReadonlyMap<number, StepState>): boolean =>
  [...states.values()].every((state) => state === 'completed' || state === 'failed' || state === 'left');
