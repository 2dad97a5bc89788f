import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import guardFile from '../../src/files/intake/guard-file.ts';
import { guardLimits } from '../../src/files/intake/limits.ts';
import { FileRefused } from '../../src/files/intake/refusal.ts';
import { Staging } from '../../src/files/intake/staging.ts';
import { ApiError } from '../../src/platform/errors.ts';
import { delimited, matrixRows } from './bytes.ts';

let folder: string;
let staging: Staging;
let room: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guarding-'));
  staging = new Staging(join(folder, 'staging'), { require: () => room() });
  await staging.start();
});
afterAll(async () => {
  await staging.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A file that takes a while to guard: every line is written anew. */
async function slowFile(): Promise<string> {
  const path = join(folder, 'slow.txt');
  const text = delimited(matrixRows(2000, 60), '  ');
  const body = text.slice(text.indexOf('\n') + 1);
  await writeFile(path, text + body.repeat(20));
  return path;
}

const work = async (path: string) => {
  const staged = await staging.takeFile(path, 'text', guardLimits('pay'));
  await staged.discard();
  return staged;
};

/** The share of the time during which this thread was busy, so that calls had to wait. */
async function busy(doing: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization();
  await doing();
  return performance.eventLoopUtilization(before).utilization;
}

it('leaves the event loop to other calls', async () => {
  const raw = await slowFile();
  const here = await busy(() => guardFile({ folder, raw, format: 'text', limits: guardLimits('pay'), inPlace: true }));
  const staged = await work(raw);
  expect(staged.guarded?.rows).toBe(42_000);
  const beside = await busy(() => work(raw));
  expect(beside).toBeLessThan(here / 3);
});

it('refuses with the sentence that the thread has', async () => {
  const path = join(folder, 'ragged.csv');
  await writeFile(path, 'gene,S1,S2\nA,1,2\nB,1\n');
  const refusal: unknown = await work(path).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(FileRefused);
  expect(refusal).toMatchObject({ status: 422, code: 'ragged', message: expect.stringContaining('第 3 行有 2 列') });
});

it('ends what a thread writes when the disk is full', async () => {
  const path = await slowFile();
  const working = work(path);
  room = async () => {
    throw new ApiError(507, '磁盘已满');
  };
  await expect(working).rejects.toMatchObject({ status: 507 });
  room = async () => undefined;
});
