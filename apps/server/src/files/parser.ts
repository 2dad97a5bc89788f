import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_TYPES, type FileFacts, type FileType, type Finding, fileFactsSchema } from '@oncoloom/contract';
import { z } from 'zod';
import type { Engine, EngineOutcome } from '../engine/engine.ts';
import type { EngineStatus } from '../engine/types.ts';
import type { Log } from '../platform/log.ts';
import { ROOT } from '../platform/root.ts';
import type { Storage } from '../platform/storage.ts';
import { checkMatrix } from './limits.ts';
import { FileRefused } from './refusal.ts';
import type { FileFormat } from './tables.ts';

/** What reading a file needs of the engine. */
export type ParsingEngine = Pick<Engine, 'run' | 'release' | 'onStatus'> & { status(): Pick<EngineStatus, 'state'> };

export interface ReadJob {
  /** The guarded text, or the workbook. */
  path: string;
  name: string;
  format: FileFormat;
  /** Null: to be told from the content. */
  fileType: FileType | null;
  /** What stands between cells; undefined for a workbook. */
  separator: string | undefined;
  /** What the guard found. */
  findings: Finding[];
}

/** What a reading leaves: facts, and checksums of the stored forms. */
export interface ParsedForm {
  fileType: FileType;
  parsed: string;
  cells: string | null;
  facts: FileFacts;
}

export type Reading =
  | { outcome: 'read'; form: ParsedForm }
  | { outcome: 'refused'; refusal: FileRefused }
  /** The engine went away; nothing is known of the file. */
  | { outcome: 'lost' };

const PARSE_TIMEOUT_MS = 5 * 60_000;
/** Raised when the guard writes another text for the same upload. */
const GUARD_VERSION = 1;

const readSchema = fileFactsSchema.extend({ file_type: z.enum(FILE_TYPES) });

/** Changes with the guard and with every line of R's parser: a reading by another one is not used again. */
export function parserVersion(): string {
  const folder = join(ROOT, 'engine/R');
  const hash = createHash('sha256').update(String(GUARD_VERSION));
  for (const name of readdirSync(folder).sort())
    if (/^(parse|inputs|conditions).*\.R$/.test(name)) hash.update(readFileSync(join(folder, name)));
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
      return new FileRefused(413, 'too_large', '文件太大，读取时间超过了 5 分钟。请去掉不需要的样本或行，再上传');
    case 'failed':
      return new FileRefused(422, 'unreadable', '这个文件读不出表格。请用 Excel 打开检查，另存为 CSV 后再上传');
    default:
      return undefined;
  }
}

/** Has R read guarded files, and stores what it makes of them. */
export class FileParser {
  readonly version = parserVersion();
  readonly #engine: ParsingEngine;
  readonly #storage: Storage;
  readonly #log: Log;

  constructor(parts: { engine: ParsingEngine; storage: Storage; log: Log }) {
    this.#engine = parts.engine;
    this.#storage = parts.storage;
    this.#log = parts.log;
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

  /** Nothing is stored of a file that is refused. */
  async read(job: ReadJob, priority: 'interactive' | 'background', signal?: AbortSignal): Promise<Reading> {
    const outcome = await this.#engine.run(
      {
        id: `parse-${randomUUID()}`,
        mode: 'parse',
        request: {
          mode: 'parse',
          path: 'input',
          name: job.name,
          format: job.format,
          file_type: job.fileType,
          separator: job.separator ?? null,
        },
        inputs: { input: job.path },
        priority,
        timeoutMs: PARSE_TIMEOUT_MS,
      },
      signal === undefined ? {} : { signal },
    );
    if (!outcome.ok) return this.#notRead(outcome);
    try {
      return { outcome: 'read', form: await this.#store(outcome.folder, job) };
    } catch (error) {
      if (error instanceof FileRefused) return { outcome: 'refused', refusal: error };
      throw error;
    } finally {
      await this.#engine.release(outcome.folder);
    }
  }

  #notRead(outcome: Extract<EngineOutcome, { ok: false }>): Reading {
    const refusal = refusalOf(outcome);
    if (outcome.code !== 'input') this.#log.warn({ code: outcome.code, detail: outcome.detail }, 'a file could not be read');
    return refusal === undefined ? { outcome: 'lost' } : { outcome: 'refused', refusal };
  }

  async #store(folder: string, job: ReadJob): Promise<ParsedForm> {
    const { file_type: fileType, ...facts } = readSchema.parse(JSON.parse(await readFile(join(folder, 'facts.json'), 'utf8')));
    const must = facts.findings.find(({ level }) => level === 'must');
    if (must !== undefined) throw new FileRefused(422, must.code, must.message);
    if (facts.matrix !== undefined) checkMatrix(facts.matrix.rows, facts.matrix.columns);
    const cells = join(folder, 'cells.json');
    const parsed = await this.#storage.put(join(folder, 'parsed.bin'));
    return {
      fileType,
      parsed: parsed.sha256,
      cells: existsSync(cells) ? (await this.#storage.put(cells)).sha256 : null,
      facts: withoutAbsent({ ...facts, findings: [...facts.findings, ...job.findings] }),
    };
  }
}

/** zod's optional keys carry `undefined`, which exact optional types do not. */
function withoutAbsent(facts: z.infer<typeof fileFactsSchema>): FileFacts {
  return JSON.parse(JSON.stringify(facts)) as FileFacts;
}
