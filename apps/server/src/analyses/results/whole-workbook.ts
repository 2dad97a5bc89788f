import { openResult } from '../../r-engine/results.ts';

/** How a whole zip begins, and the record at the end of its directory; the end may have some bytes behind it. */
const MARK = { begin: 'PK\x03\x04', end: 'PK\x05\x06' } as const;
const EDGE_BYTES = 1024;

/**
 * Has the engine left a whole workbook? On a full disk R's writers leave an empty or a broken one without an error, and whatever is
 * stored is given out for good.
 * @param name Relative to the job's folder.
 */
export async function isWholeWorkbook(folder: string, name: string): Promise<boolean> {
  const handle = await openResult(folder, name);
  try {
    const { size } = await handle.stat();
    const edge = async (from: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(EDGE_BYTES), 0, EDGE_BYTES, from);
      return buffer.toString('latin1', 0, bytesRead);
    };
    const first = await edge(0);
    const last = await edge(Math.max(0, size - EDGE_BYTES));
    return first.startsWith(MARK.begin) && last.includes(MARK.end);
  } finally {
    await handle.close();
  }
}
