import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { FileType } from '@oncoloom/contract';
import { ApiError } from '../../platform/errors.ts';
import type { Chunks } from '../../platform/inflate.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Storage } from '../../storage/storage.ts';
import { guardLimits } from '../intake/limits.ts';
import { formatOf } from '../intake/names.ts';
import type { Staging } from '../intake/staging.ts';
import * as repository from '../repository.ts';
import type { FileRecord } from '../tables.ts';
import { engineAway, type FileParser, type Reading, type ReadJob } from './parser.ts';

/** A first visitor may be faster than the engine's warm-up: it is waited for as long as a call may take. */
const ENGINE_PATIENCE_MS = 8_000;

/** The tools' built-in example inputs: read once for each content, and kept without an owner. */
export class Examples {
  readonly #parts: { database: Database; storage: Storage; parser: FileParser; staging: Staging };
  readonly #known = new Map<string, Promise<FileRecord>>();

  constructor(parts: { database: Database; storage: Storage; parser: FileParser; staging: Staging }) {
    this.#parts = parts;
  }

  /** Throws ApiError 503 while the engine is not ready and the example has never been read. */
  get(path: string, name: string, fileType: FileType): Promise<FileRecord> {
    const key = `${path}\n${fileType}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const reading = this.#read(path, name, fileType);
    this.#known.set(key, reading);
    // A failure, such as an engine that is not warm yet, is no answer to keep.
    reading.catch(() => this.#known.delete(key));
    return reading;
  }

  async #engineReady(): Promise<boolean> {
    const { parser } = this.#parts;
    for (const deadline = Date.now() + ENGINE_PATIENCE_MS; !parser.ready && Date.now() < deadline; ) await delay(100);
    return parser.ready;
  }

  /** Throws ApiError 503 where the engine does not get ready. */
  async #readReady(job: ReadJob): Promise<Reading> {
    if (!(await this.#engineReady())) throw engineAway();
    return this.#parts.parser.read(job, 'interactive');
  }

  async #read(path: string, name: string, fileType: FileType): Promise<FileRecord> {
    const { database, storage, parser, staging } = this.#parts;
    const format = formatOf(name);
    const staged = await staging.take(await openExample(path), format, guardLimits('pay'));
    try {
      const find = () => repository.findExample(database, staged.sha256, fileType, parser.version);
      const known = await find();
      if (known !== undefined) return known;
      const job = { readable: staged, name, fileType };
      let reading = await this.#readReady(job);
      // The engine was lost over it, not the example at fault: it reads again when it is back.
      if (reading.outcome === 'lost') reading = await this.#readReady(job);
      if (reading.outcome === 'lost' || reading.outcome === 'slow') throw engineAway();
      if (reading.outcome === 'refused') throw reading.refusal;
      await storage.put(staged.raw);
      await repository.insertExample(database, {
        ...reading.form,
        name,
        requestedType: fileType,
        format,
        fileSize: staged.size,
        validationStatus: 'valid',
        blob: staged.sha256,
        parserVersion: parser.version,
      });
      const row = await find();
      if (row === undefined) throw new Error(`the example ${name} was not kept`);
      return row;
    } finally {
      await staged.discard();
    }
  }
}

/** Opened before it is read: a stream that finds no file tells it to nobody and would end the process. */
async function openExample(path: string): Promise<Chunks> {
  try {
    return (await open(path)).createReadStream() as Chunks;
  } catch {
    throw new ApiError(503, '这个工具的示例数据还没有准备好，请换用自己的数据，或联系管理员补做安装');
  }
}
