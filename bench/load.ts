/**
 * `npm run bench:load`: 1,000 live connections of 125 users and 200 calls a second (info, lists, get) for 30 s against a real
 * server process, with a trickle of task updates. Calls start by the clock whatever the answers do, and a call's time counts
 * from when it was due: a server that stalls cannot hide it. The generator runs on the same machine; its share is told.
 *
 * Another length in seconds: `npm run bench:load -- 10`. Beside another release, whose folder holds its node_modules:
 * `npm run bench:load -- 10 --against /path/to/release`. Both servers run, and take the load in turns, five times each: what
 * else the machine does meets both, and the processor time of a call is compared.
 */
import { Agent, request } from 'node:http';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Latencies, machineTime } from './load-measures.ts';
import type { Person } from './load-people.ts';
import { Side } from './load-side.ts';
import { median } from './measures.ts';

const CROWD = { people: 125, tasksEach: 40, connections: 1_000 };
const CALLS_PER_SECOND = 200;
const UPDATES_PER_SECOND = 20;
const LIMIT_MS = 100;
/** Beside another release, each takes so many turns. */
const TURNS = 5;
const { values: options, positionals } = parseArgs({ options: { against: { type: 'string' } }, allowPositionals: true });
const SECONDS = Number(positionals[0] ?? 30);

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

/** One stretch of load. Times in processor seconds, of the machine's `others` what neither the server nor the generator took. */
interface Measured {
  side: Side;
  latencies: Generator['latencies'];
  lag: Latencies;
  errors: ReadonlyMap<string, number>;
  wall: number;
  calls: number;
  cpu: { server: number; postgres: number; engine: number; generator: number; others: number };
}

async function measure(side: Side, seconds: number): Promise<Measured> {
  const generator = new Generator(side.people);
  const before = { ...side.times(), own: process.cpuUsage(), machine: machineTime(), at: performance.now() };
  side.trickle.start(UPDATES_PER_SECOND);
  await generator.run(seconds);
  const wall = (performance.now() - before.at) / 1000;
  const after = side.times();
  const own = process.cpuUsage(before.own);
  const all = machineTime() - before.machine;
  await side.trickle.stop();
  const server = after.server - before.server;
  const postgres = after.postgres - before.postgres;
  const engine = after.engine - before.engine;
  const used = (own.user + own.system) / 1e6;
  const { latencies, lag, errors } = generator;
  const cpu = { server, postgres, engine, generator: used, others: all - used - server - postgres - engine };
  // A call that got no answer cost little: it must not make the others look cheap.
  const calls = [...latencies.values()].reduce((sum, { count }) => sum + count, 0);
  return { side, latencies, lag, errors, wall, calls, cpu };
}

/** Processor time of the server and of its database for one call, ms. */
const perCall = ({ cpu, calls }: Measured) => ({ server: (1000 * cpu.server) / calls, database: (1000 * cpu.postgres) / calls });

/** Tells one stretch; answers whether the limit held in it. */
function tell(measured: Measured): boolean {
  const { side, latencies, lag, errors, wall, calls, cpu } = measured;
  const { trickle, open } = side;
  const shares = Object.entries(cpu).map(([what, seconds]) => `${what} ${((100 * seconds) / wall).toFixed(0)}%`);
  const each = perCall(measured);
  process.stdout.write(
    `\n${side.name}: ${calls} calls answered in ${wall.toFixed(0)} s, ${open} of ${CROWD.connections} connections open at the end\n`,
  );
  console.table([...latencies].map(([call, entry]) => ({ call, answers: entry.count, ...entry.row() })));
  console.table([
    { what: 'generator: late in sending', count: lag.count, ...lag.row() },
    { what: 'live messages', count: trickle.latencies.count, ...trickle.latencies.row() },
  ]);
  process.stdout.write(
    [
      `Live: ${trickle.sent} updates, ${trickle.missed} messages missed, ${trickle.late} late (over 1 s), ${trickle.misdirected} to the wrong user`,
      `CPU, of a core: ${shares.join(', ')}`,
      `A call: ${each.server.toFixed(2)} ms of the server, ${each.database.toFixed(2)} ms of PostgreSQL`,
      `Errors: ${errors.size === 0 ? 'none' : [...errors].map(([fault, count]) => `${count} × ${fault}`).join(', ')}`,
    ].join('\n'),
  );
  const worst = Math.max(...[...latencies.values()].map((entry) => entry.at(0.99)));
  const held = worst < LIMIT_MS && errors.size === 0 && trickle.missed + trickle.misdirected === 0 && open === CROWD.connections;
  process.stdout.write(`\nThe limit (p99 under ${LIMIT_MS} ms, nothing lost): ${held ? 'held' : 'NOT held'}\n`);
  return held;
}

/** This program's processor time of a call as a share of another release's, pair by pair. */
function compare(pairs: readonly (readonly [ours: Measured, theirs: Measured])[]): void {
  const rows = pairs.map(([ours, theirs], i) => {
    const [own, other] = [perCall(ours), perCall(theirs)];
    return {
      pair: i + 1,
      ours: own.server,
      theirs: other.server,
      share: own.server / other.server,
      'PostgreSQL, ours': own.database,
      'PostgreSQL, theirs': other.database,
    };
  });
  const text = (row: object) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, key === 'pair' ? value : value.toFixed(2)]));
  process.stdout.write('\nProcessor time of a call, ms\n');
  console.table(rows.map(text));
  process.stdout.write(`Median share: ${median(rows.map(({ share }) => share)).toFixed(2)}\n`);
}

async function main(): Promise<boolean> {
  const sides: Side[] = [];
  const begin = async (name: string, root: string) => {
    process.stdout.write(
      `${name}: making ${CROWD.people} users with ${CROWD.tasksEach} analyses each and ${CROWD.connections} connections …\n`,
    );
    const side = await Side.start(name, root, CROWD);
    sides.push(side);
    return side;
  };
  try {
    const ours = await begin('This program', join(import.meta.dirname, '..'));
    process.stdout.write(`${CALLS_PER_SECOND} calls a second, ${cpus().length} cores\n`);
    if (options.against === undefined) return tell(await measure(ours, SECONDS));
    const theirs = await begin('The other release', options.against);
    const pairs: [Measured, Measured][] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      // Each begins every other time: what the first stretch leaves behind meets both.
      const first = await measure(turn % 2 === 0 ? ours : theirs, SECONDS);
      const second = await measure(turn % 2 === 0 ? theirs : ours, SECONDS);
      pairs.push(turn % 2 === 0 ? [first, second] : [second, first]);
    }
    const held = pairs.map(([own, other]) => [tell(own), tell(other)][0]);
    compare(pairs);
    return held.every(Boolean);
  } finally {
    for (const side of sides) await side.stop();
  }
}

process.exit((await main()) ? 0 : 1);
