import type { ColumnarTable } from '@oncoloom/figures';
import type { ToldTable } from '@oncoloom/tool-kit';

/** Rows that say much the same, under the row that represents them. */
export interface RowGroups {
  /** For each row the place of its representative: its own where it represents a group or is in none. */
  leads: Int32Array;
  /** Whether a row is in a group; one that is alone in its group is. */
  grouped: readonly boolean[];
  /** Representatives of more rows than themselves. */
  unfolding: readonly number[];
}

/** A row as it stands in a table that shows groups. */
export interface Line {
  row: number;
  /** 2: beneath its representative. */
  level: 1 | 2;
  /** Rows that stand or can be unfolded beneath it. */
  members: number;
  open: boolean;
  /** Whether it is among the rows sought; a representative that is not stands there for those beneath it. */
  matches: boolean;
}

/** The lines of a table, its rows in the order of the unfolded groups, and how many groups and rows without a group these are. */
export interface GroupedLines {
  lines: readonly Line[];
  rows: readonly number[];
  groups: number;
  ungrouped: number;
}

const texts = (table: ColumnarTable, name: string): readonly string[] | undefined => {
  const cells = table.columns[name];
  return cells instanceof Float64Array ? undefined : cells;
};

/** Groups as the table declares them; null where it declares none or none has two rows. */
export function groupsOf(table: ColumnarTable, { similar }: ToldTable): RowGroups | null {
  const ids = similar === undefined ? undefined : texts(table, similar.id);
  const groups = similar === undefined ? undefined : texts(table, similar.group);
  if (ids === undefined || groups === undefined) return null;
  const grouped = groups.map((group) => group !== '' && group !== 'NA');
  const leadOf = new Map<string, number>();
  groups.forEach((group, row) => {
    // Of a group whose representative the table lacks, the first row stands for it.
    if (grouped[row] === true && (ids[row] === group || !leadOf.has(group))) leadOf.set(group, row);
  });
  const leads = Int32Array.from(groups, (group, row) => (grouped[row] === true ? (leadOf.get(group) ?? row) : row));
  const unfolding = new Set(leads.filter((lead, row) => lead !== row));
  return unfolding.size === 0 ? null : { leads, grouped, unfolding: [...unfolding] };
}

/**
 * The lines of the rows in their order: a group stands where its representative stands, or where its first row stands when the
 * representative is not among the rows; the rows of a group keep their order beneath it.
 */
export function groupedLines(rows: readonly number[], { leads, grouped }: RowGroups, isOpen: (lead: number) => boolean): GroupedLines {
  const found = new Map<number, { at: number; matches: boolean; members: number[] }>();
  rows.forEach((row, at) => {
    const lead = leads[row] ?? row;
    const group = found.get(lead) ?? { at, matches: false, members: [] };
    if (row === lead) Object.assign(group, { at, matches: true });
    else group.members.push(row);
    found.set(lead, group);
  });
  const inOrder = [...found].sort(([, a], [, b]) => a.at - b.at);
  const lines = inOrder.flatMap(([row, { matches, members }]): Line[] => {
    const open = members.length > 0 && isOpen(row);
    const beneath = members.map((member): Line => ({ row: member, level: 2, members: 0, open: false, matches: true }));
    return [{ row, level: 1, members: members.length, open, matches }, ...(open ? beneath : [])];
  });
  const groups = inOrder.filter(([lead]) => grouped[lead] === true).length;
  return {
    lines,
    rows: inOrder.flatMap(([row, { matches, members }]) => [...(matches ? [row] : []), ...members]),
    groups,
    ungrouped: inOrder.length - groups,
  };
}

/** The lines of rows without groups. */
export function plainLines(rows: readonly number[]): Line[] {
  return rows.map((row) => ({ row, level: 1, members: 0, open: false, matches: true }));
}
