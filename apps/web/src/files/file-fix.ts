import { FILE_FIXES, type FileFix } from '@oncoloom/contract';

export const isFileFix = (text: string | undefined): text is FileFix => FILE_FIXES.some((fix) => fix === text);

/** Said after a fix. @param version The new one's number. */
export const fixedWords = (version: number): string => `已改成第 ${version} 版，原来的还在。`;
