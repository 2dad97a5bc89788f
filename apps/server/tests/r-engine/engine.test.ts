import { type ChildProcess, spawn } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineEvent, EngineOutcome } from '../../src/r-engine/engine.ts';
import { clearLeftovers } from '../../src/r-engine/folders.ts';
import { isAlive, processFacts, processSpace } from '../../src/r-engine/processes.ts';
import { expressionFile, type Fixture, homesIn, makeEngine, parseJob, probeJob, writeInput } from './fixture.ts';

let fixture: Fixture;
let matrix: string;

async function succeed(promise: Promise<EngineOutcome>): Promise<Extract<EngineOutcome, { ok: true }>> {
  const outcome = await promise;
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message} ${outcome.detail ?? ''}`);
  return outcome;
}

async function fail(promise: Promise<EngineOutcome>): Promise<Extract<EngineOutcome, { ok: false }>> {
  const outcome = await promise;
  if (outcome.ok) throw new Error('the job was expected to fail');
  return outcome;
}

async function until(condition: () => boolean, ms = 10_000): Promise<void> {
  const end = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > end) throw new Error('waited in vain');
    await sleep(20);
  }
}

const homesOf = ({ folder }: Fixture) => homesIn(join(folder, 'jobs'));

function childOf(job: string): number {
  const child = fixture.engine.status().children.find((entry) => entry.job === job);
  if (child === undefined) throw new Error(`no child runs ${job}`);
  return child.pid;
}

/** Starts a job and waits until it is inside the tool. */
async function begun(behaviour: string, options: { signal?: AbortSignal; timeoutMs?: number } = {}) {
  const job = probeJob(matrix, behaviour, options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs });
  let started = false;
  const outcome = fixture.engine.run(job, {
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    onEvent: () => {
      started = true;
    },
  });
  await until(() => started);
  return { job, outcome, pid: childOf(job.id) };
}

beforeAll(async () => {
  fixture = makeEngine();
  await fixture.engine.start();
  const parsed = await succeed(fixture.engine.run(parseJob(expressionFile)));
  matrix = join(fixture.folder, 'matrix.bin');
  copyFileSync(join(parsed.folder, 'parsed.bin'), matrix);
  await fixture.engine.release(parsed.folder);
});
afterAll(() => fixture.remove());

describe('a job', () => {
  test('gives steps, tables and a manifest whose checksums hold', async () => {
    const events: EngineEvent[] = [];
    const { folder } = await succeed(fixture.engine.run(probeJob(matrix, 'fit'), { onEvent: (event) => events.push(event) }));
    expect(events).toEqual([
      { type: 'step', name: '准备', progress: 0.1 },
      { type: 'step', name: '拟合线性模型', progress: 0.5 },
    ]);
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(manifest.tool).toBe('probe');
    expect(manifest.facts).toMatchObject({ genes: 200, none: null });
    expect(manifest.inputs).toEqual([
      { id: 'expression', sha256: 'a', rows: 200, columns: 12 },
      { id: 'groups', sha256: 'b', rows: 12, columns: 3 },
    ]);
    expect(manifest.tables.map((table: { id: string }) => table.id)).toEqual(['fit', 'wide']);
    expect(readFileSync(join(folder, 'tables/fit.tsv'), 'utf8').split('\n')[0]).toBe('gene\tlogFC\tP.Value\tsignificant');
    await fixture.engine.release(folder);
    expect(existsSync(folder)).toBe(false);
  });

  test('is done though the server was busy until after its process had gone', async () => {
    const job = probeJob(matrix, 'fit');
    const outcome = fixture.engine.run(job, {
      onEvent: () => {
        const child = fixture.engine.status().children.find((entry) => entry.job === job.id)?.pid;
        const start = child === undefined ? undefined : processFacts(child)?.start;
        // Nothing else runs in this process meanwhile; the next look at the children is due before what they say is read.
        while (child !== undefined && start !== undefined && isAlive(child, start));
      },
    });
    await succeed(outcome);
  });

  test('gives the same bytes for the same seed', async () => {
    const folders = await Promise.all([1, 2].map(async () => (await succeed(fixture.engine.run(probeJob(matrix, 'fit')))).folder));
    const [first, second] = folders.map((folder) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
    expect(first.facts.random).toBe(second.facts.random);
    expect(first.tables).toEqual(second.tables);
    await Promise.all(folders.map((folder) => fixture.engine.release(folder)));
  });

  test('may print what it likes, also the words of the protocol', async () => {
    const { folder } = await succeed(fixture.engine.run(probeJob(matrix, 'print')));
    expect(readFileSync(join(folder, 'log.txt'), 'utf8')).toContain('noise without end of line');
    await fixture.engine.release(folder);
  });

  test('tells warnings as log lines', async () => {
    const events: EngineEvent[] = [];
    const { folder } = await succeed(fixture.engine.run(probeJob(matrix, 'warn'), { onEvent: (event) => events.push(event) }));
    expect(events).toContainEqual({ type: 'log', level: 'warning', text: '三个探针没有数值' });
    await fixture.engine.release(folder);
  });

  test('is given to a child that waits for it: nothing is started or loaded for it', async () => {
    const waiting = () => fixture.engine.status().children.filter((child) => child.job === null);
    await until(() => waiting().length >= 2);
    const pids = waiting().map(({ pid }) => pid);
    const abort = new AbortController();
    const { outcome, pid } = await begun('sleep', { signal: abort.signal });
    expect(pids).toContain(pid);
    abort.abort();
    await outcome;
  });
});

describe('a failing job', () => {
  test('at the input gives the tool’s own sentence and field', async () => {
    expect(await fail(fixture.engine.run(probeJob(matrix, 'refuse')))).toEqual({
      ok: false,
      code: 'input',
      field: 'groups',
      message: '分组表里只有一组，至少要有两组才能比较',
    });
  });

  test('by an error of R gives a sentence with the step, and R’s words as detail', async () => {
    const outcome = await fail(fixture.engine.run(probeJob(matrix, 'error')));
    expect(outcome).toMatchObject({
      code: 'failed',
      message: '计算在「准备」这一步中断了。请核对数据和参数后再运行；若仍中断，请把任务编号和日志发给管理员。',
    });
    expect(outcome.detail).toContain('subscript out of bounds');
  });

  test('by a table that the tool does not declare', async () => {
    expect(await fail(fixture.engine.run(probeJob(matrix, 'undeclared')))).toMatchObject({
      code: 'failed',
      detail: 'undeclared tables: extra',
    });
  });

  test.each([
    [
      'misspelt',
      { behaviour: 'fit', case_group: 'tumour', scale: 1, topp: 10, covariates: [], pair: null },
      'unknown parameter topp; missing parameter top',
    ],
    [
      'out of range',
      { behaviour: 'fit', case_group: 'tumour', scale: 0, top: 10, covariates: [], pair: null },
      'parameter scale: is not above 0',
    ],
    ['null', { behaviour: 'fit', case_group: null, scale: 1, top: 10, covariates: [], pair: null }, 'parameter case_group: is null'],
  ])('by parameters that are %s', async (_, params, detail) => {
    const job = probeJob(matrix, 'fit');
    expect(await fail(fixture.engine.run({ ...job, request: { ...job.request, params } }))).toMatchObject({ code: 'failed', detail });
  });

  test.each(['quit', 'crash'])('by %s of its process: crashed, and the engine lives', async (behaviour) => {
    const pid = fixture.engine.status().pid;
    expect(await fail(fixture.engine.run(probeJob(matrix, behaviour)))).toMatchObject({
      code: 'crashed',
      message: '计算进程意外退出。请再运行一次；若仍退出，请减少基因数或样本数。',
    });
    expect(fixture.engine.status()).toMatchObject({ state: 'ready', pid });
  });

  test('by kill -9: crashed, long before its limit of time', async () => {
    const { outcome, pid } = await begun('sleep');
    process.kill(pid, 'SIGKILL');
    expect(await fail(outcome)).toMatchObject({ code: 'crashed' });
  });

  test('by the limit of time', async () => {
    const job = probeJob(matrix, 'sleep', { timeoutMs: 700 });
    expect(await fail(fixture.engine.run(job))).toMatchObject({
      code: 'timeout',
      message: '计算超过 0.7 秒的时限，已停止。请减少基因数或样本数，再运行。',
    });
  });

  test('by the limit of memory', async () => {
    const small = makeEngine({ memoryBytes: 400 * 2 ** 20, workers: 1 });
    await small.engine.start();
    const outcome = await fail(small.engine.run(probeJob(matrix, 'allocate')));
    expect(outcome.code).toBe('memory');
    expect(outcome.message).toMatch(/^内存不够：/);
    expect(await small.engine.run(probeJob(matrix, 'fit'))).toMatchObject({ ok: true });
    await small.remove();
  });

  test.each([
    // Six of 240 MB each.
    ['by the memory of all its forks together', 'memory', 'parallel::mcparallel({ own <- numeric(3e7) + i; Sys.sleep(60); own[[1]] })'],
    // 480 MB that each of seven processes sees.
    ['not by memory that its forks share', undefined, 'parallel::mcparallel({ Sys.sleep(1.5); shared[[i]] })'],
  ])('%s', async (_, code, fork) => {
    const source = `shared <- ${code === undefined ? 'numeric(6e7) + 1' : '0'}
forks <- lapply(1:6, function(i) ${fork})
parallel::mccollect(forks)`;
    const job = probeJob(matrix, 'evaluate');
    const inputs = { ...job.inputs, 'inputs/code.R': writeInput(fixture, 'forks.R', source) };
    const outcome = await fixture.engine.run({ ...job, inputs });
    expect(outcome.ok ? undefined : outcome.code).toBe(code);
    if (outcome.ok) await fixture.engine.release(outcome.folder);
  });

  test('not by memory that was given back: vectors come and go within the limit', async () => {
    const small = makeEngine({ memoryBytes: 2 * 2 ** 30, workers: 1 });
    await small.engine.start();
    expect(await small.engine.run(probeJob(matrix, 'churn'))).toMatchObject({ ok: true });
    await small.remove();
  });

  test('leaves no folder behind', async () => {
    await fail(fixture.engine.run(probeJob(matrix, 'error')));
    await until(() => !readdirSync(join(homeOf(fixture), 'jobs')).some((name) => name.startsWith('probe-error')));
  });
});

/** The engine's working directory. */
function homeOf(of: Fixture): string {
  const [name = ''] = homesOf(of);
  return join(of.folder, 'jobs', name);
}

describe('cancelling', () => {
  test('ends a running job and all that it started', async () => {
    const abort = new AbortController();
    const { outcome, pid } = await begun('offspring', { signal: abort.signal });
    await until(() => groupMembers(pid).length > 1);
    abort.abort();
    expect(await fail(outcome)).toMatchObject({ code: 'cancelled', message: '任务已取消。' });
    expect(isAlive(pid)).toBe(false);
    await until(() => groupMembers(pid).length === 0);
  });

  test('takes a waiting job out of the line', async () => {
    const abort = new AbortController();
    const busy = [await begun('sleep', { signal: abort.signal }), await begun('sleep', { signal: abort.signal })];
    const outcome = fixture.engine.run(probeJob(matrix, 'fit'), { signal: abort.signal });
    expect(fixture.engine.status().queue.task).toBe(1);
    abort.abort();
    expect(await fail(outcome)).toMatchObject({ code: 'cancelled' });
    for (const job of busy) expect(await fail(job.outcome)).toMatchObject({ code: 'cancelled' });
    expect(fixture.engine.status().queue.task).toBe(0);
  });

  test('before the start', async () => {
    expect(await fail(fixture.engine.run(probeJob(matrix, 'fit'), { signal: AbortSignal.abort() }))).toMatchObject({ code: 'cancelled' });
  });
});

/** Living processes of a group. */
function groupMembers(pgid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return Number(group) === pgid && state !== 'Z';
      } catch {
        return false;
      }
    })
    .map(Number);
}

describe('order', () => {
  test('a watcher is served while two tasks run; background work waits', async () => {
    const abort = new AbortController();
    const busy = [await begun('sleep', { signal: abort.signal }), await begun('sleep', { signal: abort.signal })];
    const background = fixture.engine.run({ ...probeJob(matrix, 'fit'), priority: 'background' });
    const interactive = await succeed(fixture.engine.run(parseJob(expressionFile)));
    expect(fixture.engine.status().queue.background).toBe(1);
    abort.abort();
    await Promise.all(busy.map((job) => job.outcome));
    const drawn = await succeed(background);
    await Promise.all([interactive, drawn].map(({ folder }) => fixture.engine.release(folder)));
  });
});

describe('isolation', () => {
  test('a job has its own folder, user, temporary files, and neither network nor the server’s environment', async () => {
    const texts: string[] = [];
    const onEvent = (event: EngineEvent) => event.type === 'log' && texts.push(event.text);
    process.env.ONCOLOOM_SECRET = 'not for R';
    const { folder } = await succeed(fixture.engine.run(probeJob(matrix, 'environment'), { onEvent }));
    delete process.env.ONCOLOOM_SECRET;
    const text = texts.join('\n');
    expect(text).not.toMatch(/ONCOLOOM|DATABASE_URL/);
    expect(text).toMatch(/^tempdir \S+\/probe-environment-[^/]+\/tmp\/Rtmp/m);
    const { isolation } = fixture.engine.status();
    if (isolation === 'full') {
      expect(text).toMatch(/^uid 64901$/m);
      expect(text).toMatch(/^walk 0$/m);
      expect(statSync(folder).uid).toBe(64_901);
    }
    if (isolation === 'full' || isolation === 'network') expect(text).toMatch(/^network lo$/m);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await fixture.engine.release(folder);
  });

  test('an input cannot be changed by the job', async () => {
    const source = writeInput(fixture, 'kept.tsv', readFileSync(expressionFile));
    const { folder } = await succeed(fixture.engine.run(parseJob(source)));
    const placed = statSync(join(folder, 'upload'));
    // Linked where only the server may write it, copied otherwise.
    if (placed.ino === statSync(source).ino) expect(placed.uid).not.toBe(statSync(folder).uid);
    await fixture.engine.release(folder);
  });
});

/** In front of a command: runs it where numbers of processes are others, as in a container or on another machine. */
const ELSEWHERE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** Another server over a fixture's jobs, with a job that runs for a minute. @param where Words in front of its command. */
async function abandon(
  other: Fixture,
  uid?: number,
  where: readonly string[] = [],
): Promise<{ server: ChildProcess; child: number; zygote: number; isolation: string }> {
  const script = join(import.meta.dirname, 'abandoned-server.ts');
  const own = writeInput(other, 'matrix.bin', readFileSync(matrix));
  if (uid !== undefined) for (const path of [other.folder, dirname(own), own]) chownSync(path, uid, uid);
  const [file = '', ...args] = [...where, process.execPath, '--import', 'tsx', script, join(other.folder, 'jobs'), own];
  const server = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid, env: { PATH: process.env.PATH, TMPDIR: other.folder, HOME: other.folder } }),
  });
  const line = await new Promise<string>((resolve) => {
    server.stdout.once('data', (data: Buffer) => resolve(data.toString()));
  });
  return { server, ...(JSON.parse(line) as { child: number; zygote: number; isolation: string }) };
}

describe('the engine', () => {
  test('restarts after kill -9 of its parent; the running job ends, the next one runs', async () => {
    const running = await begun('sleep', { timeoutMs: 4000 });
    const { pid, restarts } = fixture.engine.status();
    process.kill(pid ?? 0, 'SIGKILL');
    await until(() => fixture.engine.status().state !== 'ready');
    const next = fixture.engine.run(probeJob(matrix, 'fit'));
    // Its child does not need the parent: it goes on until its own end.
    expect(isAlive(running.pid)).toBe(true);
    await fixture.engine.release((await succeed(next)).folder);
    expect(fixture.engine.status()).toMatchObject({ state: 'ready', restarts: restarts + 1 });
    expect(await fail(running.outcome)).toMatchObject({ code: 'timeout' });
  });

  test('tells the operator what it is and does', async () => {
    const { job, outcome, pid } = await begun('sleep', { timeoutMs: 1500 });
    const status = fixture.engine.status();
    expect(status).toMatchObject({ state: 'ready', tools: ['probe'], error: null });
    expect(status.packages).toHaveProperty('limma');
    expect(status.warmSeconds).toBeGreaterThan(0);
    const child = status.children.find((entry) => entry.pid === pid);
    expect(child).toMatchObject({ job: job.id, mode: 'analyse' });
    expect(child?.rss).toBeGreaterThan(10 * 2 ** 20);
    await outcome;
  });

  test('leaves no zombies', async () => {
    const zygote = fixture.engine.status().pid ?? 0;
    await until(() => {
      const stats = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
      return !stats.some((name) => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
          const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
          return Number(parent) === zygote && state === 'Z';
        } catch {
          return false;
        }
      });
    });
  });

  test.skipIf(process.getuid?.() !== 0)('runs jobs for a server that is not root, and says how far they are isolated', async () => {
    const other = makeEngine();
    const { server, child, isolation } = await abandon(other, 65_534);
    expect(['network', 'none']).toContain(isolation);
    expect(statSync(`/proc/${child}`).uid).toBe(65_534);
    server.kill('SIGKILL');
    await until(() => !isAlive(child), 3000);
    await other.remove();
  });

  test('goes with a killed server', async () => {
    const other = makeEngine();
    const { server, child } = await abandon(other);
    server.kill('SIGKILL');
    await until(() => !isAlive(child), 3000);
    await other.remove();
  });

  test('clears what a server left that was killed with its R, and leaves the living alone', async () => {
    const other = makeEngine();
    const { server, child, zygote } = await abandon(other);
    process.kill(zygote, 'SIGKILL');
    server.kill('SIGKILL');
    await until(() => server.signalCode !== null);
    expect(isAlive(child)).toBe(true);
    await other.engine.start();
    expect(isAlive(child)).toBe(false);
    expect(homesOf(other)).toHaveLength(1);
    const second = other.another();
    await second.start();
    expect(homesOf(other)).toHaveLength(2);
    await second.stop();
    expect(homesOf(other)).toHaveLength(1);
    expect(await other.engine.run(probeJob(matrix, 'fit'))).toMatchObject({ ok: true });
    await other.remove();
  });

  test.skipIf(process.getuid?.() !== 0)(
    'is not harmed by a server that starts elsewhere on the same folder, and clears what that leaves',
    async () => {
      const other = makeEngine();
      await other.engine.start();
      const children = other.engine.status().children.map(({ pid }) => pid);
      const { server } = await abandon(other, undefined, ELSEWHERE);
      expect(homesOf(other)).toHaveLength(2);
      expect(children.filter((pid) => !isAlive(pid))).toEqual([]);
      expect(await other.engine.run(probeJob(matrix, 'fit'))).toMatchObject({ ok: true });
      server.kill('SIGKILL');
      await until(() => server.signalCode !== null);
      // What it has started holds the lock until the kernel has ended it, too.
      const cleared = async () => {
        await clearLeftovers(join(other.folder, 'jobs'));
        return homesOf(other).length;
      };
      await expect.poll(cleared, { timeout: 20_000 }).toBe(1);
      expect(other.engine.status().state).toBe('ready');
      await other.remove();
    },
    180_000,
  );

  test('makes its folders anew when they are gone: what meets that has not begun, and the next job runs', async () => {
    const other = makeEngine();
    await other.engine.start();
    const heard: boolean[] = [];
    other.engine.onStatus(() => heard.push(other.engine.takesJobs));
    expect(await other.engine.checkFolders()).toBe(true);
    for (const gone of [homesOf(other).map((home) => join(other.folder, 'jobs', home)), [join(other.folder, 'jobs')]]) {
      for (const path of gone) rmSync(path, { recursive: true });
      expect(await fail(other.engine.run(probeJob(matrix, 'fit')))).toMatchObject({ code: 'engine_lost', unbegun: true });
      expect(heard).toContain(false);
      await until(() => other.engine.status().state === 'ready', 60_000);
      expect(homesOf(other)).toHaveLength(1);
      expect(await other.engine.checkFolders()).toBe(true);
      const { folder } = await succeed(other.engine.run(probeJob(matrix, 'fit')));
      await other.engine.release(folder);
    }
    // An input that is not there is the job's own.
    expect(await fail(other.engine.run(parseJob('/nowhere')))).not.toHaveProperty('unbegun');
    await other.remove();
  }, 240_000);

  test('takes what R has started beside its warm-up with it when R is killed', async () => {
    // A parent with everything compiles beside its loading.
    const other = makeEngine({ availableBytes: () => 0 });
    const started = other.engine.start();
    const zygote = () => other.engine.status().pid ?? 0;
    // The compiler of the tools' functions.
    await until(() => zygote() > 0 && groupMembers(zygote()).length > 1);
    const group = zygote();
    process.kill(group, 'SIGKILL');
    await until(() => groupMembers(group).length === 0, 3000);
    await other.engine.stop();
    await started;
    await other.remove();
  });

  test('ends what a killed R of a killed server has left', async () => {
    const jobs = mkdtempSync(join(tmpdir(), 'oncoloom-leftovers-'));
    const leader = spawn('sh', ['-c', 'sleep 300 & echo started; exec sleep 300'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    await new Promise((resolve) => leader.stdout?.once('data', resolve));
    const group = leader.pid ?? 0;
    const home = join(jobs, 'engine-test');
    const leave = (space: string) => {
      mkdirSync(home);
      writeFileSync(join(home, 'processes.json'), JSON.stringify({ space, groups: [{ pid: group, start: processFacts(group)?.start }] }));
    };
    leave('another start of the machine pid:[1]');
    expect(await clearLeftovers(jobs)).toBe(0);
    leave(processSpace());
    leader.kill('SIGKILL');
    await until(() => leader.signalCode !== null && groupMembers(group).length === 1);
    expect(await clearLeftovers(jobs)).toBe(1);
    await until(() => groupMembers(group).length === 0);
    expect(readdirSync(jobs)).toEqual([]);
    rmSync(jobs, { recursive: true });
  });

  test('ends every job when it stops', async () => {
    const other = makeEngine();
    await other.engine.start();
    const outcomes = ['sleep', 'sleep', 'fit'].map((behaviour) => other.engine.run(probeJob(matrix, behaviour)));
    await until(() => other.engine.status().children.filter(({ job }) => job !== null).length === 2);
    await other.engine.stop();
    for (const outcome of await Promise.all(outcomes)) expect(outcome).toMatchObject({ code: 'engine_lost' });
    expect(await fail(other.engine.run(probeJob(matrix, 'fit')))).toMatchObject({
      code: 'engine_lost',
      message: '分析引擎正在重启，这次计算没有完成。请稍后再运行一次。',
    });
    await other.remove();
  });
});
