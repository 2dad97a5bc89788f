import { describe, expect, it } from 'vitest';
import { currentSteps, type LineageRow } from '../../src/projects/lineage/lineage.ts';
import { compareNames } from '../../src/projects/rerun/comparisons.ts';
import { hasEnded, parentsOf, statesOf } from '../../src/projects/rerun/steps.ts';

const row = (id: number, from: number[] = [], more: Partial<LineageRow> = {}): LineageRow => ({
  id,
  taskType: 'limma_differential_analysis',
  toolVersion: '1',
  name: String(id),
  status: 'completed',
  createdAt: new Date(id),
  replaces: null,
  inputs: from.map((source) => ({
    field: 'x',
    name: 'x',
    sha256: '',
    cohort: null,
    reference: null,
    sources: [{ from: 'analysis', id: source }],
  })),
  tables: [],
  versions: {},
  ...more,
});
const step = (old: number, now: number | null = null, problem: string | null = null) => ({ old, new: now, problem });

describe('steps that are run again', () => {
  it('wait for those that they take inputs from, also through a run in whose place another stands', () => {
    const current = currentSteps([row(1), row(2, [1]), row(3, [2]), row(4, [9]), row(5, [1], { replaces: 2 })]);
    const steps = [step(1), step(5), step(3), step(4)];
    expect([...parentsOf(steps, current)]).toEqual([
      [1, []],
      [5, [1]],
      [3, [5]],
      [4, []],
    ]);
  });

  const parents = new Map([
    [1, []],
    [2, [1]],
    [3, [2]],
    [4, []],
  ]);
  const states = (steps: ReturnType<typeof step>[], runs: Record<number, 'pending' | 'running' | 'completed' | 'failed'> = {}) =>
    statesOf(steps, parents, new Map(Object.entries(runs).map(([id, status]) => [Number(id), { status }])));

  it('are ready one after the other', () => {
    expect([...states([step(1), step(2), step(3), step(4)]).values()]).toEqual(['ready', 'waiting', 'waiting', 'ready']);
    const begun = [step(1, 11), step(2), step(3), step(4, 14)];
    expect([...states(begun, { 11: 'running', 14: 'completed' }).values()]).toEqual(['running', 'waiting', 'waiting', 'completed']);
    expect([...states(begun, { 11: 'completed', 14: 'completed' }).values()]).toEqual(['completed', 'ready', 'waiting', 'completed']);
  });

  it('are left where one that they follow failed, was refused or was deleted; the others go on', () => {
    expect([...states([step(1, 11), step(2), step(3), step(4)], { 11: 'failed' }).values()]).toEqual(['failed', 'left', 'left', 'ready']);
    expect([...states([step(1, null, '点数不够'), step(2), step(3), step(4)]).values()]).toEqual(['left', 'left', 'left', 'ready']);
    expect([...states([step(1, 11), step(2), step(3), step(4)]).values()]).toEqual(['left', 'left', 'left', 'ready']);
  });

  it('have ended when none waits or runs', () => {
    expect(hasEnded(states([step(1, 11), step(2), step(3), step(4, 14)], { 11: 'failed', 14: 'completed' }))).toBe(true);
    expect(hasEnded(states([step(1, 11), step(2), step(3), step(4, 14)], { 11: 'failed', 14: 'running' }))).toBe(false);
  });
});

describe('two lists', () => {
  it('tell what came, what went and what stayed, each name once', () => {
    expect(compareNames(['A', 'B', 'B', ''], ['B', 'C', 'C'])).toEqual({
      stayed: 1,
      came: { count: 1, names: ['C'] },
      went: { count: 1, names: ['A'] },
    });
  });
});
