import { openResult } from '../engine/results.ts';

/** How a whole file of a format begins and ends. The end may have some bytes behind it. */
const MARKS: Record<string, { begin: readonly string[]; end: string }> = {
  pdf: { begin: ['%PDF-'], end: '%%EOF' },
  svg: { begin: ['<?xml', '<svg'], end: '</svg>' },
  png: { begin: ['\x89PNG\r\n\x1a\n'], end: 'IEND' },
  // A zip: its first entry, and the record at the end of its directory.
  xlsx: { begin: ['PK\x03\x04'], end: 'PK\x05\x06' },
};
const EDGE_BYTES = 1024;

/**
 * Is what has been drawn a whole file of its format? A device that could not write, on a full disk for instance, leaves an empty or a broken
 * one without an error, and whatever is stored is given out for good.
 * @param name Relative to the job's folder, with the format's ending.
 */
export async function isWhole(folder: string, name: string): Promise<boolean> {
  const marks = MARKS[name.slice(name.lastIndexOf('.') + 1)];
  if (marks === undefined) throw new Error(`no marks of the format of ${name}`);
  const handle = await openResult(folder, name);
  try {
    const { size } = await handle.stat();
    const edge = async (from: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(EDGE_BYTES), 0, EDGE_BYTES, from);
      return buffer.toString('latin1', 0, bytesRead);
    };
    const first = await edge(0);
    const last = await edge(Math.max(0, size - EDGE_BYTES));
    return marks.begin.some((mark) => first.startsWith(mark)) && last.includes(marks.end);
  } finally {
    await handle.close();
  }
}
