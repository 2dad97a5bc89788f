import { describe, expect, it } from 'vitest';
import type { EnginePriority } from '../../src/r-engine/types.ts';
import { WaitingLine } from '../../src/r-engine/waiting-line.ts';

/** Starts what may start among so many of each that wait; answers how many of each run then. */
function started(workers: number, waiting: Record<EnginePriority, number>, running: Partial<Record<EnginePriority, number>> = {}) {
  const line = new WaitingLine<{ priority: EnginePriority }>();
  for (const priority of ['interactive', 'task', 'background'] as const)
    for (let i = 0; i < waiting[priority]; i += 1) line.add({ priority });
  const now = { interactive: 0, task: 0, background: 0, ...running };
  for (let next = line.next(now, workers); next !== undefined; next = line.next(now, workers)) now[next.priority] += 1;
  return now;
}

describe('the places of the engine', () => {
  it.each([1, 2, 4])('with %d workers never all go to those who watch: a task finds one', (workers) => {
    const watched = started(workers, { interactive: 10, task: 0, background: 0 });
    expect(watched.interactive).toBe(workers);
    expect(started(workers, { interactive: 10, task: 1, background: 0 }, watched).task).toBe(1);
    expect(started(workers, { interactive: 10, task: 1, background: 0 }, { background: 1 }).task).toBe(1);
  });

  it('keep one for those who watch while tasks run', () => {
    expect(started(2, { interactive: 5, task: 5, background: 5 }, { task: 2 })).toEqual({ interactive: 1, task: 2, background: 0 });
  });

  it('go to the first that fits; those that do not keep their place', () => {
    const line = new WaitingLine<{ priority: EnginePriority; name: string }>();
    for (const name of ['late', 'first', 'second']) line.add({ priority: 'task', name });
    line.add({ priority: 'interactive', name: 'late' });
    const idle = { interactive: 0, task: 0, background: 0 };
    const fits = ({ name }: { name: string }) => name !== 'late';
    expect(line.next(idle, 2, fits)?.name).toBe('first');
    expect(line.next(idle, 2, fits)?.name).toBe('second');
    expect(line.next(idle, 2, fits)).toBeUndefined();
    expect(line.counts).toEqual({ interactive: 1, task: 1, background: 0 });
    expect(line.next(idle, 2)?.priority).toBe('interactive');
    expect(line.next(idle, 2)).toEqual({ priority: 'task', name: 'late' });
  });

  it('go to the background only when nothing else is to do', () => {
    expect(started(2, { interactive: 0, task: 0, background: 3 })).toEqual({ interactive: 0, task: 0, background: 1 });
    expect(started(2, { interactive: 0, task: 0, background: 3 }, { task: 1 }).background).toBe(0);
  });
});
