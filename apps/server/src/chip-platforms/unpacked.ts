import type { Chunks } from '../platform/inflate.ts';
import { packedLines } from '../platform/packed-lines.ts';

/** An annotation that cannot be read; the message is a sentence for the user. */
export class UnreadablePlatform extends Error {}

const SENTENCES = {
  damaged: '压缩文件不完整或已损坏',
  // No platform of GEO is larger; what is comes from somewhere else.
  size: '注释表解压后超过 1 GB，不像是一个平台的',
  // The longest cells are the assignments of exon arrays: some 100,000 letters.
  line: '注释表里有过长的行，不像是一张表',
};

/** Lines of an annotation that may be packed by gzip, while it streams. @throws UnreadablePlatform */
export const unpackedLines = (chunks: Chunks): AsyncGenerator<string> =>
  packedLines(chunks, { size: 1024 ** 3, line: 4 * 1024 ** 2, refuse: (why) => new UnreadablePlatform(SENTENCES[why]) });
