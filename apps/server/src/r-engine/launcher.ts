/**
 * What keeps root when the server has given it up (docs/adr/014-root.md): starts R as the engine's user, ends what R has started, and empties
 * folders of jobs. The server may have been taken over by what it was sent, so an order is a number or a name that is looked up here: R and
 * its code come from the program, processes are those that R was seen to start, folders lie where the launcher has made them.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { clearLeftovers, openFolders, recordGroups, removeHome, tryFolders } from './folders.ts';
import type { OpenedHost, ZygoteProcess } from './host.ts';
import { asEngineUser, ENGINE_UID, hasOwnUser } from './isolation.ts';
import { parseMessage, splitLines } from './lines.ts';
import { type Order, orderSchema, type Report } from './orders.ts';
import { groupMemory, hasOffspring, isAlive, killGroup, killRest, processFacts, userOf } from './processes.ts';
import type { EngineLog, Isolation } from './types.ts';
import { startZygote } from './zygote-process.ts';

interface LauncherOptions {
  root: string;
  tools?: string;
  /** A folder of root's own, in which nobody else makes or renames anything. */
  jobs: string;
  memoryBytes: number;
  isolation: Isolation;
  /** Who gives the orders, and puts jobs into the folders. */
  server: { uid: number; gid: number };
  log: EngineLog;
}

type StartOrder = Extract<Order, { do: 'start' }>;

/** Removes all that the engine's user may remove in the folder that is its standard input; folders that a job has closed are opened first. */
const EMPTY = `cd /proc/self/fd/0 || exit
find . -mindepth 1 -delete 2>/dev/null || { chmod -R u+rwx . 2>/dev/null; find . -mindepth 1 -delete 2>/dev/null; }`;

/** Folders that are emptied at once: more wait, with the orders behind them. */
const MOST_EMPTYING = 4;
/** R's at once: one that serves, its successor, and one that is ending. */
const MOST_ZYGOTES = 3;
/** What a server leaves unread before it is taken for broken, bytes. */
const MOST_UNREAD = 16 * 1024 ** 2;
/** R ends at once when it is killed; nothing waits for one that does not, ms. */
const END_MS = 2000;
/** How often a killed child is looked at, ms. */
const DEATH_MS = 5;

export class Launcher {
  readonly #options: LauncherOptions;
  readonly #channel: Duplex;
  /** Its folders, made while the server starts. */
  #prepared: Promise<OpenedHost | undefined> | undefined;
  #opened: Promise<OpenedHost | undefined> | undefined;
  /** By the server's number. */
  readonly #zygotes = new Map<number, ZygoteProcess & { pid: number; over: Promise<void> }>();
  readonly #emptying = new Set<Promise<void>>();
  /** Children that R was seen to fork: number → start, which tells it from a later process of that number. */
  readonly #children = new Map<number, string>();

  constructor(channel: Duplex, options: LauncherOptions) {
    this.#channel = channel;
    this.#options = options;
    channel.on('error', () => undefined);
  }

  /** Takes orders until the server is gone. What takes time is waited for before more is read, so that orders do not pile up here. */
  async serve(): Promise<void> {
    // Where it fails, such as on a full disk, it is tried again when the server asks for it.
    this.#prepared = this.#makeFolders().catch(() => undefined);
    const lines: string[] = [];
    const split = splitLines((line) => lines.push(line));
    try {
      for await (const chunk of this.#channel as AsyncIterable<Buffer>) {
        split(chunk);
        for (const line of lines.splice(0))
          await this.#take(line).catch((error: unknown) => this.#options.log.error({ err: error }, 'an order could not be carried out'));
      }
    } catch {
      // It has died, and left reports unread.
    }
  }

  /** Ends everything that was started, and removes the folders. For when the server is gone. */
  async close(): Promise<void> {
    const opened = await (this.#opened ?? this.#prepared);
    if (opened === undefined) await this.#endAll();
    else await this.#clear(opened);
  }

  async #clear({ folders }: OpenedHost): Promise<void> {
    await this.#endAll();
    await removeHome(folders.home);
  }

  async #endAll(): Promise<void> {
    const deadline = Date.now() + END_MS;
    const zygotes = [...this.#zygotes.values()];
    const children = [...this.#children];
    for (const zygote of zygotes) zygote.kill();
    for (const [child] of children) this.#end(child);
    await Promise.race([Promise.all([...zygotes.map(({ over }) => over), ...this.#emptying]), sleep(END_MS)]);
    // The kernel takes some moments to take a killed child's memory back, and until then it is in its folder.
    while (Date.now() < deadline && children.some(([child, start]) => isAlive(child, start))) await sleep(DEATH_MS);
  }

  async #take(line: string): Promise<void> {
    const message = orderSchema.safeParse(parseMessage(line));
    if (!message.success) {
      this.#options.log.warn({ order: line.slice(0, 200) }, 'the server gave an order that there is not');
      return;
    }
    const order: Order = message.data;
    if (order.do === 'open') return this.#open();
    const opened = await this.#opened;
    if (opened === undefined) return;
    switch (order.do) {
      case 'start':
        this.#tryStart(opened, order);
        break;
      case 'fork':
        this.#zygotes.get(order.zygote)?.fork(order.child);
        break;
      case 'kill': {
        const zygote = [...this.#zygotes.values()].find(({ pid }) => pid === order.pid);
        if (zygote === undefined) this.#end(order.pid);
        else zygote.kill();
        break;
      }
      case 'weigh':
        await this.#weigh(order.pid, order.id);
        break;
      case 'empty':
        await this.#beginEmptying(join(opened.folders.jobs, order.job), order.id);
        break;
    }
  }

  async #open(): Promise<void> {
    const before = await this.#opened;
    if (before !== undefined && (await this.#isUsable(before))) return;
    if (before !== undefined) await this.#clear(before);
    const opening = (async () => (before === undefined && (await this.#prepared)) || this.#makeFolders())();
    this.#opened = opening.catch(() => undefined);
    try {
      const { folders, isolation, leftovers } = await opening;
      this.#report({ type: 'opened', home: folders.home, isolation, leftovers });
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      this.#report({ type: 'failed', message, ...(code === undefined ? {} : { code }) });
    }
  }

  #isUsable({ folders }: OpenedHost): Promise<boolean> {
    return tryFolders(folders).then(
      () => true,
      () => false,
    );
  }

  async #makeFolders(): Promise<OpenedHost> {
    const { isolation, server, jobs } = this.#options;
    // It may have gone with all that was in it.
    await mkdir(jobs, { recursive: true });
    const leftovers = await clearLeftovers(jobs);
    return { folders: await openFolders(this.#options, hasOwnUser(isolation), server), isolation, leftovers };
  }

  /** On a full disk not even its log can be opened: the server hears of it and tries again. */
  #tryStart(opened: OpenedHost, order: StartOrder): void {
    if (this.#zygotes.has(order.zygote)) return;
    try {
      if (this.#zygotes.size >= MOST_ZYGOTES) throw new Error('enough of them run');
      this.#start(opened, order);
    } catch (error) {
      this.#report({ type: 'ended', zygote: order.zygote, reason: error instanceof Error ? error.message : String(error) });
    }
  }

  #start({ folders, isolation }: OpenedHost, { zygote, stage }: StartOrder): void {
    let pid = 0;
    let end: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { memoryBytes } = this.#options;
    const process = startZygote(
      folders,
      { isolation, memoryBytes, stage },
      {
        started: (number) => {
          pid = number;
        },
        output: splitLines((text) => {
          this.#see(pid, text);
          this.#report({ type: 'line', zygote, text });
        }),
        ended: (reason) => {
          this.#zygotes.delete(zygote);
          end();
          this.#report({ type: 'ended', zygote, reason });
        },
      },
    );
    if (pid === 0) return;
    this.#zygotes.set(zygote, { ...process, pid, over });
    this.#report({ type: 'started', zygote, pid });
    this.#record();
  }

  /** Hears of R's children before the server does. */
  #see(zygote: number, line: string): void {
    const message = parseMessage(line);
    if (message?.type !== 'forked') return;
    const pid = Number(message.pid);
    const facts = processFacts(pid);
    if (facts?.parent !== zygote || userOf(pid) !== ENGINE_UID) return;
    this.#children.set(pid, facts.start);
    this.#record();
  }

  /** Its group has no other members than its offspring, which is the engine's user for good: `no_new_privs`. */
  #end(pid: number): void {
    const start = this.#children.get(pid);
    if (start === undefined) return;
    if (isAlive(pid, start)) {
      if (userOf(pid) === ENGINE_UID) killGroup(pid);
      return;
    }
    // Somebody else may have the number by now, and lead a group of that number.
    if (!isAlive(pid) && hasOffspring(pid)) killRest(pid);
    this.#children.delete(pid);
    this.#record();
  }

  /** Of another process it tells nothing. */
  async #weigh(pid: number, id: number): Promise<void> {
    const start = this.#children.get(pid);
    const known = start !== undefined && isAlive(pid, start) && userOf(pid) === ENGINE_UID;
    this.#report({ type: 'weighed', id, bytes: known ? await groupMemory(pid) : 0 });
  }

  #record(): void {
    void this.#opened?.then((opened) => {
      if (opened === undefined) return;
      const zygotes = [...this.#zygotes.values()].map(({ pid }) => pid);
      recordGroups(opened.folders, [...zygotes, ...this.#children.keys()]);
    });
  }

  async #beginEmptying(folder: string, id: number): Promise<void> {
    const emptying = this.#empty(folder).finally(() => {
      this.#emptying.delete(emptying);
      this.#report({ type: 'emptied', id });
    });
    this.#emptying.add(emptying);
    if (this.#emptying.size >= MOST_EMPTYING) await Promise.race(this.#emptying);
  }

  async #empty(folder: string): Promise<void> {
    // By the open folder, and as the engine's user: a link in its place is refused, and nothing else's can be removed.
    const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(() => undefined);
    if (handle === undefined) return;
    try {
      const [file = '', ...args] = [...asEngineUser, 'sh', '-c', EMPTY];
      await new Promise<void>((resolve) => {
        const child = spawn(file, args, { stdio: [handle.fd, 'ignore', 'ignore'], cwd: '/', env: { PATH: '/usr/bin:/bin' } });
        child.once('error', () => resolve());
        child.once('exit', () => resolve());
      });
    } finally {
      await handle.close();
    }
  }

  #report(report: Report): void {
    if (this.#channel.writableLength > MOST_UNREAD && !this.#channel.destroyed) {
      this.#options.log.error({}, 'the server does not hear its launcher, and loses it');
      this.#channel.destroy();
    }
    this.#channel.write(`${JSON.stringify(report)}\n`);
  }
}
