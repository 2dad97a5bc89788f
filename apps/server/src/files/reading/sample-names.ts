import type { Finding } from '@oncoloom/contract';
import type { StoredFile } from '../types.ts';

/** Files whose names are compared with a file's. */
export const COMPARED_MAX = 20;
/** Below this share of common names two files are of different samples. */
const RELATED = 0.5;

/**
 * What stays of a sample's name when programs have had it: R writes X in front of a digit and dots for dashes, others change
 * case; a TCGA barcode is cut at the sample (15 characters), which aliquot and vial follow.
 */
function sampleKey(name: string): string {
  const key = name
    .trim()
    .toUpperCase()
    .replace(/^X(?=\d)/, '')
    .replace(/[\s._-]+/g, '-')
    .replace(/^-|-$/g, '');
  return /^TCGA-[A-Z0-9]{2}-[A-Z0-9]{4}-\d{2}/.test(key) ? key.slice(0, 15) : key;
}

/** The names that may stand for samples: those of a matrix, or the columns of a table whose cells all differ. */
async function candidateNames(file: StoredFile): Promise<string[][]> {
  if (file.facts?.matrix !== undefined) return [file.facts.matrix.samples];
  const { table } = file.facts ?? {};
  if (table === undefined || table.describes !== 'samples') return [];
  const cells = await file.readCells();
  if (cells === undefined) return [];
  const columns = cells.columns.map((_, i) => cells.rows.map((row) => row[i] ?? ''));
  return columns.filter((names) => new Set(names.filter((name) => name !== '')).size >= 0.9 * names.length);
}

interface Comparison {
  /** Names of the first file. */
  all: number;
  same: number;
  /** Alike but for the spelling, and unambiguous. */
  alike: { from: string; to: string }[];
  missing: string[];
}

/** How the names of one file are found among those of another. */
export function compareNames(names: readonly string[], others: readonly string[]): Comparison {
  const exact = new Set(others);
  const byKey = new Map<string, string[]>();
  for (const other of exact) byKey.set(sampleKey(other), [...(byKey.get(sampleKey(other)) ?? []), other]);
  const keys = new Map<string, number>();
  for (const name of names) keys.set(sampleKey(name), (keys.get(sampleKey(name)) ?? 0) + 1);
  const result: Comparison = { all: names.length, same: 0, alike: [], missing: [] };
  for (const name of names) {
    if (exact.has(name)) {
      result.same += 1;
      continue;
    }
    const found = byKey.get(sampleKey(name)) ?? [];
    const [to] = found;
    if (to !== undefined && found.length === 1 && keys.get(sampleKey(name)) === 1) result.alike.push({ from: name, to });
    else result.missing.push(name);
  }
  return result;
}

async function best(file: StoredFile, other: StoredFile): Promise<Comparison | undefined> {
  const [mine, theirs] = await Promise.all([candidateNames(file), candidateNames(other)]);
  const comparisons = mine.flatMap((names) =>
    theirs.map((others) =>
      compareNames(
        names.filter((name) => name !== ''),
        others,
      ),
    ),
  );
  return comparisons.sort((a, b) => b.same + b.alike.length - (a.same + a.alike.length))[0];
}

/** Names of `file` that are written otherwise in `other`. */
export async function matchingNames(file: StoredFile, other: StoredFile): Promise<{ from: string; to: string }[]> {
  return (await best(file, other))?.alike ?? [];
}

/** What there is to say about a file's sample names beside the user's other files of the same samples. */
export async function sampleFindings(file: StoredFile, others: readonly StoredFile[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const other of others) {
    const comparison = await best(file, other);
    if (comparison === undefined) continue;
    const { all, same, alike, missing } = comparison;
    if (same + alike.length < RELATED * all || same === all) continue;
    if (alike.length > 0) {
      const [first] = alike;
      findings.push({
        code: 'sample_names',
        level: 'should',
        message: `有 ${alike.length} 个样本名与「${other.name}」写法不同，如 ${first?.from} 与 ${first?.to}，分析时对不上`,
        fix: { label: `改成「${other.name}」的写法`, file: 'match_samples', parameters: { file_id: other.id } },
      });
    } else {
      findings.push({
        code: 'samples_missing',
        level: 'note',
        message: `${all} 个样本中有 ${missing.length} 个不在「${other.name}」里：${missing.slice(0, 3).join('、')}${missing.length > 3 ? ' 等' : ''}`,
      });
    }
  }
  return findings;
}
