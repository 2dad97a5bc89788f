import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineJob, EngineLog, EngineOptions } from '../../src/r-engine/engine.ts';
import { Engine } from '../../src/r-engine/engine.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const TOOLS = join(ROOT, 'engine/tests/fixtures/tools');
const EXAMPLE = join(TOOLS, 'fixture/probe/example');

/** What the engine logged, for assertions. */
export const logged: string[] = [];
const log: EngineLog = {
  info: (_, message) => logged.push(message),
  warn: (_, message) => logged.push(message),
  error: (fields, message) => logged.push(`${message} ${JSON.stringify(fields)}`),
};

export interface Fixture {
  engine: Engine;
  folder: string;
  /** Another engine over the same jobs. */
  another(options?: Partial<EngineOptions>): Engine;
  remove(): Promise<void>;
}

/** An engine with the test tool `probe`, in a folder of its own; not started yet. */
export function makeEngine(options: Partial<EngineOptions> = {}): Fixture {
  const folder = mkdtempSync(join(tmpdir(), 'oncoloom-engine-'));
  const another = (more: Partial<EngineOptions> = {}) =>
    new Engine({
      root: ROOT,
      tools: TOOLS,
      jobs: join(folder, 'jobs'),
      workers: 2,
      memoryBytes: 2 ** 30,
      timeoutMs: 60_000,
      log,
      availableBytes: () => 64 * 2 ** 30,
      ...options,
      ...more,
    });
  const engine = another();
  return {
    engine,
    folder,
    another,
    remove: async () => {
      await engine.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Names of the servers' folders in one for jobs, without the locks beside them. */
export const homesIn = (jobs: string): string[] => readdirSync(jobs).filter((name) => !name.endsWith('.lock'));

let count = 0;
/** A job that reads the file at `path`. */
export function parseJob(path: string, fields: Record<string, unknown> = {}): EngineJob {
  count += 1;
  return {
    id: `parse-${count}`,
    mode: 'parse',
    request: { mode: 'parse', path: 'upload', name: 'upload.tsv', format: 'text', file_type: null, ...fields },
    inputs: { upload: path },
    priority: 'interactive',
  };
}

export const expressionFile = join(EXAMPLE, 'expression.tsv');
const groupsFile = join(EXAMPLE, 'groups.tsv');

/** A job of the test tool. @param matrix Path of the parsed example matrix. */
export function probeJob(matrix: string, behaviour: string, more: Partial<EngineJob> = {}): EngineJob {
  count += 1;
  return {
    id: `probe-${behaviour}-${count}`,
    mode: 'analyse',
    request: {
      mode: 'analyse',
      tool: 'probe',
      version: '1.0.0',
      seed: 7,
      params: { behaviour, case_group: 'tumour', scale: 1, top: 10, covariates: [], pair: null },
      inputs: [
        { name: 'expression', type: 'matrix', path: 'inputs/expression.bin', sha256: 'a', label: 'expression.tsv' },
        { name: 'groups', type: 'table', path: 'inputs/groups.tsv', sha256: 'b', label: 'groups.tsv' },
      ],
    },
    inputs: { 'inputs/expression.bin': matrix, 'inputs/groups.tsv': groupsFile },
    priority: 'task',
    ...more,
  };
}

/** A job that writes a workbook. @param table Path of the test tool's table `fit`. */
export function workbookJob(table: string): EngineJob {
  count += 1;
  return {
    id: `workbook-${count}`,
    mode: 'xlsx',
    request: { mode: 'xlsx', tables: [{ path: 'tables/fit.tsv', sheet: '结果' }], output: 'tables.xlsx' },
    inputs: { 'tables/fit.tsv': table },
    priority: 'interactive',
  };
}

/** A file below the fixture's folder. */
export function writeInput(fixture: Fixture, name: string, text: string | Buffer): string {
  const folder = join(fixture.folder, 'inputs');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
