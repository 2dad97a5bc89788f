import {
  FILE_TYPE_WORDS,
  type FileFacts,
  type FileType,
  type MatrixFacts,
  type OneSample,
  type Species,
  type TableFacts,
} from '@oncoloom/contract';
import { spaced } from '@oncoloom/tool-kit';
import type { FileRecord } from '../tables.ts';

const KINDS: Record<MatrixFacts['kind'], string> = {
  counts: '原始计数（整数）',
  log: '取过对数的值',
  linear: '没有取对数的值',
  'batch-corrected': '去除批次后的值',
  scores: '基因集的打分',
};
const IDENTIFIERS: Record<MatrixFacts['identifiers'], string> = {
  symbol: '基因名（Symbol）',
  ensembl: 'Ensembl 编号',
  entrez: 'Entrez 编号',
  probe: '芯片探针',
  other: '认不出种类的编号',
};
const SPECIES: Record<Species, string> = { human: '人', mouse: '小鼠', rat: '大鼠' };

const count = (n: number) => n.toLocaleString('en-US');

/** What a file is, in a sentence for its owner. */
export function fileSummary({ fileType, validationStatus, facts }: Pick<FileRecord, 'fileType' | 'validationStatus' | 'facts'>): string {
  if (validationStatus === 'pending') return '正在读取，读完后这里会说明文件里有什么';
  if (facts?.matrix !== undefined) return matrixSummary(facts.matrix);
  if (facts?.oneSample !== undefined) return oneSampleSummary(facts.oneSample, facts.table?.rows ?? 0);
  if (facts?.table !== undefined) return tableSummary(fileType, facts.table, facts);
  return '这个文件没有读成，原因见下';
}

function oneSampleSummary({ label, files = 1 }: OneSample, genes: number): string {
  if (files > 1) return spaced(`压缩包里有 ${count(files)} 个 ${label} 的输出，每个一个样本，第一个有 ${count(genes)} 个基因或转录本`);
  return spaced(`${label} 的输出：一个样本，${count(genes)} 个基因或转录本`);
}

function matrixSummary(matrix: MatrixFacts): string {
  const probes = matrix.identifiers === 'probe';
  const parts = [`表达矩阵：${count(matrix.rows)} 个${probes ? '探针' : '基因'} × ${count(matrix.columns)} 个样本`, KINDS[matrix.kind]];
  parts.push(`行名是${IDENTIFIERS[matrix.identifiers]}${matrix.platform === null ? '' : ` ${matrix.platform}`}`);
  if (matrix.species !== null) parts.push(`物种应为${SPECIES[matrix.species]}`);
  parts.push(matrix.missing === 0 ? '没有缺失值' : `有 ${count(matrix.missing)} 个缺失值`);
  return spaced(parts.join('，'));
}

function tableSummary(fileType: FileType, table: TableFacts, facts: FileFacts): string {
  if (facts.findings.some(({ code, level }) => code === 'transposed' && level === 'must'))
    return '表达矩阵，但行列反了：样本在行，基因在列';
  if (facts.findings.some(({ code, level }) => code === 'commas_unclear' && level === 'must'))
    return '表达矩阵，但看不出数值里的逗号是小数点还是千位的分隔';
  if (fileType === 'gene_list') return `基因列表：${count(table.rows)} 个基因`;
  if (fileType === 'gene_sets') return `基因集：${count(table.rows)} 个`;
  const size = `${count(table.rows)} 行 × ${count(table.columns.length)} 列`;
  const subject = table.describes === 'samples' ? '每行一个样本' : table.describes === 'genes' ? '每行一个基因或探针' : '';
  const group = fileType === 'groups' ? table.columns.find(({ name }) => name === 'group')?.levels : undefined;
  const groups = group === undefined ? '' : `，分组：${group.map(({ value, count: n }) => `${value} ${n} 个`).join('、')}`;
  const kind = fileType === 'annotation' ? (table.describes === 'genes' ? '基因或探针的注释表' : '样本信息表') : FILE_TYPE_WORDS[fileType];
  return `${kind}：${size}${subject === '' ? '' : `，${subject}`}${groups}`;
}
