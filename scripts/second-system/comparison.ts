/** Compares the results of two systems, and sets aside what has been explained. */
import { readRecord, readTable, type SystemRecord } from './folder.ts';
import { compareTables, type Difference } from './tables.ts';

/** A difference that is known and harmless, with its reason. A member that is left out stands for any. */
export interface Explanation {
  tool: string;
  table?: string;
  column?: string;
  kind?: Difference['kind'];
  /** Largest relative difference that the reason explains. */
  upTo?: number;
  /** What differs between the systems, and why the conclusion does not. */
  reason: string;
}

export interface Found {
  tool: string;
  table: string | null;
  /** What differs, for people. */
  text: string;
  reason: string | null;
}

export interface Comparison {
  /** Packages whose versions differ: `limma 3.54.1 / 3.62.2`. */
  versions: string[];
  tables: number;
  same: number;
  found: Found[];
}

function describe({ kind, column, count, largest, example }: Difference): string {
  if (kind === 'cells')
    return `column ${column}: ${count} rows${largest === null ? '' : `, up to ${largest.toExponential(1)}`} (${example})`;
  return `${kind === 'shape' ? '' : `${kind} of ${count} rows: `}${example}`;
}

function explains(explanation: Explanation, tool: string, table: string, { kind, column, largest }: Difference): boolean {
  if (explanation.tool !== tool || (explanation.table ?? table) !== table) return false;
  if ((explanation.kind ?? kind) !== kind || (explanation.column ?? column) !== column) return false;
  return explanation.upTo === undefined || (largest !== null && largest <= explanation.upTo);
}

function differentVersions(a: SystemRecord, b: SystemRecord): string[] {
  const all = (record: SystemRecord) => new Map(Object.values(record.tools).flatMap(({ versions }) => Object.entries(versions)));
  const [first, second] = [all(a), all(b)];
  return [...first].flatMap(([name, version]) =>
    second.get(name) === version ? [] : [`${name} ${version} / ${second.get(name) ?? 'none'}`],
  );
}

/** @param explanations See differences.json. */
export function compareSystems(first: string, second: string, explanations: readonly Explanation[]): Comparison {
  const [a, b] = [readRecord(first), readRecord(second)];
  const comparison: Comparison = { versions: differentVersions(a, b), tables: 0, same: 0, found: [] };
  const { found } = comparison;
  for (const tool of new Set([...Object.keys(a.tools), ...Object.keys(b.tools)])) {
    const [one, other] = [a.tools[tool], b.tools[tool]];
    if (one === undefined || other === undefined) {
      found.push({ tool, table: null, text: `only on the ${one === undefined ? 'second' : 'first'} system`, reason: null });
      continue;
    }
    // Another version of the tool makes other tables: the systems cannot be told from it.
    if (one.version !== other.version)
      found.push({
        tool,
        table: null,
        text: `tool versions ${one.version} / ${other.version}: record both with the same product`,
        reason: null,
      });
    for (const table of new Set([...Object.keys(one.tables), ...Object.keys(other.tables)])) {
      comparison.tables += 1;
      const [left, right] = [one.tables[table], other.tables[table]];
      if (left === undefined || right === undefined) {
        found.push({ tool, table, text: `only on the ${left === undefined ? 'second' : 'first'} system`, reason: null });
        continue;
      }
      const differences =
        left.sha256 === right.sha256 ? [] : compareTables(readTable(first, tool, table), readTable(second, tool, table), left.types);
      if (differences.length === 0) comparison.same += 1;
      for (const difference of differences) {
        const reason = explanations.find((explanation) => explains(explanation, tool, table, difference))?.reason ?? null;
        found.push({ tool, table, text: describe(difference), reason });
      }
    }
  }
  return comparison;
}
