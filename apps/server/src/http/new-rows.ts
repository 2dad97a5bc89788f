/** What is written within a transaction that takes its time becomes visible later than it says: it is looked for again for so long, ms. */
const LATE_MS = 60_000;

/**
 * Tells what is new in the database since the last look, each thing once: counters grow from it, and go on growing when rows
 * are deleted. What was there before the first look is nobody's news.
 */
export class NewRows<Row> {
  readonly #started = Date.now();
  readonly #seen = new Map<string, number>();
  readonly #read: (since: Date) => Promise<Row[]>;
  readonly #identify: (row: Row) => { key: string; at: Date };
  #looked = this.#started;

  constructor(read: (since: Date) => Promise<Row[]>, identify: (row: Row) => { key: string; at: Date }) {
    this.#read = read;
    this.#identify = identify;
  }

  async take(): Promise<Row[]> {
    const now = Date.now();
    const since = Math.max(this.#started, this.#looked - LATE_MS);
    const rows = await this.#read(new Date(since));
    this.#looked = now;
    const fresh = rows.filter((row) => {
      const { key, at } = this.#identify(row);
      if (this.#seen.has(key)) return false;
      this.#seen.set(key, at.getTime());
      return true;
    });
    for (const [key, at] of this.#seen) if (at < now - 2 * LATE_MS) this.#seen.delete(key);
    return fresh;
  }
}
