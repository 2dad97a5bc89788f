import { rowSubjectOf, type Told, type ToldFigure } from '@oncoloom/tool-kit';

/** What a figure's names are: gene symbols are italic; they and probes lead to the result's table, names of sets, samples, cell types, modules and cut-offs are neither. */
export type Subject = 'gene' | 'probe' | 'set' | 'sample' | 'type' | 'module' | 'cutoff';

export const SUBJECT_WORDS: Record<Subject, string> = {
  gene: '基因',
  probe: '探针',
  set: '基因集',
  sample: '样本',
  type: '细胞类型',
  module: '模块',
  cutoff: '截断值',
};

/** How many there are of them, where names are not written. */
export const COUNTED: Record<Subject, Told> = {
  gene: { zh: '{n} 个基因', en: '{n} genes' },
  probe: { zh: '{n} 个探针', en: '{n} probes' },
  set: { zh: '{n} 个基因集', en: '{n} gene sets' },
  sample: { zh: '{n} 个样本', en: '{n} samples' },
  type: { zh: '{n} 个细胞类型', en: '{n} cell types' },
  module: { zh: '{n} 个模块', en: '{n} modules' },
  cutoff: { zh: '{n} 个截断值', en: '{n} cut-offs' },
};

/** What columns are called whose names are of this sort. */
const NAMED_SO: readonly Subject[] = ['cutoff', 'set', 'type', 'module'];

/**
 * As the figure declares it, or by the column that plays the role of the label: genes stand in a column of that name, and so do probes; sets in one
 * called `set`, cell types in `type`, modules in `module`. @param words Of the run.
 */
export function subjectOf({ columns, subject }: Pick<ToldFigure, 'columns' | 'subject'>, words: Readonly<Record<string, string>>): Subject {
  const named = subject ?? NAMED_SO.find((name) => name === columns.label);
  if (named !== undefined) return named;
  return columns.label === undefined || columns.label === 'gene' ? rowSubjectOf(words) : 'sample';
}

/** Do the names stand for rows of the result? */
export const isRow = (subject: Subject): boolean => subject === 'gene' || subject === 'probe';
