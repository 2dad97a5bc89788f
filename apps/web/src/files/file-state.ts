import type { UserFile } from '@oncoloom/contract';

/** Whether a file can be used, as filters name it and as every file is named first. */
export const STATUS_WORDS: Record<UserFile['validation_status'], string> = { pending: '读取中', valid: '可用', invalid: '不可用' };

/** What it is called that something of a file or of a form should be dealt with, wherever it is counted or listed. */
export const SUGGESTION_WORD = '建议';

/** 「2 项建议」 */
export const suggestionsWord = (count: number): string => `${count} 项${SUGGESTION_WORD}`;

export interface FileState {
  look: UserFile['validation_status'] | 'warning';
  word: string;
}

/** How a file stands, the same in lists, cards, pickers and beside its report: 「可用」, 「可用，2 项建议」. */
export function fileState({ validation_status: status, suggestions }: Pick<UserFile, 'validation_status' | 'suggestions'>): FileState {
  const word = STATUS_WORDS[status];
  return status === 'valid' && suggestions > 0
    ? { look: 'warning', word: `${word}，${suggestionsWord(suggestions)}` }
    : { look: status, word };
}
