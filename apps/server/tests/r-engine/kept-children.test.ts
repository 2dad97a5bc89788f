/** Jobs of one keeper come to one child; nobody else's do. */
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EngineJob, EngineOutcome } from '../../src/r-engine/engine.ts';
import { isAlive } from '../../src/r-engine/processes.ts';
import { expressionFile, type Fixture, makeEngine, parseJob, probeJob, writeInput } from './fixture.ts';

let fixture: Fixture;
let matrix: string;

beforeAll(async () => {
  fixture = makeEngine();
  await fixture.engine.start();
  const parsed = await succeed(parseJob(expressionFile));
  matrix = join(fixture.folder, 'matrix.bin');
  copyFileSync(join(parsed.folder, 'parsed.bin'), matrix);
  await fixture.engine.release(parsed.folder);
});
afterAll(() => fixture.remove());

async function succeed(job: EngineJob): Promise<Extract<EngineOutcome, { ok: true }>> {
  const outcome = await fixture.engine.run(job);
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message} ${outcome.detail ?? ''}`);
  return outcome;
}

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 10_000, interval: 10 });

/** Runs a job, and answers which process did it and what it said; the folder is released. */
async function processOf(
  job: EngineJob,
): Promise<{ pid: number; folder: string; outcome: EngineOutcome; manifest: { facts: object; tables: object[] } }> {
  let pid = 0;
  const outcome = await fixture.engine.run(job, {
    onEvent: () => {
      pid = fixture.engine.status().children.find((child) => child.job === job.id)?.pid ?? pid;
    },
  });
  const folder = outcome.ok ? outcome.folder : '';
  const manifest = outcome.ok ? JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) : undefined;
  await fixture.engine.release(folder);
  return { pid, folder, outcome, manifest };
}

const keptJob = (keeper: string, behaviour = 'fit', more: Partial<EngineJob> = {}) => probeJob(matrix, behaviour, { keeper, ...more });

let codes = 0;
function codeJob(keeper: string, code: string): EngineJob {
  codes += 1;
  const job = keptJob(keeper, 'evaluate');
  return { ...job, inputs: { ...job.inputs, 'inputs/code.R': writeInput(fixture, `kept-${codes}.R`, code) } };
}

test('the next job of a keeper comes to the same child, and gives what a fresh child gives', async () => {
  const fresh = await processOf(probeJob(matrix, 'fit'));
  const first = await processOf(keptJob('one'));
  const second = await processOf(keptJob('one', 'fit'));
  expect(second.pid).toBe(first.pid);
  expect(fresh.pid).not.toBe(first.pid);
  expect(second.manifest).toMatchObject({ facts: fresh.manifest.facts, tables: fresh.manifest.tables });
  expect(second.folder).not.toBe(first.folder);
});

test('a keeper’s child has no job of another, or of none', async () => {
  const { pid } = await processOf(keptJob('mine'));
  for (const job of [keptJob('yours'), probeJob(matrix, 'fit'), keptJob('theirs')]) expect((await processOf(job)).pid).not.toBe(pid);
});

test('a refused input keeps the child, an error, a crash and a cancelled job do not', async () => {
  const { pid } = await processOf(keptJob('careless'));
  expect((await processOf(keptJob('careless', 'refuse'))).outcome).toMatchObject({ ok: false, code: 'input' });
  expect((await processOf(keptJob('careless'))).pid).toBe(pid);
  for (const [behaviour, code] of [
    ['error', 'failed'],
    ['crash', 'crashed'],
  ] as const) {
    const before = (await processOf(keptJob('careless'))).pid;
    expect((await processOf(keptJob('careless', behaviour))).outcome).toMatchObject({ code });
    await until(() => !isAlive(before));
    expect((await processOf(keptJob('careless'))).pid).not.toBe(before);
  }
  const before = (await processOf(keptJob('careless'))).pid;
  const abort = new AbortController();
  const outcome = await fixture.engine.run(keptJob('careless', 'sleep'), { signal: abort.signal, onEvent: () => abort.abort() });
  expect(outcome).toMatchObject({ code: 'cancelled' });
  expect(isAlive(before)).toBe(false);
  expect((await processOf(keptJob('careless'))).outcome.ok).toBe(true);
});

test('what a job prints goes to its own log, and a job that leaves R’s output diverted does not take the next one’s', async () => {
  const printing = 'cat("of the %s\\n"); sink(textConnection("nowhere", "w", local = TRUE))';
  const logs: string[] = [];
  for (const which of ['first', 'second']) {
    const outcome = await succeed(codeJob('talkative', printing.replace('%s', which)));
    logs.push(readFileSync(join(outcome.folder, 'log.txt'), 'utf8'));
    await fixture.engine.release(outcome.folder);
  }
  expect(logs).toEqual(['of the first\n', 'of the second\n']);
});

test('the folders of a keeper are held together, apart from all others, and go with the child', async () => {
  const { pid, folder } = await processOf(keptJob('tidy'));
  const second = await processOf(keptJob('tidy'));
  const shared = dirname(folder);
  expect(dirname(second.folder)).toBe(shared);
  expect(readdirSync(shared)).toHaveLength(2);
  process.kill(pid, 'SIGKILL');
  await until(() => !existsSync(shared));
});

test('a child that is killed before its result is read leaves it to be read', async () => {
  const job = keptJob('late');
  let pid = 0;
  const outcome = await fixture.engine.run(job, {
    onEvent: () => {
      pid = fixture.engine.status().children.find((child) => child.job === job.id)?.pid ?? pid;
    },
  });
  if (!outcome.ok) throw new Error(outcome.message);
  process.kill(pid, 'SIGKILL');
  await until(() => !isAlive(pid));
  expect(existsSync(join(outcome.folder, 'manifest.json'))).toBe(true);
  await fixture.engine.release(outcome.folder);
  await until(() => !existsSync(dirname(outcome.folder)));
  expect((await processOf(keptJob('late'))).pid).not.toBe(pid);
});

test('as many are kept as there are workers; the one that has waited longest ends for another', async () => {
  const pids: number[] = [];
  for (const keeper of ['a', 'b', 'c']) pids.push((await processOf(keptJob(keeper))).pid);
  await until(() => !isAlive(pids[0] ?? 0));
  expect(pids.slice(1).every((pid) => isAlive(pid))).toBe(true);
  expect((await processOf(keptJob('c'))).pid).toBe(pids[2]);
});

test('a keeper whose jobs overlap has a child for each, and keeps one', async () => {
  const outcomes = await Promise.all([processOf(keptJob('hasty')), processOf(keptJob('hasty'))]);
  const pids = outcomes.map(({ pid }) => pid);
  expect(new Set(pids).size).toBe(2);
  await until(() => pids.filter((pid) => isAlive(pid)).length === 1);
  expect(pids).toContain((await processOf(keptJob('hasty'))).pid);
});

test.each([
  ['has left a process behind', 'parallel::mcparallel(Sys.sleep(600))'],
  [
    'goes on computing',
    `writeLines("{}", "manifest.json")
get("emit", envir = environment(job$log))(list(type = "done"))
repeat sqrt(2)`,
  ],
  ['holds most of a job’s memory', 'assign("held", rep(1, 8e7), envir = globalenv())'],
])('a child is not kept that %s', async (_, code) => {
  const { pid, outcome } = await processOf(codeJob('busy', code));
  expect(outcome.ok).toBe(true);
  await until(() => !isAlive(pid));
  expect((await processOf(keptJob('busy'))).pid).not.toBe(pid);
});

test('children that wait for any job are there beside the kept ones', async () => {
  const { pid } = await processOf(keptJob('host'));
  await until(() => fixture.engine.status().children.filter((child) => child.job === null && child.pid !== pid).length >= 2);
  const others = fixture.engine.status().children.filter((child) => child.job === null && child.pid !== pid);
  expect(others.length).toBeGreaterThanOrEqual(2);
});

test('a child that has been taken over reaches no folder but those of its keeper', async (context) => {
  if (fixture.engine.status().confinement?.files !== true) context.skip('this kernel has no Landlock');
  const answers = async (keeper: string, expression: string) => {
    const texts: string[] = [];
    const code = `answer <- tryCatch(suppressWarnings(${expression}), error = function(condition) "refused")
job$log(paste(format(answer), collapse = " "))`;
    const outcome = await fixture.engine.run(codeJob(keeper, code), { onEvent: (event) => event.type === 'log' && texts.push(event.text) });
    if (outcome.ok) await fixture.engine.release(outcome.folder);
    return texts[0];
  };
  const other = await succeed(keptJob('other'));
  await processOf(keptJob('hostile'));
  const others = `file.path("..", "..", ${JSON.stringify(join(...other.folder.split('/').slice(-2)))})`;
  expect(await answers('hostile', `length(list.files(${others}))`)).toBe('0');
  expect(await answers('hostile', `readLines(file.path(${others}, "request.json"), warn = FALSE)`)).toBe('refused');
  expect(await answers('hostile', `file.create(file.path(${others}, "left"))`)).toBe('FALSE');
  expect(await answers('hostile', `file.create("../../left")`)).toBe('FALSE');
  expect(await answers('hostile', `file.create("left")`)).toBe('TRUE');
  // Only the server puts folders beside its jobs: it finds there what it has made itself.
  if (['full', 'user'].includes(fixture.engine.status().isolation)) {
    expect(await answers('hostile', `file.create("../left")`)).toBe('FALSE');
    expect(await answers('hostile', `file.rename(getwd(), "../left")`)).toBe('FALSE');
  }
  await fixture.engine.release(other.folder);
});
