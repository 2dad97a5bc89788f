import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type Chunks = AsyncIterable<Buffer>;

/** Real matrices shrink to a tenth, sparse counts to a fortieth; a bomb to a thousandth. */
export const BOMB_RATIO = 150;
/** Below this a high ratio harms nobody. */
export const BOMB_FREE_BYTES = 32 * 1024 * 1024;

/**
 * Sends chunks through one of zlib's streams; what zlib says of damaged bytes becomes a sentence.
 * @param refuse told zlib's code.
 */
export async function* inflate(chunks: Chunks, stream: Transform, refuse: (code: string) => Error): AsyncGenerator<Buffer> {
  let sourceError: unknown;
  const feeding = pipeline(async function* () {
    try {
      yield* chunks;
    } catch (error) {
      sourceError = error;
      throw error;
    }
  }, stream).catch(() => undefined);
  try {
    yield* stream as Chunks;
  } catch (error) {
    if (sourceError !== undefined) throw sourceError;
    const { code } = error as NodeJS.ErrnoException;
    throw code?.startsWith('Z_') === true ? refuse(code) : error;
  } finally {
    stream.destroy();
    await feeding;
  }
}
