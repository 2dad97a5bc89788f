import { z } from 'zod';

/**
 * The 33 cohorts of TCGA. `onlyTcga`: TCGA holds at least 3 normal samples of it. `tcgaGtex`: Toil's recomputation holds a normal tissue of GTEx to
 * compare it with. Both follow from the samples that TCGA and GTEx have, not from what is installed; `scripts/cohort-flags.ts` derives them from the
 * public sample sheets.
 */
export const COHORTS = [
  { code: 'acc', name: '肾上腺皮质癌', english: 'Adrenocortical carcinoma', onlyTcga: 0, tcgaGtex: 1 },
  { code: 'blca', name: '膀胱尿路上皮癌', english: 'Bladder urothelial carcinoma', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'brca', name: '乳腺浸润癌', english: 'Breast invasive carcinoma', onlyTcga: 1, tcgaGtex: 1 },
  {
    code: 'cesc',
    name: '宫颈鳞癌和腺癌',
    english: 'Cervical squamous cell carcinoma and endocervical adenocarcinoma',
    onlyTcga: 1,
    tcgaGtex: 1,
  },
  { code: 'chol', name: '胆管癌', english: 'Cholangiocarcinoma', onlyTcga: 1, tcgaGtex: 0 },
  { code: 'coad', name: '结肠腺癌', english: 'Colon adenocarcinoma', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'dlbc', name: '弥漫大 B 细胞淋巴瘤', english: 'Lymphoid neoplasm diffuse large B-cell lymphoma', onlyTcga: 0, tcgaGtex: 0 },
  { code: 'esca', name: '食管癌', english: 'Esophageal carcinoma', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'gbm', name: '胶质母细胞瘤', english: 'Glioblastoma multiforme', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'hnsc', name: '头颈部鳞癌', english: 'Head and neck squamous cell carcinoma', onlyTcga: 1, tcgaGtex: 0 },
  { code: 'kich', name: '肾嫌色细胞癌', english: 'Kidney chromophobe', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'kirc', name: '肾透明细胞癌', english: 'Kidney renal clear cell carcinoma', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'kirp', name: '肾乳头状细胞癌', english: 'Kidney renal papillary cell carcinoma', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'laml', name: '急性髓系白血病', english: 'Acute myeloid leukemia', onlyTcga: 0, tcgaGtex: 0 },
  { code: 'lgg', name: '脑低级别胶质瘤', english: 'Brain lower grade glioma', onlyTcga: 0, tcgaGtex: 1 },
  { code: 'lihc', name: '肝细胞癌', english: 'Liver hepatocellular carcinoma', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'luad', name: '肺腺癌', english: 'Lung adenocarcinoma', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'lusc', name: '肺鳞癌', english: 'Lung squamous cell carcinoma', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'meso', name: '间皮瘤', english: 'Mesothelioma', onlyTcga: 0, tcgaGtex: 0 },
  { code: 'ov', name: '卵巢浆液性囊腺癌', english: 'Ovarian serous cystadenocarcinoma', onlyTcga: 0, tcgaGtex: 1 },
  { code: 'paad', name: '胰腺癌', english: 'Pancreatic adenocarcinoma', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'pcpg', name: '嗜铬细胞瘤和副神经节瘤', english: 'Pheochromocytoma and paraganglioma', onlyTcga: 1, tcgaGtex: 0 },
  { code: 'prad', name: '前列腺癌', english: 'Prostate adenocarcinoma', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'read', name: '直肠腺癌', english: 'Rectum adenocarcinoma', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'sarc', name: '肉瘤', english: 'Sarcoma', onlyTcga: 0, tcgaGtex: 0 },
  { code: 'skcm', name: '皮肤黑色素瘤', english: 'Skin cutaneous melanoma', onlyTcga: 0, tcgaGtex: 1 },
  { code: 'stad', name: '胃癌', english: 'Stomach adenocarcinoma', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'tgct', name: '睾丸生殖细胞肿瘤', english: 'Testicular germ cell tumors', onlyTcga: 0, tcgaGtex: 1 },
  { code: 'thca', name: '甲状腺癌', english: 'Thyroid carcinoma', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'thym', name: '胸腺瘤', english: 'Thymoma', onlyTcga: 0, tcgaGtex: 0 },
  { code: 'ucec', name: '子宫内膜癌', english: 'Uterine corpus endometrial carcinoma', onlyTcga: 1, tcgaGtex: 1 },
  { code: 'ucs', name: '子宫癌肉瘤', english: 'Uterine carcinosarcoma', onlyTcga: 0, tcgaGtex: 1 },
  { code: 'uvm', name: '葡萄膜黑色素瘤', english: 'Uveal melanoma', onlyTcga: 0, tcgaGtex: 0 },
] as const;

const flag = z.union([z.literal(0), z.literal(1)]);

/** Matrices that an installed cohort may have: log2(TPM+1), raw counts, and log2(TPM+1) of tumours and GTEx normals from one recomputation. */
export const MATRIX_NAMES = ['expression', 'counts', 'gtex'] as const;
export type MatrixName = (typeof MATRIX_NAMES)[number];

/** Overall, disease-specific, disease-free, and progression-free. */
export const ENDPOINTS = ['OS', 'DSS', 'DFI', 'PFI'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** Counts of genes and of samples by type; `pairs`: patients with tumour and normal. */
const cohortMatrixSchema = z.object({
  unit: z.string(),
  genes: z.number(),
  samples: z.number(),
  tumours: z.number(),
  normals: z.number(),
  gtex: z.number(),
  pairs: z.number(),
});
export const cohortMatricesSchema = z.partialRecord(z.enum(MATRIX_NAMES), cohortMatrixSchema);
/** By column of the clinical table: patients with a value, and the values where they are few texts. */
export const cohortClinicalSchema = z.record(z.string(), z.object({ known: z.number(), levels: z.array(z.string()).optional() }));
/** Patients with one survival sample, a time and a status; and those with the event. */
export const cohortSurvivalSchema = z.partialRecord(z.enum(ENDPOINTS), z.object({ patients: z.number(), events: z.number() }));

const cohortSchema = z.object({
  code: z.string(),
  /** `TCGA-ACC`. */
  label: z.string(),
  /** The tumour in Chinese and in English. */
  name: z.string(),
  english: z.string(),
  /** Its files are on this server, whole. */
  installed: z.boolean(),
  only_tcga: flag,
  tcga_gtex: flag,
  /** What the installed files are enough for. */
  usable: z.object({ tumour_vs_normal: z.boolean(), with_gtex: z.boolean(), OS: z.boolean(), PFI: z.boolean() }),
  /** Tumour samples, normal samples and deaths of the installed files; null when there are none. */
  samples: z.number().nullable(),
  normals: z.number().nullable(),
  events: z.number().nullable(),
  source: z.string().nullable(),
  release: z.string().nullable(),
  /** Made for demonstration; not of patients. */
  simulated: z.boolean(),
  /** What the installed files hold, and what has to be known of them; empty when there are none. */
  matrices: cohortMatricesSchema,
  clinical: cohortClinicalSchema,
  survival: cohortSurvivalSchema,
  notes: z.array(z.string()),
});
export type Cohort = z.infer<typeof cohortSchema>;

export const cohortListSchema = z.object({ results: z.array(cohortSchema) });
export type CohortList = z.infer<typeof cohortListSchema>;

/** Two samples have no spread to speak of: a group of a comparison begins with three. */
export const COMPARED_SAMPLES_MIN = 3;
/** Below so many events a survival curve says little, and a model nothing. */
export const EVENTS_ENOUGH = 10;

/** What the files of a cohort are enough for. */
export function usableOf({ matrices, survival }: Pick<Cohort, 'matrices' | 'survival'>): Cohort['usable'] {
  const { expression, gtex } = matrices;
  return {
    tumour_vs_normal: Math.min(expression?.tumours ?? 0, expression?.normals ?? 0) >= COMPARED_SAMPLES_MIN,
    with_gtex: Math.min(gtex?.tumours ?? 0, (gtex?.normals ?? 0) + (gtex?.gtex ?? 0)) >= COMPARED_SAMPLES_MIN,
    OS: (survival.OS?.events ?? 0) > 0,
    PFI: (survival.PFI?.events ?? 0) > 0,
  };
}
