import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runningPostmaster } from '../apps/server/src/platform/postgres/postmaster.ts';
import type { ServerProcess } from '../apps/server/tests/support/process.ts';
import { LiveTrickle } from './load-live.ts';
import { serverTimes } from './load-measures.ts';
import type * as People from './load-people.ts';
import type { Person } from './load-people.ts';

/** How many of everything a server is measured with. */
interface Crowd {
  people: number;
  tasksEach: number;
  connections: number;
}

/** A server under load with its users: of this program, or of another release of it. */
export class Side {
  readonly name: string;
  readonly server: ServerProcess;
  readonly people: Person[];
  readonly trickle: LiveTrickle;
  readonly #postmaster: number;
  readonly #close: () => Promise<void>;

  private constructor(parts: Pick<Side, 'name' | 'server' | 'people' | 'trickle'> & { postmaster: number; close: () => Promise<void> }) {
    this.name = parts.name;
    this.server = parts.server;
    this.people = parts.people;
    this.trickle = parts.trickle;
    this.#postmaster = parts.postmaster;
    this.#close = parts.close;
  }

  /** Starts a server from the program in a folder. Users are made by its own code: tables differ between releases. */
  static async start(name: string, root: string, { people: count, tasksEach, connections }: Crowd): Promise<Side> {
    const load = <T>(path: string): Promise<T> => import(pathToFileURL(join(root, path)).href);
    const { ServerProcess: Process } = await load<{ ServerProcess: typeof ServerProcess }>('apps/server/tests/support/process.ts');
    const { openBeside, makePeople, connect } = await load<typeof People>('bench/load-people.ts');
    const server = await Process.start();
    try {
      const { database, close } = await openBeside(server);
      const postmaster = (await runningPostmaster(join(server.data, 'postgres', 'cluster')))?.pid ?? 0;
      const people = await makePeople(server.url, database, count, tasksEach);
      const trickle = new LiveTrickle(database, people);
      await connect(people, connections, (person, text) => trickle.take(person, text));
      return new Side({ name, server, people, trickle, postmaster, close });
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Processor seconds so far. */
  times(): ReturnType<typeof serverTimes> {
    // An older release has no launcher beside its server: there the process itself listens.
    const { listener = this.server.pid }: Partial<ServerProcess> = this.server;
    return serverTimes(listener, this.#postmaster);
  }

  /** Live connections that are still open. */
  get open(): number {
    return this.people.flatMap(({ sockets }) => sockets).filter((socket) => socket.readyState === socket.OPEN).length;
  }

  async stop(): Promise<void> {
    try {
      await this.#close();
    } finally {
      await this.server.stop();
    }
  }
}
