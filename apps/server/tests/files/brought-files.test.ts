import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineAndFolder, sharedFile, TestSpace } from './space.ts';

let engine: Awaited<ReturnType<typeof engineAndFolder>>;
let space: TestSpace;

beforeAll(async () => {
  engine = await engineAndFolder();
  space = await TestSpace.open(engine.engine, engine.folder);
}, 120_000);
afterAll(async () => {
  await space?.close();
  await engine?.stop();
});

/** What becomes of a file as it comes: its kind with rows and columns of values or cells, and codes of its report; or the sentence of its refusal. */
type Expected = { type: string; size: [number, number]; codes?: string[] } | { refused: RegExp };

const matrix = (size: [number, number], ...codes: string[]): Expected => ({ type: 'expression', size, codes });
const table = (type: string, size: [number, number], ...codes: string[]): Expected => ({ type, size, codes });

/** Values that stand beside the files (README.md of the folder). */
const FILES: Record<string, Expected> = {
  '01_cbioportal_mrna.txt': matrix([400, 12], 'annotation_columns'),
  '42_second_id_0.csv': matrix([400, 6], 'annotation_columns'),
  '42_second_id_1.csv': matrix([400, 6], 'annotation_columns'),
  '42_second_id_2.csv': matrix([400, 6], 'annotation_columns'),
  '02_gene_count.xls': matrix([400, 6], 'annotation_columns'),
  '02b_gene_count_numbers.txt': matrix([400, 6], 'annotation_columns'),
  '03_gdc_star_gene_counts.tsv': table('expression', [400, 7], 'one_sample'),
  '04_ReadsPerGene.out.tab': table('expression', [400, 4], 'one_sample'),
  '05_sample.genes.results': table('expression', [400, 4], 'one_sample'),
  '05b_quant.sf': table('expression', [400, 3], 'one_sample'),
  '06_featureCounts.txt': matrix([400, 6], 'annotation_columns'),
  '09_excel_dates.csv': matrix([215, 8], 'excel_dates', 'excel_dates_unclear'),
  '10_series_matrix.txt': matrix([398, 8], 'probes'),
  '11_series_matrix_empty.txt': { refused: /没有表达数据/ },
  '15_clinical_patients.txt': table('annotation', [60, 3]),
  '20_roc.csv': table('table', [80, 4]),
  '45a_id_outcome_markers.csv': table('table', [70, 5]),
  '45b_group_genes.csv': table('table', [40, 4]),
  '45c_patient_numbers.csv': table('table', [60, 4]),
  '45e_forest.csv': table('table', [5, 5]),
  '30_transposed.csv': table('expression', [30, 13], 'transposed'),
  '33_gbk.csv': matrix([400, 8], 'encoding'),
  '34_semicolon_decimal.csv': matrix([400, 6], 'decimal_comma'),
  '34b_thousands.csv': matrix([400, 6], 'thousands_comma'),
  '34c_full_width.csv': { refused: /「A1」列第 5 行是「４９」，不是数字/ },
  '37_firehose.txt': matrix([402, 8], 'second_header'),
  '39_title_row.xlsx': matrix([40, 6], 'title_lines'),
  '39_merged_groups.xlsx': table('groups', [6, 2], 'merged_cells'),
  '40_html.xls': { refused: /这是网页格式（HTML）的表格/ },
  '43_duplicate_samples.csv': { refused: /有 2 个样本名重复：N、T/ },
};

describe('files as people bring them (skipped where the public data are absent)', () => {
  for (const [name, expected] of Object.entries(FILES)) {
    const path = sharedFile(`cases/${name}`);
    it.skipIf(path === undefined)(name, async () => {
      const user = await space.user();
      const { status, detail, file, facts } = await user.uploadRead(name, await readFile(path as string));
      if ('refused' in expected) {
        expect([status >= 400, detail]).toEqual([true, expect.stringMatching(expected.refused)]);
        return;
      }
      const size =
        facts.matrix === undefined ? [facts.table?.rows, facts.table?.columns.length] : [facts.matrix.rows, facts.matrix.columns];
      expect([file.file_type, size]).toEqual([expected.type, expected.size]);
      expect(facts.findings.map(({ code }) => code)).toEqual(expect.arrayContaining(expected.codes ?? []));
    });
  }
});
