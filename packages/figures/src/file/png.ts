import { crc32, deflateSync } from 'node:zlib';
import type { ImageAddress, Pixels } from '../kinds/kind.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHANNELS = 3;
/** Filters of a row (PNG specification, third edition, 9.2): each byte less the pixel before it, or less the row above. */
const SUB = 1;
const UP = 2;

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** One row of cells as filtered bytes: of a cell `across` pixels wide only the first differs from the pixel before it. */
function filteredRow({ columns, bytes }: Pixels, row: number, across: number): Buffer {
  const line = Buffer.alloc(1 + columns * across * CHANNELS);
  line[0] = SUB;
  for (let column = 0; column < columns; column += 1) {
    const at = (row * columns + column) * 4;
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const before = column === 0 ? 0 : (bytes[at - 4 + channel] as number);
      line[1 + column * across * CHANNELS + channel] = (bytes[at + channel] as number) - before;
    }
  }
  return line;
}

/** Pixels as a PNG without transparency, each one `across` × `down` pixels large: programs that enlarge a picture blur it. */
function pngOf(pixels: Pixels, across: number, down: number): Buffer {
  const { rows, columns } = pixels;
  const same = Buffer.alloc(1 + columns * across * CHANNELS);
  same[0] = UP;
  const lines: Buffer[] = [];
  for (let row = 0; row < rows; row += 1) {
    lines.push(filteredRow(pixels, row, across));
    for (let again = 1; again < down; again += 1) lines.push(same);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(columns * across, 0);
  header.writeUInt32BE(rows * down, 4);
  // Eight bits a channel, true colours.
  header.set([8, 2], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The same as an address that stands in a document itself. */
export const pngAddress: ImageAddress = (pixels, across, down) => `data:image/png;base64,${pngOf(pixels, across, down).toString('base64')}`;
