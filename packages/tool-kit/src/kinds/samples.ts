import type { Finding } from '@oncoloom/contract';
import type { InputFacts } from '../inputs/input-facts.ts';
import { type JoinedNames, joinedWords, joinTable, severalWords } from '../inputs/join-samples.ts';
import { listNames } from '../words/format.ts';

/** The comparable part of a sample's name: case, dashes, dots, blanks, file endings and R's leading X make no difference. */
function comparableName(name: string): string {
  return name
    .toLowerCase()
    .replace(/\.(cel|gz|txt|csv|bam)\b/g, '')
    .replace(/[^a-z0-9\u4e00-\u9fff]+/g, '')
    .replace(/^x(?=\d)/, '');
}

function matchByComparableName(samples: readonly string[], wanted: readonly string[]): Map<string, string> | undefined {
  const byName = new Map<string, string>();
  for (const sample of samples) {
    const key = comparableName(sample);
    if (byName.has(key)) return undefined;
    byName.set(key, sample);
  }
  const matches = new Map<string, string>();
  for (const name of wanted) {
    const match = byName.get(comparableName(name));
    if (match !== undefined) matches.set(name, match);
  }
  return matches.size > 0 && new Set(matches.values()).size === matches.size ? matches : undefined;
}

export type CellTable = { columns: readonly string[]; cells: readonly (readonly string[])[] };

/** What was joined by the patients' or samples' numbers. */
export function joinedFinding(name: string, names: JoinedNames): Finding[] {
  const message = joinedWords(names);
  return message === undefined ? [] : [{ code: 'samples_joined', level: 'note', field: name, message }];
}

/** A table that says which sample is meant by its place alone, such as a CLS file: it may be in the order of the matrix. */
function inOrder(base: Omit<Finding, 'message'>, table: CellTable, at: number, samples: readonly string[], what: string): Finding {
  const rows = table.cells.length;
  if (rows !== samples.length) {
    const message = `${what}没有样本名，只有 ${rows} 行的顺序，而矩阵有 ${samples.length} 个样本。请加上 sample 一列，写样本名`;
    return { ...base, message };
  }
  const named = table.cells.map((row, i) =>
    Object.fromEntries(table.columns.map((column, j) => [column, j === at ? (samples[i] ?? '') : (row[j] ?? '')])),
  );
  return {
    ...base,
    message: `${what}没有样本名，只有顺序；行数与矩阵的样本数相同，都是 ${rows}`,
    detail: `确认它的顺序就是矩阵里样本的顺序：第 1 行是 ${samples[0]}，最后一行是 ${samples.at(-1)}`,
    fix: { label: '按矩阵里的顺序对上', parameters: { [base.field ?? '']: named } },
  };
}

/** Samples of a table that the matrix does not have: matched by comparable names, or taken out, by one click. */
export function absentSamples(
  name: string,
  table: CellTable,
  sampleColumn: number,
  absent: readonly string[],
  samples: readonly string[],
  what: string,
  names: JoinedNames,
): Finding {
  const message = `${what}里有 ${absent.length} 个样本在矩阵中找不到：${listNames(absent)}`;
  const rows = (cells: CellTable['cells']) =>
    cells.map((row) => Object.fromEntries(table.columns.map((column, i) => [column, row[i] ?? ''])));
  const base = { code: 'samples_absent', level: 'must', field: name, message } as const;
  const places = table.cells.map((row) => row[sampleColumn] ?? '');
  if (places.every((place, i) => place === String(i + 1))) return inOrder(base, table, sampleColumn, samples, what);
  const several = severalWords(names);
  const matches = matchByComparableName(samples, absent);
  if (matches !== undefined) {
    const repaired = table.cells.map((row) => row.map((cell, i) => (i === sampleColumn ? (matches.get(cell) ?? cell) : cell)));
    const detail = `其中 ${matches.size} 个与矩阵里的样本名只差大小写、横线、点或后缀`;
    return { ...base, detail, fix: { label: '按相近名称匹配', parameters: { [name]: rows(repaired) } } };
  }
  const kept = table.cells.filter((row) => !absent.includes(row[sampleColumn] ?? ''));
  const detail = several ?? `请检查写法，或从${what}里去掉这些样本`;
  return kept.length === 0 ? { ...base, detail } : { ...base, detail, fix: { label: '去掉这些样本', parameters: { [name]: rows(kept) } } };
}

/** Rows that say the same of a sample again: one of them is enough. */
function repeatedSamples(name: string, { columns, cells }: CellTable, repeated: readonly string[], what: string): Finding {
  const message = `${what}里有 ${repeated.length} 个样本或患者出现了不止一次：${listNames(repeated)}。每个只留一行`;
  const base = { code: 'samples_repeated', level: 'must', field: name, message } as const;
  const kept = [...new Map(cells.map((row) => [JSON.stringify(row), row])).values()];
  const at = columns.indexOf('sample');
  if (new Set(kept.map((row) => row[at])).size < kept.length) return { ...base, detail: '它们的几行内容不同，请核对后留下对的一行' };
  const rows = kept.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i] ?? ''])));
  return { ...base, detail: '重复的几行完全相同', fix: { label: '相同的行只留一行', parameters: { [name]: rows } } };
}

/**
 * The samples of a table by themselves and against those of a matrix, by whose names or by those of their patients they are called; `what` names
 * the table.
 */
export function checkSamples(name: string, table: InputFacts['table'], samples: readonly string[] | undefined, what: string): Finding[] {
  const at = table?.columns.indexOf('sample') ?? -1;
  if (table?.cells === undefined || at < 0) return [];
  const { cells, names } = joinTable({ columns: table.columns, cells: table.cells }, samples);
  const counts = new Map<string, number>();
  for (const row of cells) counts.set(row[at] ?? '', (counts.get(row[at] ?? '') ?? 0) + 1);
  const repeated = [...counts].filter(([, count]) => count > 1).map(([sample]) => sample);
  if (repeated.length > 0) return [repeatedSamples(name, { columns: table.columns, cells: table.cells }, repeated, what)];
  if (samples === undefined) return [];
  const joined = joinedFinding(name, names);
  const known = new Set(samples);
  const absent = [...counts.keys()].filter((sample) => !known.has(sample));
  if (absent.length > 0)
    return [...joined, absentSamples(name, { columns: table.columns, cells: table.cells }, at, absent, samples, what, names)];
  const left = samples.filter((sample) => !counts.has(sample));
  if (left.length === 0)
    return [...joined, { code: 'samples_matched', level: 'passed', field: name, message: `${what}的 ${counts.size} 个样本与矩阵一一对应` }];
  const message = `矩阵里有 ${left.length} 个样本不在${what}里，不参与计算：${listNames(left)}`;
  return [...joined, { code: 'samples_left_out', level: 'note', field: name, message }];
}
