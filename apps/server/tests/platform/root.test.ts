/** What is left of root in a server that was started as root: everything is looked at from outside, in the kernel's own words. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Analysis } from '@oncoloom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { findWay, takeFolder, takeOver } from '../../src/platform/privileges.ts';
import { unprivilegedAccount } from '../../src/platform/unprivileged.ts';
import { ENGINE_UID } from '../../src/r-engine/isolation.ts';
import { isAlive, processFacts, userOf } from '../../src/r-engine/processes.ts';
import { homesIn } from '../r-engine/fixture.ts';
import { Client } from '../support/client.ts';
import { ServerProcess } from '../support/process.ts';

const account = unprivilegedAccount();
if (account === undefined) process.stdout.write('skipped: only root can give root up\n');
const SERVER = account ?? { uid: -1, gid: -1, name: '' };

/** A process's identity and capabilities as the kernel tells them. */
function rights(pid: number): Record<string, string> {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
  return Object.fromEntries(lines.map((line) => line.split(':').map((part) => part.trim().replaceAll('\t', ' ')) as [string, string]));
}

/** All processes that descend from one. */
function descendants(root: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), processFacts(Number(name))?.parent]),
  );
  const below = (pid: number): number[] =>
    [...parents].filter(([, parent]) => parent === pid).flatMap(([child]) => [child, ...below(child)]);
  return below(root);
}

/** Whether a command succeeds as a user, with a group beside the user's own. */
function can(uid: number, group: number, ...command: string[]): boolean {
  const [file = '', ...args] = ['setpriv', `--reuid=${uid}`, `--regid=${group}`, `--groups=${ENGINE_UID}`, '--inh-caps=-all', ...command];
  return spawnSync(file, args, { stdio: 'ignore', cwd: '/' }).status === 0;
}
const engineCan = (...command: string[]) => can(ENGINE_UID, ENGINE_UID, ...command);
const serverCan = (...command: string[]) => can(SERVER.uid, SERVER.gid, ...command);

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) => join(parentPath, name));

/** The launcher's way is the product's. An engine with one tool is warm sooner; this file starts it five times. */
const ONE_TOOL = { program: 'unlimited', tools: ['limma_differential_analysis'] } as const;

const SECRET = 'the-signing-key-of-an-earlier-release';

describe.skipIf(account === undefined)('a server that was started as root', () => {
  const base = mkdtempSync(join(tmpdir(), 'oncoloom-root-'));
  const data = join(base, 'data');
  let server: ServerProcess;
  let user: Client;
  let done: Analysis;

  beforeAll(async () => {
    // Everybody passes: nothing but the modes of what is inside is in the way.
    chmodSync(base, 0o755);
    // As an earlier release has left it, which ran as root.
    mkdirSync(join(data, 'storage/blobs/ab'), { recursive: true });
    mkdirSync(join(data, 'scratch/uploads'), { recursive: true, mode: 0o700 });
    mkdirSync(join(data, 'jobs/engine-999999999-old/job'), { recursive: true });
    chmodSync(join(data, 'storage'), 0o700);
    writeFileSync(join(data, 'storage/blobs/ab/kept'), 'bytes', { mode: 0o444 });
    writeFileSync(join(data, 'secret'), SECRET, { mode: 0o600 });
    server = await ServerProcess.start(data, { ...ONE_TOOL, env: { ONCOLOOM_LOG: 'info' } });
    user = await Client.register(server.url);
    done = await user.example('limma_differential_analysis');
  }, 240_000);
  afterAll(async () => {
    await server?.stop();
    rmSync(base, { recursive: true, force: true });
  });

  const home = () => join(data, 'jobs', homesIn(join(data, 'jobs'))[0] ?? '');
  const engineProcesses = () => descendants(server.pid).filter((pid) => userOf(pid) === ENGINE_UID);

  it('listens with neither root’s users, groups nor capabilities, for good', () => {
    const none = '0000000000000000';
    const { uid, gid } = SERVER;
    expect(server.listener).not.toBe(server.pid);
    expect(rights(server.listener)).toMatchObject({
      Uid: `${uid} ${uid} ${uid} ${uid}`,
      Gid: `${gid} ${gid} ${gid} ${gid}`,
      Groups: String(ENGINE_UID),
      CapInh: none,
      CapPrm: none,
      CapEff: none,
      CapBnd: none,
      CapAmb: none,
      NoNewPrivs: '1',
    });
  });

  it('leaves root to its launcher alone, which listens to nothing else than the server', async () => {
    // Each Node that runs sources has a compiler of its own.
    const isCompiler = (pid: number) => spawnSync('grep', ['-q', '/esbuild', `/proc/${pid}/cmdline`]).status === 0;
    const mine = () => [server.pid, ...descendants(server.pid)];
    // What empties a folder is root for the instant before it is the engine's user.
    await expect.poll(() => mine().filter((pid) => userOf(pid) === 0 && !isCompiler(pid)), { timeout: 10_000 }).toEqual([server.pid]);
    expect(mine().some((pid) => userOf(pid) === ENGINE_UID)).toBe(true);
    const listening = execFileSync('ls', ['-l', `/proc/${server.pid}/fd`], { encoding: 'utf8' });
    const tcp = readFileSync('/proc/net/tcp', 'utf8').split('\n');
    const inodes = [...listening.matchAll(/socket:\[(\d+)\]/g)].map(([, inode]) => inode);
    expect(tcp.filter((line) => inodes.includes(line.trim().split(/\s+/)[9]))).toEqual([]);
  });

  it('takes the data of an earlier release over, says so, and does not do so again', async () => {
    expect(readFileSync(join(data, 'secret'), 'utf8')).toBe(SECRET);
    expect(server.output).toMatch(/"given":\["scratch","secret","storage"\]/);
    for (const name of ['secret', 'storage', 'storage/blobs/ab', 'storage/blobs/ab/kept', 'scratch', 'postgres', 'cohorts'])
      expect([name, lstatSync(join(data, name)).uid]).toEqual([name, SERVER.uid]);
    expect(statSync(join(data, 'storage/blobs/ab/kept')).mode & 0o777).toBe(0o444);
    expect(existsSync(join(data, 'jobs/engine-999999999-old'))).toBe(false);
    await server.kill('SIGTERM');
    await server.begin();
    expect(server.output).not.toContain('given');
    user = user.at(server.url);
    expect((await user.analysis(done.id)).status).toBe('completed');
  }, 240_000);

  it('keeps the key, uploads and results from the engine’s user', async () => {
    await user.file('upload.csv', 'gene,A,B,C,D\nTP53,1,2,3,4\nEGFR,3,4,5,7\n', 'expression');
    const kept = [...filesBelow(join(data, 'storage/blobs')), ...filesBelow(join(data, 'scratch'))];
    expect(kept.length).toBeGreaterThan(5);
    for (const path of [...kept, join(data, 'secret'), join(data, 'operator-token'), join(data, 'postgres/cluster')]) {
      expect([path, engineCan('test', '-r', path)]).toEqual([path, false]);
      expect([path, serverCan('test', '-r', path)]).toEqual([path, true]);
    }
    // The way there is open: the test would not notice a closed door further up.
    expect(engineCan('ls', join(home(), 'code'))).toBe(true);
  });

  it('reaches neither what the launcher starts nor what root keeps', () => {
    for (const path of ['code/engine/zygote.R', 'processes.json', 'engine.log', '.']) {
      expect([path, serverCan('test', '-w', join(home(), path))]).toEqual([path, false]);
    }
    expect(serverCan('mv', join(home(), 'run'), join(home(), 'jobs', 'run'))).toBe(false);
    expect(serverCan('mv', join(data, 'jobs'), join(data, 'moved'))).toBe(false);
    expect(serverCan('kill', '-0', String(server.pid))).toBe(false);
    const [zygote = 0] = engineProcesses();
    expect(serverCan('kill', '-0', String(zygote))).toBe(false);
    // What it may, so that the refusals above mean something.
    expect(serverCan('touch', join(home(), 'jobs/made'), join(data, 'made'))).toBe(true);
    expect(serverCan('rm', join(home(), 'jobs/made'), join(data, 'made'))).toBe(true);
  });

  it('runs jobs, leaves nothing of them, and cancels them', async () => {
    expect(done.status).toBe('completed');
    const jobs = () => readdirSync(join(home(), 'jobs'));
    await expect.poll(jobs, { timeout: 60_000 }).toEqual([]);
    const rows = Array.from(
      { length: 30_000 },
      (_, i) => `G${i},${Array.from({ length: 40 }, (_, j) => ((i * 31 + j * 17) % 97) / 7).join()}`,
    );
    const matrix = await user.file(
      'big.csv',
      [`gene,${Array.from({ length: 40 }, (_, j) => `S${j}`).join()}`, ...rows].join('\n'),
      'expression',
    );
    const { body } = await user.create({
      task_type: 'limma_differential_analysis',
      file_id: matrix.id,
      sample_groups: Array.from({ length: 40 }, (_, j) => ({ sample: `S${j}`, group: j % 2 === 0 ? 'a' : 'b' })),
      case_group: 'b',
      control_group: 'a',
    });
    await expect.poll(async () => (await user.analysis(body.id)).status, { timeout: 30_000, interval: 5 }).not.toBe('pending');
    await user.post('/api/cancel_analysis', { analysis_id: body.id });
    expect((await user.analysis(body.id)).error_code).toBe('cancelled');
    await expect.poll(jobs, { timeout: 10_000 }).toEqual([]);
  }, 240_000);

  it('has R back after a kill -9 of it', async () => {
    const [zygote = 0] = engineProcesses();
    process.kill(zygote, 'SIGKILL');
    await expect.poll(() => isAlive(zygote)).toBe(false);
    expect((await user.example('limma_differential_analysis', { task_name: '杀掉 R 以后' })).status).toBe('completed');
    expect(engineProcesses()).not.toContain(zygote);
  }, 240_000);

  it('ends with its launcher, and the next start removes what both have left', async () => {
    const [listener, left] = [server.listener, home()];
    const engine = engineProcesses();
    await server.kill('SIGKILL');
    await expect.poll(() => isAlive(listener), { timeout: 2000 }).toBe(false);
    expect(existsSync(left)).toBe(true);
    await server.begin();
    expect(existsSync(left)).toBe(false);
    expect(engine.filter((pid) => isAlive(pid))).toEqual([]);
  }, 240_000);

  it('takes its launcher and the engine with it when it is killed alone', async () => {
    const [pid, left] = [server.pid, home()];
    const engine = engineProcesses();
    expect(engine.length).toBeGreaterThan(0);
    process.kill(server.listener, 'SIGKILL');
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    expect(engine.filter((each) => isAlive(each))).toEqual([]);
    expect(existsSync(left)).toBe(false);
    await server.begin();
  }, 240_000);

  it('stops in order', async () => {
    const all = [server.pid, ...descendants(server.pid)];
    await server.kill('SIGTERM');
    expect(all.filter((pid) => isAlive(pid))).toEqual([]);
    expect(readdirSync(join(data, 'jobs'))).toEqual([]);
  }, 60_000);
});

describe.skipIf(account === undefined)('a server that was not started as root', () => {
  it('does everything itself, and runs jobs', { timeout: 240_000 }, async () => {
    const data = mkdtempSync(join(tmpdir(), 'oncoloom-plain-'));
    const { uid, gid } = SERVER;
    chownSync(data, uid, gid);
    const server = await ServerProcess.start(data, { ...ONE_TOOL, user: uid, env: { HOME: data, TMPDIR: data } });
    try {
      expect(userOf(server.pid)).toBe(uid);
      expect(new Set([server.pid, ...descendants(server.pid)].map(userOf))).toEqual(new Set([uid]));
      const user = await Client.register(server.url);
      expect((await user.example('limma_differential_analysis')).status).toBe('completed');
    } finally {
      await server.stop();
    }
  });
});

describe.skipIf(account === undefined)('a data folder', () => {
  const log = createLog('silent');
  const base = mkdtempSync(join(tmpdir(), 'oncoloom-take-'));
  afterAll(() => rmSync(base, { recursive: true, force: true }));
  const owner = (path: string) => lstatSync(path).uid;

  it('is taken over with what root has linked to another disk, and nothing that somebody else has linked', async () => {
    const [data, disk, foreign] = ['data', 'disk', 'foreign'].map((name) => join(base, name)) as [string, string, string];
    for (const folder of [data, disk, foreign]) {
      mkdirSync(folder);
      writeFileSync(join(folder, 'file'), 'x');
    }
    symlinkSync(disk, join(data, 'storage'));
    symlinkSync(foreign, join(data, 'scratch'));
    // Within a folder links are never followed, whoever made them.
    mkdirSync(join(data, 'outbox'));
    symlinkSync(join(foreign, 'file'), join(data, 'outbox/link'));
    execFileSync('chown', ['-h', `${SERVER.uid}:${SERVER.gid}`, join(data, 'scratch')]);
    await takeOver(data, SERVER, log);
    expect([owner(disk), owner(join(disk, 'file')), owner(join(data, 'file')), owner(join(data, 'outbox'))]).toEqual(
      Array(4).fill(SERVER.uid),
    );
    expect([owner(foreign), owner(join(foreign, 'file'))]).toEqual([0, 0]);
    const { uid, gid, mode } = statSync(data);
    expect([uid, gid, mode & 0o7777]).toEqual([0, SERVER.gid, 0o1775]);
  });

  it('is taken over again where an earlier release has run in between', async () => {
    const data = join(base, 'again');
    mkdirSync(join(data, 'storage/blobs/ab'), { recursive: true });
    await takeOver(data, SERVER, log);
    mkdirSync(join(data, 'storage/blobs/cd'), { mode: 0o700 });
    writeFileSync(join(data, 'storage/blobs/cd/file'), 'x', { mode: 0o600 });
    await takeOver(data, SERVER, log);
    expect([owner(join(data, 'storage/blobs/cd')), owner(join(data, 'storage/blobs/cd/file'))]).toEqual([SERVER.uid, SERVER.uid]);
  });

  it('has a folder for jobs that is root’s, not a link that somebody else has put in its place', async () => {
    const elsewhere = join(base, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o755 });
    symlinkSync(elsewhere, join(base, 'jobs'));
    execFileSync('chown', ['-h', String(SERVER.uid), join(base, 'jobs')]);
    await expect(takeFolder(join(base, 'jobs'), { uid: 0, gid: 0 })).rejects.toThrow(/link/);
    expect(statSync(elsewhere).mode & 0o777).toBe(0o755);
    rmSync(join(base, 'jobs'));
    mkdirSync(join(base, 'jobs'), { mode: 0o777 });
    chownSync(join(base, 'jobs'), SERVER.uid, SERVER.gid);
    await takeFolder(join(base, 'jobs'), { uid: 0, gid: 0 });
    const { uid, mode } = statSync(join(base, 'jobs'));
    expect([uid, mode & 0o7777]).toEqual([0, 0o711]);
  });
});

describe.skipIf(account === undefined)('the way of an account to what it reads', () => {
  const base = mkdtempSync(join(tmpdir(), 'oncoloom-way-'));
  const closed = join(base, 'closed to others');
  const inside = join(closed, 'home/data');
  beforeAll(() => {
    chmodSync(base, 0o755);
    mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, 'file'), 'reached');
    writeFileSync(join(closed, 'private'), 'of root');
    chmodSync(closed, 0o700);
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  const say = async (folders: string[], ...command: string[]) => {
    const way = await findWay(SERVER, folders);
    if (way === undefined) throw new Error('there is no way');
    const [file = '', ...args] = [...way({}), ...command];
    return execFileSync(file, args, { encoding: 'utf8', cwd: base });
  };

  it('is no other than everybody’s where folders are open', async () => {
    expect((await findWay(SERVER, [base]))?.({})[0]).toBe('setpriv');
  });

  it('passes closed folders without any right more, and opens nothing else in them', async ({ skip }) => {
    if (spawnSync('unshare', ['--mount', 'true']).status !== 0) skip('this system lets nobody mount');
    expect(serverCan('cat', join(inside, 'file'))).toBe(false);
    expect(await say([base, inside], 'cat', join(inside, 'file'))).toBe('reached');
    expect(await say([base, inside], 'grep', 'Cap', '/proc/self/status')).toMatch(/^(Cap\w+:\t0{16}\n){5}$/);
    const absent = `test -e "${join(closed, 'private')}" || echo absent`;
    expect(await say([base, inside], 'sh', '-c', absent)).toBe('absent\n');
    expect((await say([base, inside], 'pwd')).trim()).toBe(process.cwd());
    // Nobody else sees it.
    expect(readdirSync(closed)).toEqual(['home', 'private']);
  });

  it('is none to what is closed itself', async () => {
    expect(await findWay(SERVER, [closed])).toBeUndefined();
  });

  it('leaves the one right that a low port needs, where it is asked for', async () => {
    const [file = '', ...args] = [...((await findWay(SERVER, [base]))?.({ lowPorts: true }) ?? []), 'grep', 'Cap', '/proc/self/status'];
    // 10: CAP_NET_BIND_SERVICE.
    expect(execFileSync(file, args, { encoding: 'utf8' })).toMatch(/^(Cap\w+:\t0{13}400\n){5}$/);
  });
});
