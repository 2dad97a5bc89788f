import { createGunzip } from 'node:zlib';
import { type Chunks, inflate } from '../platform/inflate.ts';

/** No platform of GEO is larger; what is comes from somewhere else. */
const UNPACKED_MAX = 1024 ** 3;
/** The longest cells are the assignments of exon arrays: some 100,000 letters. */
const LINE_MAX = 4 * 1024 ** 2;

/** An annotation that cannot be read; the message is a sentence for the user. */
export class UnreadablePlatform extends Error {}

async function* unpack(chunks: Chunks): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all(): AsyncGenerator<Buffer> {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  const gzip = first.done !== true && first.value[0] === 0x1f && first.value[1] === 0x8b;
  yield* gzip ? inflate(all(), createGunzip(), () => new UnreadablePlatform('压缩文件不完整或已损坏')) : all();
}

/**
 * Lines of a text that may be packed by gzip, without their ends, while it streams.
 * @throws UnreadablePlatform
 */
export async function* unpackedLines(chunks: Chunks): AsyncGenerator<string> {
  // GEO writes some names in Latin-1; only identifiers are taken, and those are ASCII.
  const decoder = new TextDecoder('utf-8');
  let size = 0;
  let rest = '';
  for await (const chunk of unpack(chunks)) {
    size += chunk.length;
    if (size > UNPACKED_MAX) throw new UnreadablePlatform('注释表解压后超过 1 GB，不像是一个平台的');
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_MAX) throw new UnreadablePlatform('注释表里有过长的行，不像是一张表');
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
