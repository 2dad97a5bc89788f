/**
 * `npm run bench:load`: 1,000 live connections of 125 users and 200 calls a second (info, lists, get) for 30 s against a real
 * server process, with a trickle of task updates. Calls start by the clock whatever the answers do, and a call's time counts
 * from when it was due: a server that stalls cannot hide it. The generator runs on the same machine; its share is told.
 * Another length in seconds: `npm run bench:load -- 10`.
 */
import { Agent, request } from 'node:http';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runningPostmaster } from '../apps/server/src/platform/postmaster.ts';
import { ServerProcess } from '../apps/server/tests/support/process.ts';
import { LiveTrickle } from './load-live.ts';
import { Latencies, machineTime, serverTimes } from './load-measures.ts';
import { connect, makePeople, openBeside, type Person } from './load-people.ts';

const PEOPLE = 125;
const CONNECTIONS = 1_000;
const TASKS_EACH = 40;
const CALLS_PER_SECOND = 200;
const UPDATES_PER_SECOND = 20;
const LIMIT_MS = 100;
const SECONDS = Number(process.argv[2] ?? 30);

interface Call {
  name: string;
  method: string;
  path: string;
  body?: (person: Person, number: number) => object;
}

const info: Call = { name: 'info', method: 'GET', path: '/api/user/info' };
const list: Call = {
  name: 'list of analyses',
  method: 'POST',
  path: '/api/get_analysis_list',
  body: () => ({ task_type: 'limma_differential_analysis', page: 1, page_size: 20 }),
};
const get: Call = {
  name: 'get analysis',
  method: 'POST',
  path: '/api/get_analysis',
  body: ({ tasks }, number) => ({ analysis_id: tasks[number % tasks.length] }),
};
const files: Call = { name: 'list of files', method: 'GET', path: '/api/files' };
/** One after the other: what a page that is opened asks for. */
const MIX: readonly Call[] = [info, list, get, info, files, list, info, get, list, info];

/** Sends calls by the clock. */
class Generator {
  readonly latencies = new Map(MIX.map(({ name }) => [name, new Latencies()]));
  /** How late the generator itself was in sending. */
  readonly lag = new Latencies();
  readonly errors = new Map<string, number>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });
  readonly #people: readonly Person[];
  #open = 0;

  constructor(people: readonly Person[]) {
    this.#people = people;
  }

  async run(seconds: number): Promise<void> {
    const began = performance.now();
    const total = seconds * CALLS_PER_SECOND;
    for (let number = 0; number < total; ) {
      const elapsed = performance.now() - began;
      for (; number < total && (number * 1000) / CALLS_PER_SECOND <= elapsed; number += 1)
        this.#send(number, began + (number * 1000) / CALLS_PER_SECOND);
      await wait(1);
    }
    for (let i = 0; this.#open > 0 && i < 100; i += 1) await wait(100);
    if (this.#open > 0) this.errors.set('no answer within 10 s', this.#open);
    this.#agent.destroy();
  }

  #send(number: number, due: number): void {
    const call = MIX[number % MIX.length] ?? info;
    const person = this.#people[number % this.#people.length] as Person;
    const { hostname, port } = new URL(person.client.url);
    const body = call.body === undefined ? undefined : JSON.stringify(call.body(person, number));
    const headers = {
      ...person.client.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    };
    this.lag.add(performance.now() - due);
    this.#open += 1;
    const end = (fault?: string) => {
      this.#open -= 1;
      if (fault === undefined) this.latencies.get(call.name)?.add(performance.now() - due);
      else this.errors.set(fault, (this.errors.get(fault) ?? 0) + 1);
    };
    request({ agent: this.#agent, hostname, port, method: call.method, path: call.path, headers }, (response) => {
      response.resume().on('end', () => end(response.statusCode === 200 ? undefined : `${call.name}: ${response.statusCode}`));
    })
      .on('error', (error) => end(`${call.name}: ${error.message}`))
      .end(body);
  }
}

const percent = (seconds: number, wall: number): string => `${((100 * seconds) / wall).toFixed(0)}% of a core`;

async function main(): Promise<boolean> {
  const server = await ServerProcess.start();
  try {
    const { database, close } = await openBeside(server);
    const postmaster = (await runningPostmaster(join(server.data, 'postgres', 'cluster')))?.pid ?? 0;
    process.stdout.write(`Making ${PEOPLE} users with ${TASKS_EACH} analyses each and ${CONNECTIONS} connections …\n`);
    const people = await makePeople(server.url, database, PEOPLE, TASKS_EACH);
    const trickle = new LiveTrickle(database, people);
    await connect(people, CONNECTIONS, (person, text) => trickle.take(person, text));

    const generator = new Generator(people);
    const before = { ...serverTimes(server.listener, postmaster), own: process.cpuUsage(), machine: machineTime(), at: performance.now() };
    trickle.start(UPDATES_PER_SECOND);
    await generator.run(SECONDS);
    const wall = (performance.now() - before.at) / 1000;
    const after = serverTimes(server.listener, postmaster);
    const own = process.cpuUsage(before.own);
    const ownSeconds = (own.user + own.system) / 1e6;
    const others =
      machineTime() -
      before.machine -
      ownSeconds -
      (after.server - before.server) -
      (after.postgres - before.postgres) -
      (after.engine - before.engine);
    await trickle.stop();
    await close();

    const open = people.flatMap(({ sockets }) => sockets).filter((socket) => socket.readyState === socket.OPEN).length;
    process.stdout.write(
      `\n${CALLS_PER_SECOND} calls/s for ${SECONDS} s, ${open} of ${CONNECTIONS} connections open at the end, ${cpus().length} cores\n`,
    );
    console.table([...generator.latencies].map(([call, latencies]) => ({ call, answers: latencies.count, ...latencies.row() })));
    console.table([
      { what: 'generator: late in sending', count: generator.lag.count, ...generator.lag.row() },
      { what: 'live messages', count: trickle.latencies.count, ...trickle.latencies.row() },
    ]);
    process.stdout.write(
      [
        `Live: ${trickle.sent} updates, ${trickle.missed} messages missed, ${trickle.late} late (over 1 s), ${trickle.misdirected} to the wrong user`,
        `CPU: server ${percent(after.server - before.server, wall)}, PostgreSQL ${percent(after.postgres - before.postgres, wall)}, R ${percent(after.engine - before.engine, wall)}, generator ${percent(ownSeconds, wall)}, everything else on this machine ${percent(others, wall)}`,
        `Errors: ${generator.errors.size === 0 ? 'none' : [...generator.errors].map(([fault, count]) => `${count} × ${fault}`).join(', ')}`,
      ].join('\n'),
    );
    const worst = Math.max(...[...generator.latencies.values()].map((latencies) => latencies.at(0.99)));
    const held = worst < LIMIT_MS && generator.errors.size === 0 && trickle.missed + trickle.misdirected === 0 && open === CONNECTIONS;
    process.stdout.write(`\nThe limit (p99 under ${LIMIT_MS} ms, nothing lost): ${held ? 'held' : 'NOT held'}\n`);
    return held;
  } finally {
    await server.stop();
  }
}

process.exit((await main()) ? 0 : 1);
