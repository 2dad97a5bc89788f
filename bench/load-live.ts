import { eq } from 'drizzle-orm';
import { analyses } from '../apps/server/src/analyses/tables.ts';
import { notify } from '../apps/server/src/live/notice.ts';
import type { Database } from '../apps/server/src/platform/postgres/database.ts';
import { Latencies } from './load-measures.ts';
import type { Person } from './load-people.ts';

/** A message that takes longer is late, ms. */
const LATE_MS = 1_000;

interface Sent {
  at: number;
  person: Person;
  /** Sockets that have not got it yet. */
  missing: number;
}

/**
 * A trickle of task updates, written as a worker writes them: the row changes and its user is notified in one transaction.
 * Every one has a progress of its own, by which its message is known again on each socket of its user.
 */
export class LiveTrickle {
  readonly latencies = new Latencies();
  sent = 0;
  late = 0;
  /** Messages that came to somebody whose task it is not. */
  misdirected = 0;
  readonly #database: Database;
  readonly #people: readonly Person[];
  readonly #open = new Map<string, Sent>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #writes = new Set<Promise<void>>();

  constructor(database: Database, people: readonly Person[]) {
    this.#database = database;
    this.#people = people;
  }

  /** Messages that never came. */
  get missed(): number {
    return [...this.#open.values()].reduce((sum, { missing }) => sum + missing, 0);
  }

  start(perSecond: number): void {
    this.#timers.push(
      setInterval(() => {
        const write = this.#update(this.sent).finally(() => this.#writes.delete(write));
        this.#writes.add(write);
        this.sent += 1;
      }, 1000 / perSecond),
    );
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#writes);
    await new Promise((resolve) => setTimeout(resolve, 3 * LATE_MS));
  }

  async #update(number: number): Promise<void> {
    const person = this.#people[number % this.#people.length];
    // Another task of the user each time: the channel holds back what comes too often for one.
    const id = person?.tasks[Math.floor(number / this.#people.length) % person.tasks.length];
    if (person === undefined || id === undefined) return;
    const percent = 1 + (number % 99);
    await this.#database.transaction(async (tx) => {
      await tx
        .update(analyses)
        .set({ progress: percent / 100, updatedAt: new Date() })
        .where(eq(analyses.id, id));
      await notify(tx, { user_id: person.id, kind: 'task', id });
      this.#open.set(`${id}:${percent}`, { at: performance.now(), person, missing: person.sockets.length });
    });
  }

  take(person: Person, text: string): void {
    const message = JSON.parse(text) as { type: string; data?: { id: number; progress: number } };
    if (message.type !== 'update_task' || message.data === undefined) return;
    const key = `${message.data.id}:${message.data.progress}`;
    const sent = this.#open.get(key);
    if (sent === undefined) return;
    if (sent.person !== person) {
      this.misdirected += 1;
      return;
    }
    const ms = performance.now() - sent.at;
    this.latencies.add(ms);
    if (ms > LATE_MS) this.late += 1;
    sent.missing -= 1;
    if (sent.missing === 0) this.#open.delete(key);
  }
}
