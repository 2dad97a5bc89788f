/** Rows of a table parted into panels that stand side by side: 「处理前」, 「处理后」. */
export interface Facets {
  /** By first appearance; one empty name where there are no panels. */
  names: readonly string[];
  /** Panel of each row. */
  of: Uint16Array;
  /** Rows of each panel in the table's order. */
  rows: readonly (readonly number[])[];
}

/** Parts `count` rows by the texts of a column; without the column all rows are one panel. */
export function facetsOf(column: readonly string[] | null, count: number): Facets {
  const names = column === null || count === 0 ? [''] : [...new Set(column)];
  const place = new Map(names.map((name, i) => [name, i]));
  const of = Uint16Array.from({ length: count }, (_, row) => (column === null ? 0 : (place.get(column[row] as string) ?? 0)));
  const rows: number[][] = names.map(() => []);
  of.forEach((facet, row) => {
    rows[facet]?.push(row);
  });
  return { names, of, rows };
}
