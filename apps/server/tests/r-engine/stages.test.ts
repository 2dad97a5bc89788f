/** Two parents: one that serves early, and a successor with all packages. A package that loads only once it is let through holds the second. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duplexPair } from 'node:stream';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { ROOT } from '../../src/platform/root.ts';
import { Engine, type EngineEvent, type EngineJob, type EngineOptions } from '../../src/r-engine/engine.ts';
import type { EngineHost } from '../../src/r-engine/host.ts';
import { detectIsolation, hasOwnUser } from '../../src/r-engine/isolation.ts';
import { LaunchedHost } from '../../src/r-engine/launched-host.ts';
import { Launcher } from '../../src/r-engine/launcher.ts';
import { OwnHost } from '../../src/r-engine/own-host.ts';
import { isAlive, processFacts } from '../../src/r-engine/processes.ts';

const GIB = 2 ** 30;
const base = mkdtempSync(join(tmpdir(), 'oncoloom-stages-'));
chmodSync(base, 0o755);
const library = join(base, 'library');
const tools = join(base, 'tools');

/** A package whose loading waits for the file `open` beside it, and which says that it is loaded. */
function installGate(): void {
  const source = join(base, 'gate');
  mkdirSync(join(source, 'R'), { recursive: true });
  mkdirSync(library);
  writeFileSync(join(source, 'DESCRIPTION'), 'Package: gate\nVersion: 1.0\nTitle: Gate\nDescription: Waits.\nLicense: AGPL-3\n');
  writeFileSync(join(source, 'NAMESPACE'), 'export(passed)\n');
  writeFileSync(
    join(source, 'R/gate.R'),
    '.onLoad <- function(libname, pkgname) while (!file.exists(file.path(libname, "open"))) Sys.sleep(0.01)\npassed <- function() TRUE\n',
  );
  execFileSync('R', ['CMD', 'INSTALL', '--no-docs', '--no-byte-compile', '--no-test-load', '-l', library, source], { stdio: 'ignore' });
}

/** `early` needs nothing, `late` needs the gate, `half` begins without it; `held` runs until the file `finish` lies beside the packages. */
function writeTools(): void {
  const answer = 'list(rows = data.frame(gene = "A"))';
  const code: Record<string, string> = {
    early: answer,
    late: `{ job$step("算", 0.5); stopifnot(gate::passed()); ${answer} }`,
    half: `{ job$step("算", 0.5); stopifnot(gate::passed()); ${answer} }`,
    held: `{ job$step("算", 0.5); while (!file.exists(file.path(.libPaths()[[1L]], "finish"))) Sys.sleep(0.01); ${answer} }`,
  };
  const tool = (id: string, packages: string[], early: string[] | null) => ({
    folder: `family/${id}`,
    version: '1.0.0',
    packages,
    early,
    popular: false,
    seconds: 1,
    parameters: {},
    columns: {},
    inputs: {},
    tables: { rows: { columns: { gene: 'gene' }, rest: null } },
    facts: [],
    example: { inputs: [], parameters: {} },
  });
  const catalogue = {
    early: tool('early', ['limma'], ['limma']),
    late: tool('late', ['gate'], null),
    half: tool('half', ['limma', 'gate'], ['limma']),
    held: tool('held', [], []),
  };
  for (const [id, body] of Object.entries(code)) {
    mkdirSync(join(tools, 'family', id), { recursive: true });
    writeFileSync(join(tools, 'family', id, 'run.R'), `analyse <- function(inputs, params, job) ${body}\n`);
  }
  writeFileSync(join(tools, 'catalogue.json'), JSON.stringify({ tools: catalogue }));
}

installGate();
writeTools();
process.env.R_LIBS = library;
afterAll(() => rmSync(base, { recursive: true, force: true }));

const gate = { open: () => writeFileSync(join(library, 'open'), ''), close: () => rmSync(join(library, 'open'), { force: true }) };
const finish = () => writeFileSync(join(library, 'finish'), '');

let count = 0;
const job = (tool: string, priority: EngineJob['priority'] = 'task'): EngineJob => {
  count += 1;
  return {
    id: `${tool}-${count}`,
    mode: 'analyse',
    request: { mode: 'analyse', tool, version: '1.0.0', seed: 1, params: {}, inputs: [] },
    inputs: {},
    priority,
  };
};

const isolation = process.getuid?.() === 0 ? await detectIsolation(base) : 'none';
const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: quiet };

interface Opened {
  engine: Engine;
  close: () => Promise<void>;
}
const ends: (() => Promise<void>)[] = [];

function open(kind: 'own' | 'launched', more: Partial<EngineOptions> = {}): Opened {
  const jobs = mkdtempSync(join(base, 'jobs-'));
  chmodSync(jobs, 0o755);
  const options: EngineOptions = {
    root: ROOT,
    tools,
    jobs,
    workers: 2,
    memoryBytes: GIB,
    timeoutMs: 60_000,
    log,
    availableBytes: () => 64 * GIB,
    ...more,
  };
  let host: EngineHost = new OwnHost(options);
  let leave = async () => {};
  if (kind === 'launched') {
    const [near, far] = duplexPair();
    const launcher = new Launcher(far, { ...options, isolation, server: { uid: 0, gid: 0 } });
    const served = launcher.serve();
    // A socket is a duplex; the host uses no more of it.
    host = new LaunchedHost(near as never, quiet);
    leave = async () => {
      near.end();
      await served;
      await launcher.close();
    };
  }
  const engine = new Engine(options, host);
  const opened = {
    engine,
    close: async () => {
      await engine.stop();
      await leave();
    },
  };
  ends.push(opened.close);
  return opened;
}

afterEach(async () => {
  finish();
  for (const close of ends.splice(0)) await close();
  gate.close();
  rmSync(join(library, 'finish'), { force: true });
});

/** Runs to success, and drops what it made. */
async function succeed(engine: Engine, what: EngineJob, onEvent: (event: EngineEvent) => void = quiet): Promise<void> {
  const outcome = await engine.run(what, { onEvent });
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.detail ?? outcome.message}`);
  await engine.release(outcome.folder);
}

const until = (condition: () => void) => vi.waitFor(condition, { timeout: 50_000, interval: 10 });
const stages = (engine: Engine) => engine.status().parents.map(({ stage, ready }) => `${stage} ${ready ? 'ready' : 'warming'}`);
const kinds = hasOwnUser(isolation) ? (['own', 'launched'] as const) : (['own'] as const);
if (kinds.length === 1) process.stdout.write('skipped: only root has a launcher\n');

describe.each(kinds)('an engine with stages, by its %s host', (kind) => {
  test('serves early what needs no later package; the rest says that it waits, and runs once the successor has taken over', async () => {
    const { engine } = open(kind);
    const started = engine.start();
    // The other processor has nothing to do meanwhile.
    await until(() => expect(stages(engine)).toEqual(['early warming', 'all warming']));
    await started;
    expect(stages(engine)).toEqual(['early ready', 'all warming']);
    expect(engine.status()).toMatchObject({ state: 'ready', tools: ['early', 'late', 'half', 'held'], later: ['late'] });
    const events: EngineEvent[] = [];
    const late = succeed(engine, job('late'), (event) => events.push(event));
    // Behind it in the line, and not kept by it.
    await succeed(engine, job('early'));
    await succeed(engine, job('early', 'interactive'));
    expect(events).toEqual([{ type: 'step', name: '正在加载这个工具需要的程序包，加载完自动开始', progress: 0 }]);
    expect(engine.status().queue.task).toBe(1);
    gate.open();
    await late;
    expect(events.at(-1)).toEqual({ type: 'step', name: '算', progress: 0.5 });
    expect(stages(engine)).toEqual(['all ready']);
    expect(engine.status().later).toEqual([]);
    await succeed(engine, job('early'));
  });

  test('lets a job of the first parent end in peace, and gives its waiting children nothing more', async () => {
    const { engine } = open(kind);
    await engine.start();
    const [early] = engine.status().parents;
    let begun = false;
    const held = succeed(engine, job('held'), () => {
      begun = true;
    });
    await until(() => expect(begun).toBe(true));
    const old = engine.status().children.map(({ pid }) => pid);
    const running = engine.status().children.find((child) => child.job !== null)?.pid ?? 0;
    gate.open();
    await until(() => expect(stages(engine)).toEqual(['all ready']));
    await until(() => expect(isAlive(early?.pid ?? 0)).toBe(false));
    await until(() => expect(old.filter((pid) => isAlive(pid))).toEqual([running]));
    finish();
    await held;
    await until(() => expect(isAlive(running)).toBe(false));
  });

  test('makes a successor again that dies, and the first parent serves on', async () => {
    const { engine } = open(kind);
    await engine.start();
    const [early, successor] = engine.status().parents;
    const late = succeed(engine, job('late'));
    await until(() => expect(engine.status().parents[1]?.pid).toEqual(expect.any(Number)));
    process.kill(engine.status().parents[1]?.pid ?? 0, 'SIGKILL');
    await until(() => {
      const [first, second] = engine.status().parents;
      expect(first?.pid).toBe(early?.pid);
      expect(second?.pid).toEqual(expect.any(Number));
      expect(second?.pid).not.toBe(successor?.pid);
    });
    await succeed(engine, job('early'));
    expect(engine.status()).toMatchObject({ state: 'ready', restarts: 0 });
    gate.open();
    await late;
    expect(stages(engine)).toEqual(['all ready']);
  });

  test('serves on after the death of the first parent, by another one, while the successor goes on', async () => {
    const { engine } = open(kind);
    await engine.start();
    await until(() => expect(engine.status().parents[1]?.pid).toEqual(expect.any(Number)));
    const [early, successor] = engine.status().parents;
    process.kill(early?.pid ?? 0, 'SIGKILL');
    await until(() => expect(engine.status().state).not.toBe('ready'));
    await succeed(engine, job('early'));
    expect(engine.status().restarts).toBe(1);
    expect(engine.status().parents.map(({ pid }) => pid)).toContain(successor?.pid);
    gate.open();
    await succeed(engine, job('late'));
    expect(engine.status().parents.map(({ pid }) => pid)).toEqual([successor?.pid]);
  });
});

describe('an engine with stages', () => {
  test('runs a tool early that begins without its rarer package, and the run loads that itself', async () => {
    const { engine } = open('own');
    await engine.start();
    let begun = false;
    const half = succeed(engine, job('half'), () => {
      begun = true;
    });
    await until(() => expect(begun).toBe(true));
    expect(stages(engine)).toEqual(['early ready', 'all warming']);
    gate.open();
    await half;
  });

  test('tells the memory of its parents and of children that wait', async () => {
    const { engine } = open('own', { watchIdle: () => () => 2 });
    gate.open();
    await engine.start();
    await until(() => expect(stages(engine)).toEqual(['all ready']));
    const [parent] = engine.status().parents;
    expect(parent?.privateBytes).toBeGreaterThan(50 * 2 ** 20);
    // Those of the first parent may still be ending.
    const own = () => engine.status().children.filter(({ pid }) => processFacts(pid)?.parent === parent?.pid);
    await until(() => expect(own().filter((child) => child.privateBytes !== null)).toHaveLength(2));
    for (const { pid, privateBytes } of own()) {
      expect(privateBytes).toBeGreaterThan(2 ** 20);
      expect(privateBytes).toBeLessThan(60 * 2 ** 20);
      // The kernel's own words, where this process may read them.
      if (process.getuid?.() !== 0) continue;
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      const kilobytes = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].reduce((sum, [, kb]) => sum + Number(kb), 0);
      expect(Math.abs(1024 * kilobytes - (privateBytes ?? 0))).toBeLessThan(4 * 2 ** 20);
    }
  });

  test('has one parent with everything where the memory for two is not there', async () => {
    const { engine } = open('own', { availableBytes: () => 2 * GIB });
    const started = engine.start();
    await until(() => expect(stages(engine)).toEqual(['all warming']));
    gate.open();
    await started;
    expect(stages(engine)).toEqual(['all ready']);
    await succeed(engine, job('late'));
  });

  test('lets the run load its packages where no parent can, and goes on trying', async () => {
    const broken = join(base, 'broken');
    cpSync(tools, broken, { recursive: true });
    const catalogue = readFileSync(join(tools, 'catalogue.json'), 'utf8');
    writeFileSync(join(broken, 'catalogue.json'), catalogue.replace('"packages":["gate"]', '"packages":["there.is.none"]'));
    const { engine } = open('own', { tools: broken });
    await engine.start();
    await succeed(engine, job('early'));
    gate.open();
    const outcome = await engine.run(job('late'));
    expect(outcome).toMatchObject({ ok: false, code: 'failed' });
    expect(engine.status().state).toBe('ready');
    expect(engine.status().error).toMatch(/there\.is\.none/);
    await succeed(engine, job('early'));
  });
});
