import type { ToolDefinition } from '@oncoloom/tool-kit';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/postgres/database.ts';
import { runDurations } from '../tables.ts';

/** Runs of a tool that are remembered. */
const KEPT = 100;
/** So many of them, those whose expected time is nearest, say how long the next one takes. */
const NEAREST = 7;

/** What a run was expected to take, and took; seconds. */
interface Duration {
  expected: number;
  seconds: number;
}

type Timed = Pick<ToolDefinition, 'taskType' | 'version'>;

const ofTool = ({ taskType, version }: Timed) => and(eq(runDurations.taskType, taskType), eq(runDurations.toolVersion, version));

/** Remembers how long a run took, in the transaction that completes it. */
export async function rememberDuration(tx: Transaction, tool: Timed, { expected, seconds }: Duration): Promise<void> {
  await tx.insert(runDurations).values({ taskType: tool.taskType, toolVersion: tool.version, expected, seconds });
  const oldest = tx
    .select({ id: runDurations.id })
    .from(runDurations)
    .where(ofTool(tool))
    .orderBy(desc(runDurations.id))
    .offset(KEPT)
    .limit(1);
  await tx.delete(runDurations).where(and(ofTool(tool), lt(runDurations.id, sql`(${oldest}) + 1`)));
}

/** Seconds that a run is likely to take, from earlier runs of this version of the tool by anybody; the declaration's own where there are none. */
export async function likelySeconds(database: Database, tool: Timed, expected: number): Promise<number> {
  const runs = await database
    .select({ expected: runDurations.expected, seconds: runDurations.seconds })
    .from(runDurations)
    .where(ofTool(tool));
  return learned(expected, runs);
}

/** The expected time by what runs of about that size took of theirs: the median of the nearest. @param runs The order does not matter. */
export function learned(expected: number, runs: readonly Duration[]): number {
  const apart = (run: Duration) => Math.abs(Math.log(run.expected / expected));
  const ratios = runs
    .filter((run) => run.expected > 0 && run.seconds > 0)
    .toSorted((a, b) => apart(a) - apart(b))
    .slice(0, NEAREST)
    .map((run) => run.seconds / run.expected)
    .toSorted((a, b) => a - b);
  return expected * (ratios[Math.floor(ratios.length / 2)] ?? 1);
}
