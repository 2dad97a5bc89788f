/** Normal tissues of GTEx that a tumour of a cohort is compared with: the tissue that it grows from, never cultured cells, muscle or blood. */
const BRAIN = ['Brain - Cortex', 'Brain - Frontal Cortex (BA9)', 'Brain - Anterior cingulate cortex (BA24)'];
const KIDNEY = ['Kidney - Cortex'];

const TISSUES: Readonly<Record<string, readonly string[]>> = {
  acc: ['Adrenal Gland'],
  blca: ['Bladder'],
  brca: ['Breast - Mammary Tissue'],
  cesc: ['Cervix - Ectocervix', 'Cervix - Endocervix'],
  coad: ['Colon - Transverse'],
  esca: ['Esophagus - Mucosa'],
  gbm: BRAIN,
  kich: KIDNEY,
  kirc: KIDNEY,
  kirp: KIDNEY,
  lgg: BRAIN,
  lihc: ['Liver'],
  luad: ['Lung'],
  lusc: ['Lung'],
  ov: ['Ovary'],
  paad: ['Pancreas'],
  prad: ['Prostate'],
  read: ['Colon - Transverse'],
  skcm: ['Skin - Not Sun Exposed (Suprapubic)', 'Skin - Sun Exposed (Lower leg)'],
  stad: ['Stomach'],
  tgct: ['Testis'],
  thca: ['Thyroid'],
  ucec: ['Uterus'],
  ucs: ['Uterus'],
};

/** Empty: GTEx has no tissue to compare the cohort with. @param cohort lower case. */
export const tissuesOf = (cohort: string): readonly string[] => TISSUES[cohort] ?? [];
