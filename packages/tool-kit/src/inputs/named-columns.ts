/** Columns of result tables by their headers, as packages and people write them. */

/** Headers of columns that name genes, the surest first; compared by `plainHeader`. */
export const GENE_COLUMNS = [
  'gene',
  'genes',
  'symbol',
  'symbols',
  'gene_symbol',
  'hgnc_symbol',
  'hugo_symbol',
  'gene_name',
  'gene_names',
  'external_gene_name',
  'gene_short_name',
  '基因',
  '基因名',
  '基因名称',
  '基因符号',
  'gene_id',
  'gene_ids',
  'ensembl',
  'ensembl_id',
  'ensembl_gene_id',
  'entrez',
  'entrez_id',
  'entrez_gene_id',
  'feature',
  'features',
  'names',
  'id',
  'id_ref',
  'probe',
  'probe_id',
  'row_names',
  'rowname',
  'row',
  '行名',
] as const;

/** A header without case and without what people put between its words. */
const plainHeader = (header: string): string => header.toLowerCase().replace(/[\s._\-()（）]+/g, '');

/** The place of the column that is called so: by the very name, without regard to case, or by its words alone; -1 where none is. */
export function placeOf(columns: readonly string[], name: string): number {
  const ways = [(text: string) => text, (text: string) => text.toLowerCase(), plainHeader];
  return ways.map((way) => columns.findIndex((column) => way(column) === way(name))).find((at) => at >= 0) ?? -1;
}

/** Distinct texts among those that are there: of names nearly all differ. */
const DISTINCT = 0.9;
const LOOKED_AT = 2000;

/**
 * The first column of texts that differ, which is what names the rows where no header says so; -1 where there is none.
 *
 * @param numeric Of each column: does it hold numbers? @param rows Of a large table they are not here: then the first column of texts it is.
 */
export function namingColumn(numeric: readonly boolean[], rows: readonly (readonly string[])[] | undefined): number {
  return numeric.findIndex((numbers, at) => {
    if (numbers || rows === undefined) return !numbers;
    const cells = rows.slice(0, LOOKED_AT).flatMap((row) => (row[at] ? [row[at]] : []));
    return cells.length > 0 && new Set(cells).size >= DISTINCT * cells.length;
  });
}

/** The column of a table that names genes: by its header, else the first of differing texts; -1 where there is none. */
export function geneColumn(columns: readonly string[], numeric: readonly boolean[], rows: readonly (readonly string[])[]): number {
  return GENE_COLUMNS.map((name) => placeOf(columns, name)).find((at) => at >= 0) ?? namingColumn(numeric, rows);
}
