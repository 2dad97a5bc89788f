import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { FileFacts, FileType, MatrixFacts } from '@oncoloom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineAndFolder, SHARED, TestSpace, type TestUser } from './space.ts';

/** What a file of the shared public data is; checked by hand against the notes beside the data. */
type Expected =
  | {
      type: 'expression';
      size: [genes: number, samples: number];
      kind: MatrixFacts['kind'];
      ids: MatrixFacts['identifiers'];
      platform?: string;
      species?: string | null;
    }
  | { type: Exclude<FileType, 'expression'>; rows: number; describes?: 'samples' | 'genes' }
  | { refused: RegExp };

const ARFF: Expected = { refused: /这是 ARFF 文件。请导出为 CSV/ };

const EXPECTED: Record<string, Expected> = {
  'bulk/SRP029880_CRC.colData.tsv': { type: 'groups', rows: 10, describes: 'samples' },
  'bulk/SRP029880_CRC.raw_counts.tsv.gz': { type: 'expression', size: [19719, 10], kind: 'counts', ids: 'symbol' },
  'bulk/airway_metadata.csv': { type: 'annotation', rows: 8, describes: 'samples' },
  'bulk/airway_rawcounts.csv.gz': { type: 'expression', size: [64102, 8], kind: 'counts', ids: 'ensembl' },
  'bulk/airway_sample_table.csv': { type: 'annotation', rows: 8, describes: 'samples' },
  'deconv/ESTIMATE_common_genes_tidyestimate.tsv.gz': { type: 'annotation', rows: 26336, describes: 'genes' },
  'deconv/ESTIMATE_example_OV_affy.expr.tsv.gz': { type: 'expression', size: [17256, 10], kind: 'log', ids: 'symbol' },
  'deconv/ESTIMATE_gene_sets_141x2.tsv': { type: 'gene_sets', rows: 2 },
  'deconv/MCPcounter_genes.txt': { type: 'annotation', rows: 111, describes: 'genes' },
  'deconv/MCPcounter_probesets.txt': { type: 'annotation', rows: 177, describes: 'genes' },
  'deconv/Racle2017_melanoma_4samples.tpm.tsv.gz': { type: 'expression', size: [32467, 4], kind: 'linear', ids: 'symbol' },
  'deconv/TCGA-LUAD_5samples_RSEM_example.txt.gz': { type: 'expression', size: [20501, 5], kind: 'linear', ids: 'symbol' },
  'deconv/quanTIseq_test_gene_tpm.txt.gz': { type: 'expression', size: [19423, 2], kind: 'linear', ids: 'symbol' },
  'deconv/quantiseq_TIL10_TCGA_aberrant_immune_genes.txt': { type: 'gene_list', rows: 17, describes: 'genes' },
  'deconv/quantiseq_TIL10_mRNA_scaling.txt': { type: 'table', rows: 10 },
  'deconv/quantiseq_TIL10_rmgenes.txt': { type: 'gene_list', rows: 17, describes: 'genes' },
  'deconv/quantiseq_TIL10_signature.txt': { type: 'expression', size: [170, 10], kind: 'linear', ids: 'symbol' },
  'deconv/xCell_489_signatures.gmt': { type: 'gene_sets', rows: 489 },
  'deconv/xCell_SDY420.expr.tsv.gz': { type: 'expression', size: [12027, 104], kind: 'log', ids: 'symbol' },
  'deconv/xCell_genes_10808.txt': { type: 'gene_list', rows: 10808, describes: 'genes' },
  'deconv/xCell_spill.array_K.tsv': { type: 'table', rows: 64 },
  'deconv/xCell_spill.array_fv.tsv': { type: 'table', rows: 64 },
  'deconv/xCell_spill_K.tsv': { type: 'table', rows: 64 },
  'deconv/xCell_spill_fv.tsv': { type: 'table', rows: 64 },
  'genesets/c2.cp.kegg_legacy.v2025.1.Hs.symbols.gmt': { type: 'gene_sets', rows: 186 },
  'genesets/c2.cp.kegg_medicus.v2025.1.Hs.symbols.gmt': { type: 'gene_sets', rows: 658 },
  'genesets/c2.cp.reactome.v2025.1.Hs.symbols.gmt.gz': { type: 'gene_sets', rows: 1787 },
  'genesets/c2.cp.wikipathways.v2025.1.Hs.symbols.gmt.gz': { type: 'gene_sets', rows: 885 },
  'genesets/c5.go.cc.v2025.1.Hs.symbols.gmt.gz': { type: 'gene_sets', rows: 1042 },
  'genesets/c5.go.mf.v2025.1.Hs.symbols.gmt.gz': { type: 'gene_sets', rows: 1855 },
  'genesets/enrichr.GO_Biological_Process_2021.gmt.gz': { type: 'gene_sets', rows: 6036 },
  'genesets/h.all.v2025.1.Hs.symbols.gmt': { type: 'gene_sets', rows: 50 },
  'gsea/P53_14samples_collapsed_symbols.gct.gz': { type: 'expression', size: [9096, 14], kind: 'linear', ids: 'symbol' },
  'gsea/fgsea_examplePathways.gmt.gz': { type: 'gene_sets', rows: 1457 },
  'gsea/fgsea_exampleRanks.rnk.tsv': { type: 'table', rows: 12000 },
  'gsea/fgsea_ref_input.batchcpp_geneRanks.tsv': { type: 'table', rows: 3000 },
  'gsea/fgsea_ref_input.batchcpp_stats.tsv': { type: 'table', rows: 3000 },
  'gsea/fgsea_ref_input.cumbatch_params.tsv': { type: 'table', rows: 4 },
  'gsea/fgsea_ref_input.cumbatch_pathwayScores.tsv': { type: 'table', rows: 20 },
  'gsea/fgsea_ref_input.cumbatch_pathwaysSizes.tsv': { type: 'table', rows: 20 },
  'gsea/fgsea_ref_input.cumulative_selectedStats.tsv': { type: 'table', rows: 22 },
  'gsea/fgsea_ref_input.multilevel_enrichmentScores.tsv': { type: 'table', rows: 5 },
  'gsea/fgsea_ref_input.multilevel_params.tsv': { type: 'table', rows: 6 },
  'gsea/fgsea_ref_input.multilevel_pathwaySizes.tsv': { type: 'table', rows: 2 },
  'gsea/fgsea_ref_input.multilevel_ranks.tsv': { type: 'table', rows: 3000 },
  'gsea/fgsea_ref_input.pathway_sizes.tsv': { type: 'table', rows: 20 },
  'gsea/fgsea_ref_input.pathways.tsv': { type: 'gene_sets', rows: 20 },
  'gsea/fgsea_ref_input.stats.tsv': { type: 'table', rows: 3000 },
  'microarray/CLL_hgu95av2.pheno.tsv': { type: 'annotation', rows: 22, describes: 'samples' },
  'microarray/CLL_hgu95av2_22samples.expr.tsv.gz': {
    type: 'expression',
    size: [12625, 22],
    kind: 'log',
    ids: 'probe',
    platform: 'GPL8300',
  },
  'microarray/GDS507_GPL97_renal_cancer.soft.gz': {
    type: 'expression',
    size: [22645, 17],
    kind: 'linear',
    ids: 'probe',
    platform: 'GPL97',
  },
  'microarray/GPL570_probe2symbol.tsv.gz': { type: 'annotation', rows: 41937, describes: 'genes' },
  'microarray/GPL571_probe2symbol.tsv.gz': { type: 'annotation', rows: 19812, describes: 'genes' },
  'microarray/GPL6244_probe2symbol.tsv.gz': { type: 'annotation', rows: 19831, describes: 'genes' },
  'microarray/GPL8300_probe2symbol.tsv.gz': { type: 'annotation', rows: 11460, describes: 'genes' },
  'microarray/GPL96_probe2symbol.tsv.gz': { type: 'annotation', rows: 19812, describes: 'genes' },
  'microarray/GPL97.annot.gz': { type: 'annotation', rows: 22645, describes: 'genes' },
  'microarray/GPL97_probe2symbol.tsv.gz': { type: 'annotation', rows: 15482, describes: 'genes' },
  'microarray/GSE12470_ovarian.expr.tsv.gz': { type: 'expression', size: [16889, 53], kind: 'log', ids: 'symbol' },
  'microarray/GSE12470_ovarian.pheno.tsv': { type: 'annotation', rows: 53, describes: 'samples' },
  'microarray/GSE14520-GPL571_series_matrix.txt.gz': {
    type: 'expression',
    size: [22268, 43],
    kind: 'log',
    ids: 'probe',
    platform: 'GPL571',
  },
  'microarray/GSE42872_series_matrix.txt.gz': { type: 'expression', size: [33297, 6], kind: 'log', ids: 'probe', platform: 'GPL6244' },
  'microarray/GSE51088_ovarian.expr.tsv.gz': { type: 'expression', size: [8211, 172], kind: 'log', ids: 'symbol' },
  // Both carry days_to_death and vital_status.
  'microarray/GSE51088_ovarian.pheno.tsv': { type: 'survival', rows: 172, describes: 'samples' },
  'microarray/GSE8842_ovarian.pheno.tsv': { type: 'survival', rows: 83, describes: 'samples' },
  'microarray/GSE6222_GPL570_HCC.pheno.tsv': { type: 'annotation', rows: 13, describes: 'samples' },
  'microarray/GSE6222_GPL570_HCC.raw_intensity.tsv.gz': {
    type: 'expression',
    size: [54675, 13],
    kind: 'linear',
    ids: 'probe',
    platform: 'GPL570',
  },
  'microarray/GSE8842_ovarian.expr.tsv.gz': { type: 'expression', size: [6536, 83], kind: 'log', ids: 'symbol' },
  'microarray/Golub1999_leukemia.pheno.tsv': { type: 'annotation', rows: 72, describes: 'samples' },
  'microarray/Golub1999_leukemia_raw_MAS4_hu6800.tsv.gz': {
    type: 'expression',
    size: [7129, 72],
    kind: 'linear',
    ids: 'probe',
    platform: 'GPL80',
  },
  'microarray/bladderbatch_hgu133a.pheno.tsv': { type: 'annotation', rows: 57, describes: 'samples' },
  'microarray/bladderbatch_hgu133a_57samples.probe_expr.tsv.gz': {
    type: 'expression',
    size: [22283, 57],
    kind: 'log',
    ids: 'probe',
    platform: 'GPL96',
  },
  'survival/GBSG2.arff': ARFF,
  'survival/breast_cancer_GSE7390-metastasis.arff': ARFF,
  'survival/veteran.arff': ARFF,
  'survival/whas500.arff': ARFF,
  'survival/nki70_144_breast_70gene.tsv': { type: 'survival', rows: 144, describes: 'samples' },
  'survival/rossi.csv': { type: 'survival', rows: 432, describes: 'samples' },
  'tcga/TCGA-ACC.clinical.tsv': { type: 'survival', rows: 92, describes: 'samples' },
  'tcga/TCGA-ACC.rsem_norm.expr.tsv.gz': { type: 'expression', size: [20501, 79], kind: 'linear', ids: 'symbol' },
  'tcga/TCGA-CDR_clinical_survival.noUVM_CHOL.tsv.gz': { type: 'survival', rows: 12528, describes: 'samples' },
  'tcga/TCGA-COADREAD_92.pheno.tsv': { type: 'annotation', rows: 92, describes: 'samples' },
  'tcga/TCGA-COADREAD_92.raw_counts_entrez.tsv.gz': { type: 'expression', size: [16863, 92], kind: 'counts', ids: 'entrez', species: null },
  'tcga/TCGA-DLBC.clinical.tsv': { type: 'survival', rows: 48, describes: 'samples' },
  'tcga/TCGA-DLBC.rsem_norm.expr.tsv.gz': { type: 'expression', size: [20501, 48], kind: 'linear', ids: 'symbol' },
  'tcga/TCGA-UCS.clinical.tsv': { type: 'survival', rows: 57, describes: 'samples' },
  'tcga/TCGA-UCS.rsem_norm.expr.tsv.gz': { type: 'expression', size: [20501, 57], kind: 'linear', ids: 'symbol' },
  'tcga/TCGA_subtypes.tsv.gz': { type: 'annotation', rows: 10469, describes: 'samples' },
  'wgcna/ClinicalTraits.csv': { type: 'annotation', rows: 361, describes: 'samples' },
  // Probes of a mouse array that no platform is told for.
  'wgcna/FemaleLiver_datExpr_3600x134.tsv.gz': { type: 'expression', size: [3600, 134], kind: 'log', ids: 'probe', species: null },
  'wgcna/FemaleLiver_datTraits_134.tsv': { type: 'annotation', rows: 134, describes: 'samples' },
};

/** Data files below the shared folder; formats/, cases/ (brought-files.test.ts), geo/ (cut series with answers about their texts) and what is no data set aside. */
async function dataFiles(): Promise<string[]> {
  const entries = await readdir(SHARED, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(SHARED, join(entry.parentPath, entry.name)))
    .filter((path) => !/^(formats|cases|geo)\//.test(path) && !/\.(md|json|bin)$/.test(path))
    .sort();
}

const present = await dataFiles();

describe.skipIf(present.length === 0)('the shared public data (skipped where they are absent)', () => {
  let engine: Awaited<ReturnType<typeof engineAndFolder>>;
  let space: TestSpace;
  let user: TestUser;

  beforeAll(async () => {
    engine = await engineAndFolder();
    space = await TestSpace.open(engine.engine, engine.folder);
    user = await space.user();
  }, 120_000);
  afterAll(async () => {
    await space?.close();
    await engine?.stop();
  });

  it('are all in the table', () => {
    expect(present).toEqual(Object.keys(EXPECTED).sort());
  });

  it.each(present)('%s', { timeout: 60_000 }, async (path) => {
    const expected = EXPECTED[path];
    const { status, detail, file, facts } = await user.uploadRead(basename(path), await readFile(join(SHARED, path)));
    if (expected === undefined || 'refused' in expected) {
      expect([status, detail]).toEqual([415, expect.stringMatching(expected?.refused ?? /^$/)]);
      return;
    }
    expect([status, detail, file?.validation_status]).toEqual([200, '', 'valid']);
    expect(found(file.file_type, facts)).toEqual(
      expected.type === 'expression' ? { platform: null, species: 'human', ...expected } : { describes: null, ...expected },
    );
  });
});

function found(type: FileType, { matrix, table }: FileFacts) {
  if (matrix === undefined) return { type, rows: table?.rows, describes: table?.describes };
  const { rows, columns, kind, identifiers: ids, platform, species } = matrix;
  return { type, size: [rows, columns], kind, ids, platform, species };
}
