import { type AnalysisCounts, STATUS_GROUPS, statusGroup } from '@oncoloom/contract';
import type { Alike, Narrowing } from './listing.ts';

type Choice = 'tool' | 'dataSet' | 'status' | 'starred';

/** Is a kind of run in a list that is narrowed so? `except`: as if that choice were not made. */
function fits(alike: Alike, narrowing: Narrowing, except: Choice): boolean {
  const { taskTypes, family, status, dataSet, starred } = narrowing;
  const choices: Record<Choice, boolean> = {
    tool: (taskTypes === undefined || taskTypes.includes(alike.taskType)) && (family === undefined || family === alike.family),
    dataSet: dataSet === undefined || dataSet === (alike.dataSet ?? ''),
    status: status === undefined || status === statusGroup(alike.status),
    starred: starred === undefined || alike.starred,
  };
  return Object.entries(choices).every(([choice, holds]) => holds || choice === except);
}

const total = (kinds: readonly Alike[]): number => kinds.reduce((sum, { count }) => sum + count, 0);

/** Kinds that share a key, each with its total, the one with the newest run first. */
function totals(kinds: readonly Alike[], key: (alike: Alike) => string): { first: Alike; count: number }[] {
  const groups = new Map<string, { first: Alike; count: number }>();
  for (const alike of [...kinds].sort((a, b) => b.newest - a.newest)) {
    const { first, count } = groups.get(key(alike)) ?? { first: alike, count: 0 };
    groups.set(key(alike), { first, count: count + alike.count });
  }
  return [...groups.values()];
}

/** How many runs each choice leads to, the other choices being made. @param kinds Of all runs whose names hold what is searched for. */
export function countsOf(kinds: readonly Alike[], narrowing: Narrowing): AnalysisCounts {
  const fitting = (except: Choice) => kinds.filter((alike) => fits(alike, narrowing, except));
  const ofStatus = fitting('status');
  const statuses = STATUS_GROUPS.map((group) => [group, total(ofStatus.filter(({ status }) => statusGroup(status) === group))] as const);
  return {
    statuses: Object.fromEntries(statuses) as AnalysisCounts['statuses'],
    starred: total(fitting('starred').filter(({ starred }) => starred)),
    tools: totals(fitting('tool'), ({ taskType, family }) => `${taskType} ${family}`).map(({ first, count }) => ({
      task_type: first.taskType,
      family: first.family,
      count,
    })),
    data_sets: totals(fitting('dataSet'), ({ dataSet }) => dataSet ?? '').map(({ first, count }) => ({ data_set: first.dataSet, count })),
  };
}
