import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import WebSocket from 'ws';
import { analyses } from '../apps/server/src/analyses/tables.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { PrivateCluster } from '../apps/server/src/platform/postgres/cluster.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/postgres/database.ts';
import { Client } from '../apps/server/tests/support/client.ts';
import type { ServerProcess } from '../apps/server/tests/support/process.ts';

export interface Person {
  client: Client;
  id: number;
  /** Completed analyses of this user. */
  tasks: number[];
  sockets: WebSocket[];
}

/** The database of the bench's own server, beside it: what a worker would write is written here. */
export async function openBeside(server: ServerProcess): Promise<{ database: Database; close: () => Promise<void> }> {
  const cluster = await PrivateCluster.start(join(server.data, 'postgres'), createLog('silent'));
  const database = openDatabase(cluster.url, createLog('silent'), 4);
  return {
    database,
    close: async () => {
      await database.$client.end();
      cluster.leave();
    },
  };
}

/** Accounts with a history: one example is run, and every user gets as many copies of it as a regular user has tasks. */
export async function makePeople(url: string, database: Database, people: number, tasksEach: number): Promise<Person[]> {
  const first = await Client.register(url);
  const { id } = await first.example('limma_differential_analysis');
  const [template] = await database.select().from(analyses).where(eq(analyses.id, id));
  if (template === undefined) throw new Error('the example is gone');
  const { id: _, userId: __, ...row } = template;
  const made: Person[] = [];
  for (let i = 0; i < people; i += 1) {
    const client = await Client.register(url);
    const { body } = await client.get<{ id: number }>('/api/user/info');
    const copies = Array.from({ length: tasksEach }, (_, n) => ({ ...row, userId: body.id, name: `${row.name} ${n}`, queueJob: null }));
    const rows = await database.insert(analyses).values(copies).returning({ id: analyses.id });
    made.push({ client, id: body.id, tasks: rows.map((entry) => entry.id), sockets: [] });
  }
  // Planned queries are those of a database that knows its tables.
  await database.$client.query('ANALYZE');
  return made;
}

/** Live connections, spread over the people. `onMessage` hears whose socket got what. */
export async function connect(
  people: readonly Person[],
  connections: number,
  onMessage: (person: Person, text: string) => void,
): Promise<void> {
  for (let i = 0; i < connections; i += 1) {
    const person = people[i % people.length] as Person;
    const { body } = await person.client.post<{ ws_token: string }>('/api/ws_token', undefined);
    const socket = new WebSocket(`${person.client.url.replace(/^http/, 'ws')}/ws/notifications/?token=${body.ws_token}`);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.on('message', (text: Buffer) => onMessage(person, text.toString()));
    person.sockets.push(socket);
  }
  // What the making of all this has set in motion comes to rest.
  await wait(2_000);
}
