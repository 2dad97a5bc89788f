import { countValues } from './groups.ts';

export interface PastedTable {
  columns: string[];
  rows: string[][];
}

/** Cells of text that was copied from Excel (tabs) or out of a CSV file; quotes may hold separators and line ends. */
export function splitCells(text: string): string[][] {
  const clean = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const firstLine = clean.split('\n').find((line) => line.trim() !== '') ?? '';
  const separator = firstLine.includes('\t') ? '\t' : firstLine.includes(',') ? ',' : firstLine.includes(';') ? ';' : '\t';
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < clean.length; at += 1) {
    const sign = clean[at] as string;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (clean[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === separator || sign === '\n') {
      row.push(cell.trim());
      cell = '';
      if (sign === '\n') {
        rows.push(row);
        row = [];
      }
    } else cell += sign;
  }
  rows.push([...row, cell.trim()]);
  return rows.filter((cells) => cells.some((value) => value !== ''));
}

/** Makes rows equally long, and column names present and different from one another. */
function rectangle(header: readonly string[], body: readonly (readonly string[])[]): PastedTable {
  const width = Math.max(header.length, ...body.map((row) => row.length));
  const taken = new Set<string>();
  const columns = Array.from({ length: width }, (_, i) => {
    const base = header[i] || `列 ${i + 1}`;
    let name = base;
    for (let copy = 2; taken.has(name); copy += 1) name = `${base} (${copy})`;
    taken.add(name);
    return name;
  });
  return { columns, rows: body.map((row) => columns.map((_, i) => row[i] ?? '')) };
}

/** A pasted table whose first line holds the column names. */
export function parseTable(text: string): PastedTable | undefined {
  const [header, ...body] = splitCells(text);
  return header === undefined || body.length === 0 ? undefined : rectangle(header, body);
}

/** Genes with a number each out of pasted text: the first column, and the first of numbers behind it; a line of headings is left out. */
export function parseRanking(text: string): string[][] | undefined {
  const cells = splitCells(text.includes('\t') || /[,;]/.test(text) ? text : text.replace(/[ \u3000]+/g, '\t'));
  const isNumber = (cell: string | undefined) => cell !== undefined && cell !== '' && Number.isFinite(Number(cell));
  const width = Math.max(0, ...cells.map((row) => row.length));
  const at = Array.from({ length: width }, (_, i) => i).find((i) => i > 0 && cells.slice(1).some((row) => isNumber(row[i])));
  const only = width > 1 && cells.length === 1 && isNumber(cells[0]?.[1]) ? 1 : at;
  if (only === undefined) return undefined;
  const body = isNumber(cells[0]?.[only]) ? cells : cells.slice(1);
  return body.map((row) => [row[0] ?? '', row[only] ?? '']);
}

/** A pasted table of samples whose column of names is called `sample` and stands first: the one that names most of the matrix's, else by its heading. */
export function parseSamples(text: string, samples: readonly string[]): PastedTable | undefined {
  const table = parseTable(text);
  if (table === undefined || table.columns.length < 2) return undefined;
  const known = bestSampleColumn(table.rows, table.columns.length, new Set(samples));
  const named = table.columns.findIndex((column) => SAMPLE_NAME.test(column));
  const at = known >= 0 ? known : Math.max(0, named);
  const others = table.columns.flatMap((column, i) => (i === at || column === 'sample' ? [] : [i]));
  return {
    columns: ['sample', ...others.map((i) => table.columns[i] ?? '')],
    rows: table.rows.map((row) => [row[at] ?? '', ...others.map((i) => row[i] ?? '')]),
  };
}

/** A pasted groups table, and the columns that seem to name sample and group. */
export interface PastedGroups extends PastedTable {
  sample: string;
  group: string;
}

const GROUP_NAME = /^(group|groups|分组|组别|组|type|class|condition|status|tissue)$/i;
const SAMPLE_NAME = /^(sample|samples|sample[_ ]?(id|name)|样本|样本名|样本号|样品|id|geo_accession)$/i;

function bestSampleColumn(rows: readonly (readonly string[])[], width: number, samples: ReadonlySet<string>): number {
  const hits = Array.from({ length: width }, (_, i) => rows.filter((row) => samples.has(row[i] ?? '')).length);
  const most = Math.max(0, ...hits);
  return most === 0 ? -1 : hits.indexOf(most);
}

/**
 * Reads a pasted groups table. The first line counts as column names unless it already names a sample of the matrix; the
 * sample column is the one that names most of them.
 */
export function parseGroups(text: string, samples: readonly string[]): PastedGroups | undefined {
  const cells = splitCells(text);
  const first = cells[0];
  if (first === undefined) return undefined;
  const known = new Set(samples);
  const headed = !first.some((value) => known.has(value));
  const body = headed ? cells.slice(1) : cells;
  const width = Math.max(...cells.map((row) => row.length));
  if (body.length === 0 || width < 2) return undefined;
  return guessColumns(rectangle(headed ? first : [], body), samples);
}

/** Which columns of a table seem to name sample and group: by the matrix's samples, else by their names. */
export function guessColumns(table: PastedTable, samples: readonly string[]): PastedGroups {
  const bySamples = bestSampleColumn(table.rows, table.columns.length, new Set(samples));
  const named = table.columns.findIndex((name) => SAMPLE_NAME.test(name));
  const sampleAt = bySamples >= 0 ? bySamples : Math.max(0, named);
  const others = table.columns.map((_, i) => i).filter((i) => i !== sampleAt);
  const groupNamed = others.find((i) => GROUP_NAME.test(table.columns[i] ?? ''));
  const dividing = others.find((i) => {
    const levels = countValues(table.rows.map((row) => row[i] ?? '')).length;
    return levels >= 2 && levels <= Math.max(2, table.rows.length / 2);
  });
  const groupAt = groupNamed ?? dividing ?? others[0] ?? 0;
  return { ...table, sample: table.columns[sampleAt] ?? '', group: table.columns[groupAt] ?? '' };
}

/** The pasted table with its columns called `sample` and `group`, in front; rows without either are left out. */
export function toGroupsTable(pasted: PastedGroups): PastedTable {
  const sampleAt = pasted.columns.indexOf(pasted.sample);
  const groupAt = pasted.columns.indexOf(pasted.group);
  const others = pasted.columns.flatMap((name, i) => (i === sampleAt || i === groupAt ? [] : [{ name, i }]));
  const free = others.filter(({ name }) => name !== 'sample' && name !== 'group');
  const rows = pasted.rows
    .filter((row) => row[sampleAt] !== '' && row[groupAt] !== '')
    .map((row) => [row[sampleAt] ?? '', row[groupAt] ?? '', ...free.map(({ i }) => row[i] ?? '')]);
  return { columns: ['sample', 'group', ...free.map(({ name }) => name)], rows };
}
