import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { FileRefused } from './refusal.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252';

/** Bytes of text that are looked at before an encoding is settled. */
export const SAMPLE_BYTES = 64 * 1024;

const BINARY = '这个文件不是文本表格。请上传 CSV、TSV、TXT 或 XLSX 格式的数据表';
const BOMS: readonly { bytes: readonly number[]; encoding: Encoding }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** Length of `bytes` without an unfinished UTF-8 sequence at its end. */
function completeUtf8Length(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/**
 * Chinese text in GBK has its high bytes in pairs, Latin-1 text has them alone between ASCII letters.
 * GB18030 is the superset in which GBK is read.
 */
function legacyEncoding(bytes: Buffer): Encoding {
  let paired = 0;
  let alone = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    if ((bytes[i] ?? 0) < 0x80) continue;
    if ((bytes[i + 1] ?? 0) >= 0x80) {
      paired += 1;
      i += 1;
    } else alone += 1;
  }
  return paired >= alone ? 'gb18030' : 'windows-1252';
}

/** Zero bytes stand at every second place of mostly Latin UTF-16; anywhere else they mean that this is no text. */
function zeroBytesEncoding(sample: Buffer): Encoding {
  const places: [number, number] = [0, 0];
  for (let i = 0; i < sample.length; i += 1) if (sample[i] === 0) places[i % 2 === 0 ? 0 : 1] += 1;
  const half = sample.length / 2;
  if (places[1] > 0.4 * half && places[0] < 0.05 * half) return 'utf-16le';
  if (places[0] > 0.4 * half && places[1] < 0.05 * half) return 'utf-16be';
  throw new FileRefused(415, 'binary', BINARY);
}

function countControls(sample: Buffer): number {
  let count = 0;
  for (const byte of sample) if (byte < 9 || (byte > 13 && byte < 32)) count += 1;
  return count;
}

/**
 * Settles the encoding of a text from its first bytes.
 * @returns the encoding and the length of the byte order mark.
 * @throws FileRefused 415 when the bytes are no text.
 */
function detectEncoding(sample: Buffer): { encoding: Encoding; skip: number } {
  for (const { bytes, encoding } of BOMS) {
    if (bytes.every((byte, i) => sample[i] === byte)) return { encoding, skip: bytes.length };
  }
  if (sample.includes(0)) return { encoding: zeroBytesEncoding(sample), skip: 0 };
  if (countControls(sample) > sample.length / 100) throw new FileRefused(415, 'binary', BINARY);
  const complete = sample.subarray(0, completeUtf8Length(sample));
  return { encoding: isUtf8(complete) ? 'utf-8' : legacyEncoding(sample), skip: 0 };
}

/** Turns the bytes of a text, chunk by chunk, into UTF-8 with LF line ends. */
export class TextDecoderStage {
  /** Settled by the first chunk. A file that is ASCII for long and Chinese further down settles it there. */
  encoding: Encoding = 'utf-8';
  /** Characters that could not be read; each became U+FFFD. */
  unreadable = 0;
  /** Is what came out so far other than what came in? */
  altered = false;

  #decoder: iconv.DecoderStream | undefined;
  #started = false;
  #onlyAscii = true;
  #tail: Buffer = Buffer.alloc(0);
  #endedWithReturn = false;

  /** @param chunk the first one must hold at least SAMPLE_BYTES, or the whole file. */
  push(chunk: Buffer): Buffer {
    let bytes = chunk;
    if (!this.#started) {
      this.#started = true;
      const { encoding, skip } = detectEncoding(chunk.subarray(0, SAMPLE_BYTES));
      this.#use(encoding);
      this.altered = skip > 0;
      bytes = chunk.subarray(skip);
    }
    return this.#lineEnds(this.#decode(bytes));
  }

  /** @returns what was held back: the rest of an unfinished character. */
  end(): Buffer {
    if (this.#decoder !== undefined) return this.#lineEnds(this.#fromText(this.#decoder.end() ?? ''));
    const rest = this.#tail;
    this.#tail = Buffer.alloc(0);
    return rest.length === 0 ? rest : this.#fromText(rest.toString('utf8'));
  }

  #use(encoding: Encoding): void {
    this.encoding = encoding;
    this.#decoder = encoding === 'utf-8' ? undefined : iconv.getDecoder(encoding, { stripBOM: false });
  }

  #decode(bytes: Buffer): Buffer {
    if (this.#decoder !== undefined) return this.#fromText(this.#decoder.write(bytes));
    const all = this.#tail.length === 0 ? bytes : Buffer.concat([this.#tail, bytes]);
    const complete = all.subarray(0, completeUtf8Length(all));
    this.#tail = all.subarray(complete.length);
    if (this.#onlyAscii && isAscii(complete)) return complete;
    if (isUtf8(complete)) {
      this.#onlyAscii = false;
      return complete;
    }
    if (!this.#onlyAscii) return this.#fromText(complete.toString('utf8'));
    this.#use(legacyEncoding(all));
    this.#tail = Buffer.alloc(0);
    return this.#decode(all);
  }

  #fromText(text: string): Buffer {
    this.altered = true;
    for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) this.unreadable += 1;
    return Buffer.from(text, 'utf8');
  }

  /** CRLF (Windows) and CR (old Mac) become LF; a CR at the end of a chunk waits for what follows. */
  #lineEnds(text: Buffer): Buffer {
    const bytes = this.#endedWithReturn && text[0] === 0x0a ? text.subarray(1) : text;
    if (text.length > 0) this.#endedWithReturn = false;
    if (!bytes.includes(0x0d)) return bytes;
    this.#endedWithReturn = bytes[bytes.length - 1] === 0x0d;
    this.altered = true;
    return Buffer.from(bytes.toString('latin1').replace(/\r\n?/g, '\n'), 'latin1');
  }
}
