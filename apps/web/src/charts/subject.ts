import type { FigureDeclaration } from './types.ts';

/** What a figure's names are: gene symbols are italic and lead to the result's table, names of samples and cut-offs are neither. */
export type Subject = 'gene' | 'sample' | 'cutoff';

export const SUBJECT_WORDS: Record<Subject, string> = { gene: '基因', sample: '样本', cutoff: '截断值' };

/** By the column that plays the role of the label: genes stand in a column of that name. */
export function subjectOf({ columns }: Pick<FigureDeclaration, 'columns'>): Subject {
  if (columns.label === 'cutoff') return 'cutoff';
  return columns.label === undefined || columns.label === 'gene' ? 'gene' : 'sample';
}
