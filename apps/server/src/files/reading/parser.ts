import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA_FILE_TYPES, type FileFacts, type FileFix, type FileType, fileFactsSchema } from '@oncoloom/contract';
import { z } from 'zod';
import { type Disk, diskFull } from '../../platform/disk.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { ROOT } from '../../platform/root.ts';
import type { Engine, EngineOutcome } from '../../r-engine/engine.ts';
import { ForeignResult, hasResult, readResult, streamResult } from '../../r-engine/results.ts';
import type { EngineStatus } from '../../r-engine/types.ts';
import type { Storage, StoredBlob } from '../../storage/storage.ts';
import type { Part } from '../intake/guard-file.ts';
import type { Delimiter } from '../intake/layout.ts';
import { checkMatrix } from '../intake/limits.ts';
import { FileRefused } from '../intake/refusal.ts';
import type { Readable } from '../intake/staging.ts';
import { severalTables } from '../intake/zip.ts';
import type { Annotation } from './annotations.ts';
import type { SexProbes } from './sex-probes.ts';
import { Turns } from './turns.ts';

/** What reading a file needs of the engine. */
export type ParsingEngine = Pick<Engine, 'run' | 'release' | 'onStatus'> & { status(): Pick<EngineStatus, 'state'> };

export interface ReadJob {
  /** What the guard has left for R. */
  readable: Pick<Readable, 'path' | 'readAs' | 'guarded' | 'several'>;
  name: string;
  /** Null: to be told from the content. */
  fileType: FileType | null;
  known?: Known;
}

/** What R is told of it. */
interface BegunJob extends Omit<ReadJob, 'readable'> {
  readable: Pick<Readable, 'path' | 'readAs'> & { guarded: { separator: Delimiter } | undefined };
}

/** A reading that has begun: one of the two has to follow. */
export interface HeadStart {
  /** The guard has let the file pass as it is. */
  finish(readable: ReadJob['readable']): Promise<Reading>;
  abandon(): Promise<void>;
}

/** A change of the table before it is read; R writes the changed table as well. */
export interface Change {
  fix: FileFix;
  /** Of `match_samples`: sample names as they stand, and as they are to be. */
  names?: { from: string; to: string }[];
  /** Of `probes_to_genes`. */
  annotation?: Annotation;
}

/** A matrix of one array that is merged with others. */
export interface ArrayPart {
  readable: Pick<Readable, 'path' | 'readAs' | 'guarded'>;
  name: string;
  /** What its genes are said to come from. */
  platform: string;
  /** Undefined: its rows are named by genes. */
  annotation: Annotation | undefined;
  /** The same ones in the same order as those of the others. */
  samples: readonly string[];
}

interface Merge {
  parts: readonly ArrayPart[];
  /** What the arrays say differently of a sample. */
  differing: readonly { column: string; samples: readonly string[] }[];
  /** Their values are logarithms. */
  logged: boolean;
}

/** What is known of a matrix that came from a result, and that no reader can tell from its text. */
export interface Known {
  kind: 'batch-corrected' | 'scores' | null;
  log_base: 2 | 10 | null;
}

/** What the facts of a file hold that another reading of it would lose. */
export function knownOf(facts: FileFacts | null): Known {
  const { kind, logBase } = facts?.matrix ?? {};
  return { kind: kind === 'batch-corrected' || kind === 'scores' ? kind : null, log_base: logBase ?? null };
}

/** What a reading leaves: facts, and checksums of the stored forms. */
export interface ParsedForm {
  fileType: FileType;
  parsed: string;
  cells: string | null;
  /** Of each. */
  parsedBytes: number | null;
  cellsBytes: number | null;
  facts: FileFacts;
}

export type Reading =
  /** `invalid`: it can't be used as it is, and one of its findings carries the fix. */
  | { outcome: 'read'; form: ParsedForm; status: 'valid' | 'invalid' }
  | { outcome: 'refused'; refusal: FileRefused }
  /** The engine went away; nothing is known of the file. */
  | { outcome: 'lost' }
  /** It takes longer than somebody who waits for it may take a place of the engine's. */
  | { outcome: 'slow' };

/** How long a reading may take: an interactive one keeps others waiting. */
const TIMEOUTS_MS = { interactive: 30_000, background: 5 * 60_000 } as const;
/** A call waits so long for an earlier one of its user. */
const TURN_PATIENCE_MS = 8_000;
/** Larger files may take longer than an interactive reading; a smaller one that does is at fault itself. */
const SLOW_BYTES = 50_000_000;
/** What a reading is made by: the guard, which writes the text that R reads, R's parser, and what the parser calls. */
const PARSER_FOLDERS = ['apps/server/src/files/intake', 'engine/R/genes', 'engine/R/parse', 'engine/R/runtime'];

const readSchema = fileFactsSchema.extend({ file_type: z.enum(DATA_FILE_TYPES) });

/** Changes with every line of the guard and of R's parser: a reading by another one is not used again. */
export function parserVersion(root = ROOT): string {
  const hash = createHash('sha256');
  for (const folder of PARSER_FOLDERS) {
    const names = readdirSync(join(root, folder)).sort();
    // Moved sources would leave the version the same for every parser.
    if (names.length === 0) throw new Error(`no sources of the parser in ${folder}`);
    for (const name of names) hash.update(name).update(readFileSync(join(root, folder, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Why the engine could not read a file, as its owner reads it. */
function refusalOf(outcome: Extract<EngineOutcome, { ok: false }>): FileRefused | undefined {
  switch (outcome.code) {
    case 'input':
      return new FileRefused(422, 'content', outcome.message);
    case 'memory':
      return new FileRefused(413, 'too_large', '文件太大，读取时内存不够。请去掉不需要的样本或行，再上传');
    case 'timeout':
      return new FileRefused(413, 'too_slow', '读取这个文件的时间超过了上限，已停止。请去掉不需要的样本或行，再上传');
    case 'failed':
      return unreadable();
    default:
      return undefined;
  }
}

const unreadable = () =>
  new FileRefused(422, 'unreadable', '这个文件读不出表格。请检查分隔符和引号，或从原来的软件重新导出 CSV 或 TXT，再上传');

/** Did a large file take longer than one who waits for it may take? */
async function isSlow(path: string, outcome: EngineOutcome): Promise<boolean> {
  return !outcome.ok && outcome.code === 'timeout' && (await stat(path)).size > SLOW_BYTES;
}

/** Has R read guarded files, and stores what it makes of them. */
export class FileParser {
  readonly version = parserVersion();
  /** Of each user one file at a time is read. */
  readonly turns = new Turns();
  readonly #engine: ParsingEngine;
  readonly #disk: Pick<Disk, 'isCritical' | 'stopped'>;
  readonly #storage: Storage;
  readonly #log: Log;
  readonly #sexProbes: Pick<SexProbes, 'all'>;

  constructor(parts: {
    engine: ParsingEngine;
    disk: Pick<Disk, 'isCritical' | 'stopped'>;
    storage: Storage;
    log: Log;
    sexProbes: Pick<SexProbes, 'all'>;
  }) {
    this.#engine = parts.engine;
    this.#disk = parts.disk;
    this.#storage = parts.storage;
    this.#log = parts.log;
    this.#sexProbes = parts.sexProbes;
  }

  get ready(): boolean {
    return this.#engine.status().state === 'ready';
  }

  /** @returns a function that ends the watching. */
  onReady(listener: () => void): () => void {
    return this.#engine.onStatus(() => {
      if (this.ready) listener();
    });
  }

  /** Does something that only one call of a user may do at a time. Throws ApiError 409 where another one takes too long. */
  async inTurn<T>(userId: number | null, work: () => Promise<T>): Promise<T> {
    const end = userId === null ? () => {} : await this.turns.take(userId, TURN_PATIENCE_MS);
    if (end === undefined) throw new ApiError(409, '你的另一个文件正在读取。请等它读完再试。');
    return work().finally(end);
  }

  /** Nothing is stored of a file that is refused. */
  async read(job: ReadJob, priority: 'interactive' | 'background', signal?: AbortSignal): Promise<Reading> {
    const outcome = await this.#run(job, null, priority, signal);
    if (priority === 'interactive' && (await isSlow(job.readable.path, outcome))) return { outcome: 'slow' };
    return this.#settle(job, outcome);
  }

  /** Begins to read an upload while its guard still runs: R sees the bytes as they came, nothing is stored yet. */
  begin(path: string, separator: Delimiter, name: string, fileType: FileType | null): HeadStart {
    const abandoned = new AbortController();
    const begun = { readable: { path, readAs: 'text', guarded: { separator } }, name, fileType } as const;
    const running = this.#run(begun, null, 'interactive', abandoned.signal);
    // Whoever finishes it is told; until then nobody listens.
    running.catch(() => undefined);
    return {
      finish: async (readable) => {
        const outcome = await running;
        return (await isSlow(path, outcome)) ? { outcome: 'slow' } : this.#settle({ readable, name, fileType }, outcome);
      },
      abandon: async () => {
        abandoned.abort();
        const outcome = await running.catch(() => undefined);
        if (outcome?.ok) await this.#engine.release(outcome.folder);
      },
    };
  }

  async #settle(job: ReadJob, outcome: EngineOutcome): Promise<Reading> {
    if (!outcome.ok && (await this.#disk.stopped(outcome))) throw diskFull();
    if (!outcome.ok) {
      const { several } = job.readable;
      // What the first table of several is at fault in, says nothing of the archive.
      return several !== undefined && outcome.code === 'input'
        ? { outcome: 'refused', refusal: severalTables(several) }
        : this.#notRead(outcome);
    }
    try {
      if (await this.#disk.isCritical()) throw diskFull();
      return await this.#store(outcome.folder, job.readable);
    } catch (error) {
      if (error instanceof FileRefused) return { outcome: 'refused', refusal: error };
      if (error instanceof ForeignResult) {
        this.#log.error({ err: error }, 'reading a file left something else than its results');
        return { outcome: 'refused', refusal: unreadable() };
      }
      throw error;
    } finally {
      await this.#engine.release(outcome.folder);
    }
  }

  /** Changes a table and reads what becomes of it. Throws FileRefused, or ApiError 503 while the engine is away. */
  async change(job: ReadJob, change: Change): Promise<Changed> {
    return this.#changed(await this.#run(job, change, 'interactive'), job.readable.several);
  }

  async #changed(outcome: EngineOutcome, several: number | undefined): Promise<Changed> {
    if (!outcome.ok && (await this.#disk.stopped(outcome))) throw diskFull();
    if (!outcome.ok) {
      const reading = this.#notRead(outcome);
      throw reading.outcome === 'refused' ? reading.refusal : engineAway();
    }
    try {
      const table = await this.#keep(outcome.folder, 'changed.tsv');
      const reading = await this.#store(outcome.folder, { guarded: undefined, several });
      return { ...reading, table };
    } finally {
      await this.#engine.release(outcome.folder);
    }
  }

  /**
   * Makes a matrix of files of one sample each, and reads it.
   * @throws FileRefused, or ApiError 503 while the engine is away.
   */
  async join(parts: readonly Part[], column: string, name: string): Promise<Changed> {
    const outcome = await this.#engine.run(
      {
        id: `join-${randomUUID()}`,
        mode: 'parse',
        request: {
          mode: 'parse',
          name,
          format: 'text',
          file_type: 'expression',
          join: {
            parts: parts.map(({ name: part, separator }, i) => ({ path: `part-${i}`, name: part, separator: separator ?? null })),
            column,
          },
        },
        inputs: Object.fromEntries(parts.map(({ path }, i) => [`part-${i}`, path])),
        priority: 'interactive',
        timeoutMs: TIMEOUTS_MS.background,
      },
      {},
    );
    return this.#changed(outcome, undefined);
  }

  /**
   * Makes one matrix of genes of several arrays, and reads it.
   * @throws FileRefused, or ApiError 503 while the engine is away.
   */
  async merge({ parts, differing, logged }: Merge, name: string): Promise<Changed> {
    const inputs: Record<string, string> = {};
    const told = parts.map(({ readable, annotation, ...part }, i) => {
      inputs[`array-${i}`] = readable.path;
      if (annotation !== undefined) inputs[`annotation-${i}`] = annotation.path;
      return {
        ...part,
        path: `array-${i}`,
        format: readable.readAs,
        separator: readable.guarded?.separator ?? null,
        annotation: annotation === undefined ? null : `annotation-${i}`,
        label: annotation?.label ?? null,
      };
    });
    const outcome = await this.#engine.run(
      {
        id: `merge-${randomUUID()}`,
        mode: 'parse',
        request: { mode: 'parse', name, format: 'text', file_type: 'expression', merge: { parts: told, differing, logged } },
        inputs,
        priority: 'interactive',
        timeoutMs: TIMEOUTS_MS.background,
      },
      {},
    );
    return this.#changed(outcome, undefined);
  }

  async #run(
    { readable, name, fileType, known }: BegunJob,
    change: Change | null,
    priority: 'interactive' | 'background',
    signal?: AbortSignal,
  ) {
    const { annotation, ...fix } = change ?? {};
    const told =
      change === null ? null : annotation === undefined ? fix : { ...fix, annotation: { path: 'annotation', label: annotation.label } };
    return this.#engine.run(
      {
        id: `parse-${randomUUID()}`,
        mode: 'parse',
        request: {
          mode: 'parse',
          path: 'input',
          name,
          format: readable.readAs,
          file_type: fileType,
          separator: readable.guarded?.separator ?? null,
          change: told,
          known: known ?? null,
          sex_probes: await this.#sexProbes.all(),
        },
        inputs: { input: readable.path, ...(annotation === undefined ? {} : { annotation: annotation.path }) },
        priority,
        timeoutMs: TIMEOUTS_MS[priority],
      },
      signal === undefined ? {} : { signal },
    );
  }

  #notRead(outcome: Extract<EngineOutcome, { ok: false }>): Reading {
    const refusal = refusalOf(outcome);
    if (outcome.code !== 'input') this.#log.warn({ code: outcome.code, detail: outcome.detail }, 'a file could not be read');
    return refusal === undefined ? { outcome: 'lost' } : { outcome: 'refused', refusal };
  }

  /** @param readable what the guard said of it */
  async #store(folder: string, readable: Pick<ReadJob['readable'], 'guarded' | 'several'>): Promise<Extract<Reading, { outcome: 'read' }>> {
    const { file_type: fileType, ...facts } = readSchema.parse(JSON.parse(await readResult(folder, 'facts.json')));
    if (readable.several !== undefined) {
      if (facts.oneSample === undefined) throw severalTables(readable.several);
      facts.oneSample.files = readable.several;
    }
    const must = facts.findings.filter(({ level }) => level === 'must');
    const blocking = must.find(({ fix }) => fix === undefined);
    if (blocking !== undefined) throw new FileRefused(422, blocking.code, blocking.message);
    const status = must.length === 0 ? 'valid' : 'invalid';
    if (facts.matrix !== undefined && status === 'valid') checkMatrix(facts.matrix.rows, facts.matrix.columns);
    const parsed = await this.#keep(folder, 'parsed.bin');
    const shown = (await hasResult(folder, 'cells.json')) ? await this.#keep(folder, 'cells.json') : null;
    const form = {
      fileType,
      parsed: parsed.sha256,
      cells: shown?.sha256 ?? null,
      parsedBytes: parsed.size,
      cellsBytes: shown?.size ?? null,
      facts: withoutAbsent({ ...facts, findings: [...facts.findings, ...(readable.guarded?.findings ?? [])] }),
    };
    return { outcome: 'read', form, status };
  }

  async #keep(folder: string, name: string): Promise<StoredBlob> {
    return this.#storage.put(await streamResult(folder, name));
  }
}

/** What a change leaves: the changed table as text, and its reading. */
export type Changed = Extract<Reading, { outcome: 'read' }> & { table: StoredBlob };

export const engineAway = () => new ApiError(503, '计算引擎正在启动，约 10 秒后再试。', { retryAfter: 10 });

/** zod's optional keys carry `undefined`, which exact optional types do not. */
function withoutAbsent(facts: z.infer<typeof fileFactsSchema>): FileFacts {
  return JSON.parse(JSON.stringify(facts)) as FileFacts;
}
