import { type Profile, STORAGE_KINDS, type StorageKind } from '@oncoloom/contract';
import { formatBytes } from '@oncoloom/tool-kit';

const WORDS: Record<StorageKind, string> = {
  files: '上传的文件',
  forms: '读入后的数据',
  results: '分析结果',
  drawings: '图和文档',
  uploading: '正在上传',
};

/** What the space is taken by, in bytes, and its name. */
export function storageParts(kinds: Profile['storage_kinds']): { word: string; bytes: number }[] {
  return STORAGE_KINDS.filter((kind) => kinds[kind] > 0).map((kind) => ({ word: WORDS[kind], bytes: kinds[kind] }));
}

/** Why more is taken than the files have: 「其中上传的文件 2.0 MB、分析结果 1.2 MB」; undefined where files alone take it. */
export function storageSentence(kinds: Profile['storage_kinds']): string | undefined {
  const parts = storageParts(kinds);
  if (parts.every(({ word }) => word === WORDS.files)) return undefined;
  return `其中${parts.map(({ word, bytes }) => `${word} ${formatBytes(bytes)}`).join('、')}`;
}
