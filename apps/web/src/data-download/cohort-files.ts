import {
  COHORT_FILE_FORMATS,
  type Cohort,
  type CohortFileFormat,
  type CohortFileKind,
  type CohortFileShape,
  cohortFileShape,
  fitsWorkbook,
} from '@oncoloom/contract';
import { formatBytes, formatCount } from '@oncoloom/tool-kit';

/** A table that a cohort may have, whichever format it comes in. */
export interface CohortTableFile {
  kind: CohortFileKind;
  withGtex: boolean;
  title: string;
  /** What it holds, or why it is not here. */
  text: string;
  /** Formats that it can be had in, with the size in words; empty: it is not here. */
  formats: readonly { format: CohortFileFormat; size: string }[];
}

/** Bytes that a number of a matrix takes in each format, as measured on TCGA-ACC. */
const CELL_BYTES: Readonly<Record<CohortFileFormat, number>> = { 'tsv.gz': 2.9, xlsx: 3.5 };
export const FORMAT_WORDS: Readonly<Record<CohortFileFormat, string>> = { 'tsv.gz': 'tsv.gz', xlsx: 'Excel' };

const isMatrix = (kind: CohortFileKind): boolean => kind === 'expression' || kind === 'counts';

function sizeOf(kind: CohortFileKind, { rows, columns }: CohortFileShape, format: CohortFileFormat): string {
  // Tables of patients take a few kilobytes.
  return isMatrix(kind) ? `约 ${formatBytes(rows * columns * CELL_BYTES[format])}` : '小于 1 MB';
}

function shapeWords(kind: CohortFileKind, { rows, columns }: CohortFileShape): string {
  return isMatrix(kind) ? `${formatCount(rows)} 个基因 × ${formatCount(columns)} 个样本` : `${formatCount(rows)} 位患者`;
}

interface Offer {
  kind: CohortFileKind;
  withGtex: boolean;
  title: string;
  holds: (cohort: Cohort) => string;
  absent: (cohort: Cohort) => string;
}

const OFFERS: readonly Offer[] = [
  {
    kind: 'expression',
    withGtex: false,
    title: '表达量',
    holds: ({ matrices }) => matrices.expression?.unit ?? '',
    absent: () => '没有装',
  },
  {
    kind: 'expression',
    withGtex: true,
    title: '表达量（加 GTEx）',
    holds: ({ matrices }) =>
      `肿瘤和 ${formatCount(matrices.gtex?.gtex ?? 0)} 个 GTEx 正常样本，同一流程重新计算，${matrices.gtex?.unit ?? ''}`,
    absent: ({ tcga_gtex }) => (tcga_gtex === 1 ? '这台服务器没有装 GTEx 的数据' : 'GTEx 没有对应的正常组织'),
  },
  { kind: 'counts', withGtex: false, title: '计数', holds: () => '原始读段数', absent: () => '这个版本没有原始计数' },
  {
    kind: 'clinical',
    withGtex: false,
    title: '临床',
    holds: ({ clinical }) => `${Object.keys(clinical).length} 项，一位患者一行`,
    absent: () => '来源没有临床资料',
  },
  {
    kind: 'survival',
    withGtex: false,
    title: '生存',
    holds: ({ survival }) => `${Object.keys(survival).join('、')} 的状态和时间（天）`,
    absent: () => '来源没有随访',
  },
];

/** All tables, those that are not here with the reason. */
export function tablesOf(cohort: Cohort): CohortTableFile[] {
  return OFFERS.map(({ kind, withGtex, title, holds, absent }) => {
    const shape = cohortFileShape(cohort, kind, withGtex);
    if (shape === undefined) return { kind, withGtex, title, text: absent(cohort), formats: [] };
    const formats = COHORT_FILE_FORMATS.filter((format) => format !== 'xlsx' || fitsWorkbook(shape));
    const tooLarge = formats.includes('xlsx') ? '' : '；太大，Excel 打不开，只有 tsv.gz';
    return {
      ...{ kind, withGtex, title },
      text: `${shapeWords(kind, shape)}，${holds(cohort)}${tooLarge}`,
      formats: formats.map((format) => ({ format, size: sizeOf(kind, shape, format) })),
    };
  });
}
