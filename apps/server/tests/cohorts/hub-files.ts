/** Small files in the layouts of UCSC Xena's hubs: names of columns, forms of numbers and identifiers are theirs, the patients are made up. */
import { gzipSync } from 'node:zlib';
import type { Hub } from './hub.ts';

const sheet = (rows: readonly (readonly (string | number)[])[]): Buffer => Buffer.from(`${rows.map((row) => row.join('\t')).join('\n')}\n`);
const packed = (rows: readonly (readonly (string | number)[])[]): Buffer => gzipSync(sheet(rows));

/** Symbols of GENCODE 36; two rows are called alike, and one gene has a copy on Y. */
const PROBES = [
  ['ENSG00000141510.18', 'TP53'],
  ['ENSG00000146648.18', 'EGFR'],
  ['ENSG00000002586.20', 'CD99'],
  ['ENSG00000002586.20_PAR_Y', 'CD99'],
  ['ENSG00000280987.4', 'MATR3'],
  ['ENSG00000015479.19', 'MATR3'],
] as const;
const TOIL_PROBES = [
  ['ENSG00000141510.16', 'TP53'],
  ['ENSG00000002586.18', 'CD99'],
  ['ENSGR0000002586.18', 'CD99'],
] as const;

const probeMap = (probes: readonly (readonly [string, string])[]): Buffer =>
  sheet([['id', 'gene', 'chrom', 'chromStart', 'chromEnd', 'strand'], ...probes.map(([id, gene]) => [id, gene, 'chr1', 1, 2, '+'])]);

/** Of each gene and sample: what a matrix holds before the logarithm. */
export type Values = (gene: number, sample: number) => number;

interface TinyCohort {
  code: string;
  samples: readonly string[];
  tpm: Values;
  counts: Values;
  /** Rows of the clinical table: sample, stage, T, age, FFPE. */
  clinical: readonly (readonly [sample: string, stage: string, t: string, age: string, ffpe: string])[];
}

const CLINICAL_COLUMNS = [
  'sample',
  'ajcc_pathologic_stage.diagnoses',
  'ajcc_pathologic_t.diagnoses',
  'age_at_index.demographic',
  'is_ffpe.samples',
  'gender.demographic',
];

function matrix(samples: readonly string[], values: Values): Buffer {
  const rows = PROBES.map(([id], gene) => [id, ...samples.map((_, sample) => Math.log2(values(gene, sample) + 1))]);
  const others = [
    // A number that the probe map does not have, and HTSeq's summary.
    ['ENSG00000999999.1', ...samples.map(() => 1)],
    ['__no_feature', ...samples.map(() => 20)],
  ];
  return packed([['Ensembl_ID', ...samples], ...rows, ...others]);
}

/** Puts the four files of a cohort into the hub. */
export function addCohort(hub: Hub, { code, samples, tpm, counts, clinical }: TinyCohort): void {
  const patients = [...new Set(samples.map((sample) => sample.slice(0, 12)))];
  hub.files.set(`TCGA-${code}.star_tpm.tsv.gz`, matrix(samples, tpm));
  hub.files.set(`TCGA-${code}.star_counts.tsv.gz`, matrix(samples, counts));
  hub.files.set(`TCGA-${code}.clinical.tsv.gz`, packed([CLINICAL_COLUMNS, ...clinical.map((row) => [...row, 'Female'])]));
  hub.files.set(
    `TCGA-${code}.survival.tsv.gz`,
    packed([['sample', 'OS.time', 'OS', '_PATIENT'], ...patients.map((patient) => [`${patient}-01A`, 999, 0, patient])]),
  );
}

type CdrRow = readonly [patient: string, os: string, time: string, pfi: string, pfiTime: string, redaction: string];

/** Puts the files into the hub that all cohorts share. @param donors of GTEx, with their tissue. */
export function addShared(
  hub: Hub,
  { cdr, toilSamples, donors }: { cdr: readonly CdrRow[]; toilSamples: readonly string[]; donors: readonly (readonly [string, string])[] },
): void {
  hub.files.set('gencode.v36.annotation.gtf.gene.probemap', probeMap(PROBES));
  hub.files.set('gencode.v23.annotation.gene.probemap', probeMap(TOIL_PROBES));
  hub.files.set(
    'Survival_SupplementalTable_S1_20171025_xena_sp',
    sheet([
      ['sample', '_PATIENT', 'OS', 'OS.time', 'PFI', 'PFI.time', 'Redaction'],
      ...cdr.map(([patient, ...cells]) => [`${patient}-01`, patient, ...cells]),
    ]),
  );
  const columns = [...toilSamples, ...donors.map(([name]) => name)];
  hub.files.set(
    'TcgaTargetGtex_rsem_gene_tpm.gz',
    packed([
      ['sample', ...columns],
      // 3 TPM for each gene, but none of TP53 in the first sample.
      ...TOIL_PROBES.map(([id], gene) => [id, ...columns.map((_, i) => Math.log2((gene === 0 && i === 0 ? 0 : 3) + 0.001).toFixed(4))]),
    ]),
  );
  const study = [
    ['sample', 'detailed_category', 'primary disease or tissue', '_primary_site', '_sample_type', '_gender', '_study'],
    ...toilSamples.map((sample) => [sample, 'Some Cancer', 'Some Cancer', 'Site', 'Primary Tumor', 'Male', 'TCGA']),
    ...donors.map(([sample, tissue]) => [sample, tissue, tissue, 'Sj\u00caogren', 'Normal Tissue', 'Male', 'GTEX']),
  ];
  // The byte 0xCA alone is no UTF-8.
  hub.files.set('TcgaTargetGTEX_phenotype.txt.gz', gzipSync(Buffer.from(`${study.map((row) => row.join('\t')).join('\n')}\n`, 'latin1')));
}
