import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { type Config, ownFolders, readConfig } from './platform/config.ts';
import { createLog, type Log } from './platform/log.ts';
import { findWay, PROGRAM_FOLDERS, type Rights, takeFolder, takeOver } from './platform/privileges.ts';
import { ROOT } from './platform/root.ts';
import { type Account, unprivilegedAccount } from './platform/unprivileged.ts';
import { clearLeftovers } from './r-engine/folders.ts';
import { detectIsolation, ENGINE_UID, hasOwnUser } from './r-engine/isolation.ts';
import { Launcher } from './r-engine/launcher.ts';
import { CHANNEL } from './r-engine/orders.ts';
import type { Isolation } from './r-engine/types.ts';

const CHANNEL_FD = 3;
/** Below this number only root opens a port. */
const FIRST_FREE_PORT = 1024;

interface LaunchPlan {
  account: Account;
  jobs: string;
  isolation: Isolation;
  /** In front of the server's command. */
  way: (rights: Rights) => string[];
}

/**
 * Starts the server as an account without rights and stays beside it as the engine's launcher, until the server ends.
 * @param entry The program's file. @param tools Folder of the engine's tools; tests alone have another one than the product's. @returns the exit code; undefined where root cannot be given up: then nothing has been started.
 */
export async function launch(entry: string, tools?: string): Promise<number | undefined> {
  const config = readConfigOrNothing();
  if (config === undefined) return undefined;
  const log = createLog(config.logLevel);
  let cause: unknown;
  const plan = await prepare(config, entry, log).catch((error: unknown) => {
    cause = error;
  });
  if (plan === undefined) {
    const why = 'no other account can read the program and the data folder on this system: make the program readable for everybody';
    log.warn({ program: ROOT, data: config.folders.data, err: cause }, `the server runs as root, because ${why}`);
    return undefined;
  }
  const server = startServer(config, entry, plan);
  const ended = new Promise<number>((resolve) => {
    server.once('error', () => resolve(1));
    server.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal));
  if (!hasOwnUser(plan.isolation)) return ended;
  const { isolation, jobs, account } = plan;
  const launcher = new Launcher(server.stdio[CHANNEL_FD] as Duplex, {
    root: ROOT,
    ...(tools === undefined ? {} : { tools }),
    jobs,
    memoryBytes: config.taskMemory,
    isolation,
    server: account,
    log,
  });
  const serving = launcher.serve();
  const code = await ended;
  await serving;
  await launcher.close();
  return code;
}

/** What is wrong with the configuration the server says itself, and ends. */
function readConfigOrNothing(): Config | undefined {
  try {
    return readConfig();
  } catch {
    return undefined;
  }
}

async function prepare(config: Config, entry: string, log: Log): Promise<LaunchPlan | undefined> {
  const account = unprivilegedAccount();
  if (account === undefined) return undefined;
  const { jobs: wanted } = config.folders;
  const folders = ownFolders(config);
  for (const folder of folders) await takeOver(folder, account, log);
  const mirror = config.mirror !== undefined && existsSync(config.mirror) ? [config.mirror] : [];
  const way = await findWay(account, [...PROGRAM_FOLDERS, ...folders, ...mirror], [process.execPath, entry, join(ROOT, 'node_modules')]);
  if (way === undefined) return undefined;
  const jobs = await takeFolder(wanted, { uid: 0, gid: 0 });
  const isolation = await detectIsolation(jobs);
  // Without a user for the engine there is nothing to launch: the server runs R itself, as it does where it was not started as root.
  if (!hasOwnUser(isolation)) {
    // What a launcher has left there is root's to remove.
    await clearLeftovers(jobs);
    await takeFolder(wanted, account);
  }
  return { account, jobs, isolation, way };
}

function startServer(config: Config, entry: string, { account, isolation, way }: LaunchPlan): ChildProcess {
  const launched = hasOwnUser(isolation);
  const lowPorts = config.port > 0 && config.port < FIRST_FREE_PORT;
  const [file = '', ...args] = way({ groups: launched ? [ENGINE_UID] : [], lowPorts });
  return spawn(file, [...args, process.execPath, ...nodeOptions(), entry, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', ...(launched ? (['pipe'] as const) : [])],
    env: {
      ...process.env,
      HOME: config.folders.data,
      USER: account.name,
      LOGNAME: account.name,
      ONCOLOOM_DATA: config.folders.data,
      ONCOLOOM_SCRATCH: config.folders.local,
      ...(launched ? { [CHANNEL]: String(CHANNEL_FD) } : {}),
    },
  });
}

/** Those of this process; stacks name the sources, not the bundle. */
function nodeOptions(): string[] {
  const option = '--enable-source-maps';
  return process.execArgv.includes(option) ? process.execArgv : [...process.execArgv, option];
}
