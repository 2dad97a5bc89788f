import type { LineageEdge, StaleReason } from '@oncoloom/contract';
import type { InputSource, StepInput, StepRow } from '../../analyses/lists/in-project.ts';
import type { SourceFile } from '../../files/space/in-project.ts';

/** What is looked at of a step. */
export type LineageRow = Pick<
  StepRow,
  'id' | 'taskType' | 'toolVersion' | 'name' | 'status' | 'createdAt' | 'replaces' | 'inputs' | 'tables' | 'versions'
>;

/** A run that counts today, with what stands behind it. */
export interface CurrentStep<Row extends LineageRow = LineageRow> {
  row: Row;
  /** Completed runs in whose place it stands, the newest first. */
  replaced: Row[];
  /** The newest run in its place that has not been completed. */
  again: Row | undefined;
}

/**
 * Runs that count today: of an analysis and those that were run in its place the newest completed one, or the first where none was completed.
 * @returns them by the number of every run that they stand for.
 */
export function currentSteps<Row extends LineageRow>(rows: readonly Row[]): Map<number, CurrentStep<Row>> {
  const known = new Map(rows.map((row) => [row.id, row]));
  /** The first of the runs that took one another's place; each names an older one, so that this ends. */
  const firstOf = (row: Row): Row => {
    const before = row.replaces === null || row.replaces >= row.id ? undefined : known.get(row.replaces);
    return before === undefined ? row : firstOf(before);
  };
  const lines = new Map<number, Row[]>();
  for (const row of [...rows].sort((a, b) => a.id - b.id)) {
    const first = firstOf(row).id;
    lines.set(first, [...(lines.get(first) ?? []), row]);
  }
  const current = new Map<number, CurrentStep<Row>>();
  for (const line of lines.values()) {
    const completed = line.filter(({ status }) => status === 'completed');
    const row = completed.at(-1) ?? line[0];
    if (row === undefined) continue;
    const later = line.filter(({ id, status }) => id > row.id && status !== 'completed');
    const step = { row, replaced: completed.filter(({ id }) => id < row.id).reverse(), again: later.at(-1) };
    for (const { id } of line) current.set(id, step);
  }
  return current;
}

/** Inputs of a run with each of their sources. */
function sourcesOf({ inputs }: Pick<LineageRow, 'inputs'>): { input: StepInput; source: InputSource }[] {
  return inputs.flatMap((input) => input.sources.map((source) => ({ input, source })));
}

/** Which file or step each of these steps takes which input from; sources that are not there any more have no edge. */
export function lineageEdges(
  steps: readonly CurrentStep[],
  { current, files }: { current: ReadonlyMap<number, CurrentStep>; files: ReadonlyMap<number, SourceFile> },
): LineageEdge[] {
  const edges = new Map<string, LineageEdge>();
  for (const { row } of steps) {
    for (const { input, source } of sourcesOf(row)) {
      const id = source.from === 'file' ? files.get(source.id)?.id : current.get(source.id)?.row.id;
      if (id === undefined || (source.from === 'analysis' && id === row.id)) continue;
      const edge: LineageEdge = { from: { kind: source.from, id }, to: row.id, field: input.field };
      edges.set(`${source.from} ${id} ${row.id} ${input.field}`, edge);
    }
  }
  return [...edges.values()];
}

/** The steps, each after those that it follows; where that leaves a choice the older one first. */
export function inOrder<Step extends CurrentStep>(steps: readonly Step[], edges: readonly LineageEdge[]): Step[] {
  const left = new Map(steps.map((step) => [step.row.id, step]));
  const parents = (id: number) => edges.flatMap(({ from, to }) => (to === id && from.kind === 'analysis' ? [from.id] : []));
  const ordered: Step[] = [];
  while (left.size > 0) {
    const waiting = [...left.values()].sort((a, b) => a.row.id - b.row.id);
    // A circle cannot arise, for a result is there before it is used; if data were damaged, the oldest goes first.
    const next = waiting.find(({ row }) => parents(row.id).every((id) => !left.has(id))) ?? waiting[0];
    if (next === undefined) break;
    ordered.push(next);
    left.delete(next.row.id);
  }
  return ordered;
}

/** Checksum of the content that a file had when a run was made from it. */
function contentThen(file: SourceFile, { createdAt }: LineageRow, { sha256, sources }: StepInput): string {
  const known = [...file.earlier.map(({ blob }) => blob), file.blob];
  // What was read as it is tells for itself; a list of genes or a table with the samples' names in place has a checksum of its own.
  if (sources.length === 1 && known.includes(sha256)) return sha256;
  return file.earlier.find(({ until }) => Date.parse(until) > createdAt.getTime())?.blob ?? file.blob;
}

/** Has the run in the place of `before` another content for those who take this input from it? */
function findsOtherwise(before: LineageRow, after: LineageRow, { sha256, sources }: StepInput): boolean {
  const afterwards = new Map(after.tables.map((table) => [table.id, table.sha256]));
  const read = sources.length === 1 ? before.tables.find((table) => table.sha256 === sha256) : undefined;
  const tables = read === undefined ? before.tables : [read];
  return tables.length === 0 || tables.some((table) => afterwards.get(table.id) !== table.sha256);
}

/** What the installation offers today. What is not known is not named: nothing is called out of date by it. */
export interface Today {
  /** Versions of the tools by task type. */
  tools: ReadonlyMap<string, string>;
  /** Versions of R and its packages. */
  packages: Readonly<Record<string, string>>;
  /** Cohorts by code. */
  cohorts: ReadonlyMap<string, DataRelease>;
  /** Gene sets that a run would take, by `referenceKey`. */
  references: ReadonlyMap<string, DataRelease>;
}

/** Installed reference data: what their release is called, and the checksum by which a run names what it read. */
export interface DataRelease {
  release: string;
  sha256: string;
}

/** By which gene sets of a family are found again in another release. */
export const referenceKey = ({
  organism,
  family,
  subset,
}: Pick<NonNullable<StepInput['reference']>, 'organism' | 'family' | 'subset'>): string => [organism, family, subset].join(' ');

/** What the program, its packages and its reference data have become since a run. */
function updates({ taskType, toolVersion, versions, inputs }: LineageRow, today: Today): StaleReason[] {
  const tool = today.tools.get(taskType);
  const packages = Object.entries(versions).flatMap(([name, from]) => {
    const to = today.packages[name];
    return to === undefined || to === from ? [] : [{ name, from, to }];
  });
  const releases = inputs.flatMap(({ name, sha256, cohort, reference }): StaleReason[] => {
    const used = cohort ?? reference;
    const now = cohort ? today.cohorts.get(cohort.code) : reference ? today.references.get(referenceKey(reference)) : undefined;
    if (used === null || now === undefined || now.sha256 === sha256) return [];
    return [{ kind: 'release', name, from: used.release, to: now.release }];
  });
  return [
    ...(tool === undefined || tool === toolVersion ? [] : [{ kind: 'tool', from: toolVersion, to: tool } as const]),
    ...(packages.length === 0 ? [] : [{ kind: 'packages', packages } as const]),
    ...releases,
  ];
}

/**
 * Why the results of these steps are not what one would get today; a step without a reason is not named.
 * @param ordered Each after those that it follows, steps outside of the project among them.
 */
export function staleness(
  ordered: readonly CurrentStep[],
  {
    current,
    rows,
    files,
    today,
  }: {
    current: ReadonlyMap<number, CurrentStep>;
    rows: ReadonlyMap<number, LineageRow>;
    files: ReadonlyMap<number, SourceFile>;
    today: Today;
  },
): Map<number, StaleReason[]> {
  const stale = new Map<number, StaleReason[]>();
  for (const { row } of ordered) {
    // One that has no result yet, or got none, cannot be out of date.
    if (row.status !== 'completed') continue;
    const reasons = new Map<string, StaleReason>();
    for (const { input, source } of sourcesOf(row)) {
      if (source.from === 'file') {
        const file = files.get(source.id);
        if (file === undefined || contentThen(file, row, input) === file.blob) continue;
        reasons.set(`file ${file.id}`, { kind: 'file', file_id: file.id, name: file.name });
        continue;
      }
      const [used, now] = [rows.get(source.id), current.get(source.id)?.row];
      if (used === undefined || now === undefined) continue;
      const parent = { analysis_id: now.id, name: now.name };
      if (now.id !== used.id && findsOtherwise(used, now, input)) reasons.set(`replaced ${now.id}`, { kind: 'parent_replaced', ...parent });
      if (stale.has(now.id)) reasons.set(`stale ${now.id}`, { kind: 'parent_stale', ...parent });
    }
    const why = [...reasons.values(), ...updates(row, today)];
    if (why.length > 0) stale.set(row.id, why);
  }
  return stale;
}
