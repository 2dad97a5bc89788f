import type { Lineage, LineageStep, StaleReason } from '@oncoloom/contract';
import { type StepRow, stepsAmong, stepsInProject } from '../../analyses/lists/in-project.ts';
import type { ToolRegistry } from '../../analyses/tools.ts';
import { sourceFiles } from '../../files/space/in-project.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type CurrentStep, currentSteps, inOrder, lineageEdges, staleness, type Today } from './lineage.ts';

export interface LineageParts {
  database: Database;
  tools: Pick<ToolRegistry, 'get'>;
  /** What the installation offers today of all that these runs were made with. */
  today: (rows: readonly StepRow[]) => Promise<Today>;
}

/** Earlier results are followed so many steps out of the project. */
const OUTSIDE_DEPTH = 20;

/** The graph of a project, and the rows behind it. */
export interface ProjectLineage {
  view: Lineage;
  rows: ReadonlyMap<number, StepRow>;
  /** The run that counts today, by the number of every run that it stands for. */
  current: ReadonlyMap<number, CurrentStep<StepRow>>;
}

/** Reads how the things of a project came from one another. Sources outside of it are followed too: what is out of date there is so here. */
export async function readLineage({ database, tools, today }: LineageParts, userId: number, projectId: number): Promise<ProjectLineage> {
  const rows = await withSources(database, userId, await stepsInProject(database, userId, projectId));
  const all = [...rows.values()];
  const current = currentSteps(all);
  const named = all.flatMap(({ inputs }) => inputs.flatMap(({ sources }) => sources.filter(({ from }) => from === 'file')));
  const files = new Map(
    (await sourceFiles(database, userId, [...new Set(named.map(({ id }) => id))], projectId)).map((file) => [file.id, file]),
  );
  const steps = [...new Set(current.values())];
  const edges = lineageEdges(steps, { current, files });
  const ordered = inOrder(steps, edges);
  const stale = staleness(ordered, { current, rows, files, today: await today(all) });

  const inside = new Set(steps.filter(({ row }) => row.projectId === projectId).map(({ row }) => row.id));
  const ofInside = edges.filter(({ to }) => inside.has(to));
  const shown = new Set([...inside, ...ofInside.flatMap(({ from }) => (from.kind === 'analysis' ? [from.id] : []))]);
  const usedFiles = new Set(ofInside.flatMap(({ from }) => (from.kind === 'file' ? [from.id] : [])));
  const view: Lineage = {
    steps: ordered.filter(({ row }) => shown.has(row.id)).map((step) => stepView(step, tools, projectId, stale.get(step.row.id) ?? [])),
    files: [...files.values()]
      .filter((file) => usedFiles.has(file.id) || file.projectId === projectId)
      .map(({ id, name, version, projectId: within }) => ({ id, name, version, outside: within !== projectId })),
    edges: ofInside,
  };
  return { view, rows, current };
}

/** The rows with those that they take inputs from, and with all that stand in the place of one of them. */
async function withSources(database: Database, userId: number, inside: readonly StepRow[]): Promise<Map<number, StepRow>> {
  const rows = new Map(inside.map((row) => [row.id, row]));
  let fresh: readonly StepRow[] = inside;
  const asked = new Set<number>();
  for (let depth = 0; depth < OUTSIDE_DEPTH && fresh.length > 0; depth += 1) {
    const named = fresh.flatMap(({ id, replaces, inputs }) => [
      id,
      ...(replaces === null ? [] : [replaces]),
      ...inputs.flatMap(({ sources }) => sources.flatMap((source) => (source.from === 'analysis' ? [source.id] : []))),
    ]);
    const wanted = [...new Set(named)].filter((id) => !asked.has(id));
    for (const id of wanted) asked.add(id);
    fresh = (await stepsAmong(database, userId, wanted)).filter(({ id }) => !rows.has(id));
    for (const row of fresh) rows.set(row.id, row);
  }
  return rows;
}

function stepView(
  { row, replaced, again }: CurrentStep<StepRow>,
  tools: LineageParts['tools'],
  projectId: number,
  stale: StaleReason[],
): LineageStep {
  return {
    id: row.id,
    task_type: row.taskType,
    family: row.family,
    name: row.name,
    tool_title: tools.get(row.taskType)?.title ?? row.taskType,
    status: row.status,
    headline: row.headline,
    outside: row.projectId !== projectId,
    created_at: row.createdAt.toISOString(),
    stale,
    replaced: replaced.map(({ id }) => id),
    again: again === undefined ? null : { id: again.id, status: again.status },
  };
}
