import { mkdir } from 'node:fs/promises';
import { clearLeftovers, openFolders, recordGroups, removeFolder, removeHome } from './folders.ts';
import type { EngineHost, OpenedHost, ZygoteEvents, ZygoteProcess } from './host.ts';
import { detectIsolation, hasOwnUser } from './isolation.ts';
import { groupMemory, killGroup, killRest } from './processes.ts';
import type { EngineOptions, EngineStage } from './types.ts';
import { startZygote } from './zygote-process.ts';

/** Does everything with the rights of this process: a server without root, or a test as root. */
export class OwnHost implements EngineHost {
  readonly #options: EngineOptions;
  #opened: OpenedHost | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  async open(): Promise<OpenedHost> {
    const { jobs } = this.#options;
    await this.close();
    await mkdir(jobs, { recursive: true });
    const leftovers = await clearLeftovers(jobs);
    const isolation = await detectIsolation(jobs);
    this.#opened = { folders: await openFolders(this.#options, hasOwnUser(isolation)), isolation, leftovers };
    return this.#opened;
  }

  start(stage: EngineStage, events: ZygoteEvents): ZygoteProcess {
    if (this.#opened === undefined) throw new Error('the host is not open');
    const { folders, isolation } = this.#opened;
    try {
      return startZygote(folders, { isolation, memoryBytes: this.#options.memoryBytes, stage }, events);
    } catch (error) {
      // On a full disk not even its log can be opened: told as the end of a process, after which it is tried again.
      setImmediate(() => events.ended(error instanceof Error ? error.message : String(error)));
      return { fork: () => undefined, kill: () => undefined };
    }
  }

  kill(child: number): void {
    killGroup(child);
  }

  killRest(child: number): void {
    killRest(child);
  }

  weigh(child: number): Promise<number> {
    return groupMemory(child);
  }

  record(processes: readonly number[]): void {
    if (this.#opened !== undefined) recordGroups(this.#opened.folders, processes);
  }

  removeJob(folder: string): Promise<void> {
    return removeFolder(folder);
  }

  async close(): Promise<void> {
    if (this.#opened !== undefined) await removeHome(this.#opened.folders.home);
    this.#opened = undefined;
  }
}
