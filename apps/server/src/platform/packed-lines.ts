import { createGunzip } from 'node:zlib';
import { type Chunks, inflate } from './inflate.ts';

/** What a text may be at most, and the errors of one that is not. */
interface TextLimits {
  /** Bytes, unpacked. */
  size: number;
  /** Letters of a line. */
  line: number;
  refuse(why: 'damaged' | 'size' | 'line'): Error;
}

async function* unpack(chunks: Chunks, refuse: TextLimits['refuse']): AsyncGenerator<Buffer> {
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
  yield* gzip ? inflate(all(), createGunzip(), () => refuse('damaged')) : all();
}

/** Lines of a text that may be packed by gzip, without their ends, while it streams. @throws what `refuse` makes */
export async function* packedLines(chunks: Chunks, { size: most, line: longest, refuse }: TextLimits): AsyncGenerator<string> {
  // GEO writes some names in Latin-1: what is no UTF-8 becomes a mark.
  const decoder = new TextDecoder('utf-8');
  let size = 0;
  let rest = '';
  for await (const chunk of unpack(chunks, refuse)) {
    size += chunk.length;
    if (size > most) throw refuse('size');
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longest) throw refuse('line');
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
