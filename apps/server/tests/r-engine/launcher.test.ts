/** What a server that has been taken over cannot have the launcher do: the test speaks to it as such a server would. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Duplex, duplexPair } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../../src/platform/root.ts';
import { detectIsolation, ENGINE_UID, hasOwnUser } from '../../src/r-engine/isolation.ts';
import { Launcher } from '../../src/r-engine/launcher.ts';
import { splitLines } from '../../src/r-engine/lines.ts';
import type { Report } from '../../src/r-engine/orders.ts';
import { isAlive, processFacts, processSpace, userOf } from '../../src/r-engine/processes.ts';
import { homesIn } from './fixture.ts';

const SERVER = { uid: 65_534, gid: 65_534 };
const START = { do: 'start', zygote: 1, stage: 'early' };
const base = mkdtempSync(join(tmpdir(), 'oncoloom-launcher-'));
chmodSync(base, 0o755);
const isolation = process.getuid?.() === 0 ? await detectIsolation(base) : 'none';
if (!hasOwnUser(isolation)) process.stdout.write('skipped: only root starts the engine as a user of its own\n');

afterAll(() => rmSync(base, { recursive: true, force: true }));

interface Launched {
  launcher: Launcher;
  channel: Duplex;
  reports: Report[];
  refused: string[];
  home: string;
  zygote: number;
  served: Promise<void>;
}

/** A launcher over a folder of its own, opened and started: the way of an honest server. */
async function begin(name: string): Promise<Launched> {
  const jobs = join(base, name);
  mkdirSync(jobs);
  const [channel, other] = duplexPair();
  const refused: string[] = [];
  const quiet = () => undefined;
  const log = { info: quiet, warn: (_: object, message: string) => refused.push(message), error: quiet };
  const launcher = new Launcher(other, {
    root: ROOT,
    tools: join(ROOT, 'engine/tests/fixtures/tools'),
    jobs,
    memoryBytes: 2 ** 30,
    isolation,
    server: SERVER,
    log,
  });
  const reports: Report[] = [];
  channel.on(
    'data',
    splitLines((line) => reports.push(JSON.parse(line) as Report)),
  );
  const served = launcher.serve();
  const launched: Launched = { launcher, channel, reports, refused, home: '', zygote: 0, served };
  order(launched, { do: 'open' });
  order(launched, START);
  launched.home = (await heard(launched, 'opened')).home;
  launched.zygote = (await heard(launched, 'started')).pid;
  return launched;
}

const order = ({ channel }: Launched, message: unknown) =>
  channel.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);

/** The next report of a kind, that it fits. */
async function heard<T extends Report['type']>(
  { reports }: Launched,
  type: T,
  fits: (report: Extract<Report, { type: T }>) => boolean = () => true,
): Promise<Extract<Report, { type: T }>> {
  const find = () => reports.find((report): report is Extract<Report, { type: T }> => report.type === type && fits(report as never));
  return vi.waitFor(
    () => {
      const report = find();
      if (report === undefined) throw new Error(`the launcher told nothing of ${type}`);
      return report;
    },
    { timeout: 60_000, interval: 20 },
  );
}

/** The pid of a child that R was asked for. Its parent tells of it before the child leads a group of its own, and alone in there it is weighed. */
async function forked(launched: Launched, child: string): Promise<number> {
  order(launched, { do: 'fork', zygote: 1, child });
  const { text } = await heard(launched, 'line', (report) => report.text.includes('forked') && report.text.includes(child));
  const { pid } = JSON.parse(text) as { pid: number };
  await expect.poll(() => processFacts(pid)?.group).toBe(pid);
  return pid;
}

/** Waits until every order so far has been taken: this one is answered, and orders have their turn. */
async function settled(launched: Launched, id: number): Promise<void> {
  order(launched, { do: 'empty', id, job: 'there-is-none' });
  await heard(launched, 'emptied', (report) => report.id === id);
}

/** A process of a user that sleeps for a minute. */
async function sleeper(uid: number): Promise<{ pid: number; kill: (signal: NodeJS.Signals) => boolean }> {
  const child = spawn('sh', ['-c', 'echo there; exec sleep 60'], { uid, gid: uid, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const { pid } = child;
  if (pid === undefined) throw new Error('no process was started');
  return { pid, kill: (signal) => child.kill(signal) };
}

/** A file in a folder, both of one user. */
function own(folder: string, uid: number, mode: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'file'), 'x');
  for (const path of [join(folder, 'file'), folder]) chownSync(path, uid, uid);
  chmodSync(folder, mode);
}

describe.skipIf(!hasOwnUser(isolation))('the launcher', () => {
  let launched: Launched;
  beforeAll(async () => {
    launched = await begin('jobs');
    await heard(launched, 'line', ({ text }) => text.includes('"ready"'));
  });
  afterAll(async () => {
    launched?.channel.end();
    await launched?.served;
    await launched?.launcher.close();
  });

  it('gives the server a place for jobs, and keeps code, processes and their folder to root', () => {
    const { home } = launched;
    const facts = (name: string) => {
      const { uid, mode } = statSync(join(home, name));
      return [uid, mode & 0o7777];
    };
    expect(facts('.')).toEqual([0, 0o711]);
    expect(facts('processes.json')).toEqual([0, 0o600]);
    expect(facts('jobs')).toEqual([SERVER.uid, 0o711]);
    expect(facts('run')).toEqual([ENGINE_UID, 0o2770]);
    const code = readdirSync(join(home, 'code'), { recursive: true }).map(String);
    expect(code.length).toBeGreaterThan(20);
    for (const name of code) {
      const [uid, mode = 0] = facts(join('code', name));
      expect([name, uid, mode & 0o022]).toEqual([name, 0, 0]);
    }
    expect(userOf(launched.zygote)).toBe(ENGINE_UID);
  });

  it.each([
    'no order',
    '[]',
    '{"do":"run","command":"id"}',
    '{"do":"start"}',
    '{"do":"start","zygote":2,"stage":"early","command":"id"}',
    '{"do":"start","zygote":2,"stage":"early","home":"/tmp"}',
    '{"do":"start","zygote":2,"stage":"all --file=/tmp/own.R"}',
    '{"do":"start","zygote":"2","stage":"all"}',
    '{"do":"open","jobs":"/etc"}',
    '{"do":"kill","pid":-1}',
    '{"do":"kill","pid":0}',
    '{"do":"kill","pid":"1"}',
    '{"do":"kill","pid":1.5}',
    '{"do":"weigh","id":1,"pid":-1}',
    '{"do":"weigh","id":1,"pid":"self"}',
    '{"do":"fork","zygote":1,"child":"child-1\\n{}"}',
    '{"do":"fork","zygote":1,"child":"../../etc/child-1"}',
    '{"do":"empty","id":1,"job":".."}',
    '{"do":"empty","id":1,"job":"."}',
    '{"do":"empty","id":1,"job":""}',
    '{"do":"empty","id":1,"job":"../code"}',
    '{"do":"empty","id":1,"job":"/etc"}',
    `{"do":"empty","id":1,"job":"${'x'.repeat(81)}"}`,
  ])('refuses %s', async (line) => {
    const before = launched.refused.length;
    const told = launched.reports.length;
    order(launched, line);
    await expect.poll(() => launched.refused.length).toBe(before + 1);
    expect(launched.refused.at(-1)).toMatch(/there is not/);
    expect(launched.reports.slice(told)).toEqual([]);
  });

  it('opens once, and starts one R for a number', async () => {
    for (const message of [{ do: 'open' }, START, START]) order(launched, message);
    await settled(launched, 100);
    expect(launched.reports.filter(({ type }) => type === 'opened' || type === 'started')).toHaveLength(2);
    expect(homesIn(join(base, 'jobs'))).toHaveLength(1);
    expect(isAlive(launched.zygote)).toBe(true);
  });

  it('starts two more beside it, notes them, and no more at once', async () => {
    for (const zygote of [2, 3, 4]) order(launched, { do: 'start', zygote, stage: 'all' });
    expect((await heard(launched, 'ended', ({ zygote }) => zygote === 4)).reason).toBe('enough of them run');
    const more = [];
    for (const number of [2, 3]) more.push((await heard(launched, 'started', ({ zygote }) => zygote === number)).pid);
    const { groups } = JSON.parse(readFileSync(join(launched.home, 'processes.json'), 'utf8')) as { groups: { pid: number }[] };
    expect(groups.map(({ pid }) => pid)).toEqual(expect.arrayContaining([launched.zygote, ...more]));
    for (const pid of more) order(launched, { do: 'kill', pid });
    for (const number of [2, 3]) await heard(launched, 'ended', ({ zygote }) => zygote === number);
    expect(more.some((pid) => isAlive(pid))).toBe(false);
    expect(isAlive(launched.zygote)).toBe(true);
    launched.reports.splice(0, launched.reports.length, ...launched.reports.filter(({ type }) => type !== 'ended'));
  });

  it('ends no process but those that its R was seen to fork', async () => {
    // One of the engine's user as well: of another server's engine, as far as the launcher can tell.
    const others = await Promise.all([0, SERVER.uid, ENGINE_UID].map(sleeper));
    for (const { pid } of others) order(launched, { do: 'kill', pid });
    for (const pid of [process.pid, process.ppid]) order(launched, { do: 'kill', pid });
    const child = await forked(launched, 'child-1');
    order(launched, { do: 'kill', pid: child });
    await expect.poll(() => isAlive(child)).toBe(false);
    for (const { pid } of others) expect(isAlive(pid)).toBe(true);
    for (const other of others) other.kill('SIGKILL');
    expect(isAlive(launched.zygote)).toBe(true);
  });

  it('tells the memory of a child of its R, and of nobody else', async () => {
    const child = await forked(launched, 'child-9');
    const others = [process.pid, launched.zygote];
    for (const [id, pid] of [child, ...others].entries()) order(launched, { do: 'weigh', id: 900 + id, pid });
    const bytes = async (id: number) => (await heard(launched, 'weighed', (report) => report.id === id)).bytes;
    expect(await bytes(900)).toBeGreaterThan(2 ** 20);
    expect([await bytes(901), await bytes(902)]).toEqual([0, 0]);
    order(launched, { do: 'kill', pid: child });
    await expect.poll(() => isAlive(child)).toBe(false);
  });

  it('ends what a child has left, and nobody who has its number later', async () => {
    const child = await forked(launched, 'child-2');
    process.kill(child, 'SIGKILL');
    await expect.poll(() => isAlive(child)).toBe(false);
    order(launched, { do: 'kill', pid: child });
    await settled(launched, 101);
    const { groups } = JSON.parse(readFileSync(join(launched.home, 'processes.json'), 'utf8')) as { groups: { pid: number }[] };
    expect(groups.map(({ pid }) => pid)).not.toContain(child);
  });

  it('empties a job’s folder of what the engine’s user has closed', async () => {
    const folder = join(launched.home, 'jobs', 'job-1');
    mkdirSync(folder);
    chownSync(folder, SERVER.uid, ENGINE_UID);
    chmodSync(folder, 0o2770);
    own(join(folder, 'tmp/Rtmp1'), ENGINE_UID, 0o700);
    own(join(folder, 'closed'), ENGINE_UID, 0o000);
    chownSync(join(folder, 'tmp'), ENGINE_UID, ENGINE_UID);
    own(join(folder, 'inputs'), SERVER.uid, 0o755);
    order(launched, { do: 'empty', id: 7, job: 'job-1' });
    await heard(launched, 'emptied', ({ id }) => id === 7);
    // Not the engine's, and so not its to remove.
    expect(readdirSync(folder)).toEqual(['inputs']);
    expect(existsSync(join(folder, 'inputs/file'))).toBe(true);
  });

  it('empties nothing outside, wherever links lead', async () => {
    const outside = join(base, 'outside');
    own(outside, ENGINE_UID, 0o777);
    const jobs = join(launched.home, 'jobs');
    symlinkSync(outside, join(jobs, 'job-2'));
    mkdirSync(join(jobs, 'job-3'));
    chmodSync(join(jobs, 'job-3'), 0o777);
    symlinkSync(outside, join(jobs, 'job-3', 'link'));
    for (const [id, job] of [
      [8, 'job-2'],
      [9, 'job-3'],
      [10, 'absent'],
    ] as const) {
      order(launched, { do: 'empty', id, job });
      await heard(launched, 'emptied', (report) => report.id === id);
    }
    expect(readdirSync(join(jobs, 'job-3'))).toEqual([]);
    expect(readdirSync(outside)).toEqual(['file']);
  });

  it('says why R cannot be started, and goes on', async () => {
    const jobs = join(base, 'full');
    mkdirSync(jobs);
    const other = await begin('full/jobs');
    const log = join(other.home, 'engine.log');
    process.kill(other.zygote, 'SIGKILL');
    await heard(other, 'ended');
    other.reports.length = 0;
    rmSync(log);
    mkdirSync(log);
    order(other, START);
    expect((await heard(other, 'ended')).reason).toMatch(/EISDIR/);
    rmSync(log, { recursive: true });
    order(other, START);
    await heard(other, 'started');
    other.channel.end();
    await other.served;
    await other.launcher.close();
  });

  it('tells the death of R, and starts it again from its own code', async () => {
    process.kill(launched.zygote, 'SIGKILL');
    await heard(launched, 'ended');
    launched.reports.length = 0;
    order(launched, START);
    launched.zygote = (await heard(launched, 'started')).pid;
    await heard(launched, 'line', ({ text }) => text.includes('"ready"'));
  });
});

describe.skipIf(!hasOwnUser(isolation))('a launcher whose folders are gone', () => {
  it('ends R and makes them anew when it is asked to open once more', async () => {
    const launched = await begin('gone');
    rmSync(join(base, 'gone'), { recursive: true });
    launched.reports.length = 0;
    order(launched, { do: 'open' });
    const { home } = await heard(launched, 'opened');
    expect(home).not.toBe(launched.home);
    expect(isAlive(launched.zygote)).toBe(false);
    expect(homesIn(join(base, 'gone')).map((name) => join(base, 'gone', name))).toEqual([home]);
    order(launched, { do: 'start', zygote: 2, stage: 'all' });
    await heard(launched, 'started', ({ zygote }) => zygote === 2);
    launched.channel.end();
    await launched.served;
    await launched.launcher.close();
  });
});

describe.skipIf(!hasOwnUser(isolation))('a launcher that starts after another', () => {
  it('ends and removes what that has left, and believes nobody but root about what that is', async () => {
    const first = await begin('after');
    const folder = join(base, 'after');
    // As a server that is not root would have left it: its word ends no process, and the folder goes.
    const victim = await sleeper(0);
    const forged = join(folder, 'engine-999999999-forged');
    mkdirSync(forged);
    const start = readFileSync(`/proc/${victim.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
    writeFileSync(join(forged, 'processes.json'), JSON.stringify({ space: processSpace(), groups: [{ pid: victim.pid, start }] }));
    chownSync(forged, SERVER.uid, SERVER.gid);
    // What the launcher has noted, as if it had been killed: under another name nobody holds the folder.
    const noted = JSON.parse(readFileSync(join(first.home, 'processes.json'), 'utf8')) as { groups: { pid: number }[] };
    expect(noted.groups.map(({ pid }) => pid)).toEqual([first.zygote]);
    const left = join(folder, 'engine-1-left');
    renameSync(first.home, left);
    const jobs = homesIn(folder);
    expect(jobs).toHaveLength(2);
    const [channel, other] = duplexPair();
    const quiet = () => undefined;
    const log = { info: quiet, warn: quiet, error: quiet };
    const second = new Launcher(other, { root: ROOT, jobs: folder, memoryBytes: 2 ** 30, isolation, server: SERVER, log });
    const served = second.serve();
    channel.write('{"do":"open"}\n');
    await expect.poll(() => isAlive(first.zygote), { timeout: 10_000 }).toBe(false);
    expect(isAlive(victim.pid)).toBe(true);
    await expect.poll(() => readdirSync(folder).filter((name) => jobs.includes(name)), { timeout: 10_000 }).toEqual([]);
    victim.kill('SIGKILL');
    channel.end();
    await served;
    await second.close();
    expect(homesIn(folder)).toEqual([]);
  });
});
