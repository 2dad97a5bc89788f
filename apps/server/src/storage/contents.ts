import { and, eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../platform/postgres/database.ts';
import type { StoredBlob } from './storage.ts';
import { contents } from './tables.ts';

/** Bytes that have been coming for so long belong to a process that died. */
const ABANDONED = sql`clock_timestamp() - interval '1 day'`;
/** Not `now()`: a statement that has waited for a row's lock would write when it began to wait. */
const NOW = sql`clock_timestamp()`;
/** Rows that are looked through at once. */
const PAGE = 1_000;

/**
 * The table of what lies in the bucket. It decides between a put and a sweep of the same content in any number of processes:
 * whoever finds a row taken waits for its end, then for what has become of it.
 */
export class Contents {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Makes sure that a content has a row. Answers whether its bytes are in the bucket already; if not, they are to be put there, then `finish`. */
  async begin({ sha256, size }: StoredBlob): Promise<boolean> {
    const [row] = await this.#database
      .insert(contents)
      .values({ sha256, size, state: 'coming', usedAt: NOW })
      .onConflictDoUpdate({
        target: contents.sha256,
        set: { usedAt: NOW, state: sql`CASE ${contents.state} WHEN 'kept' THEN 'kept' ELSE 'coming' END` },
      })
      .returning({ state: contents.state });
    return row?.state === 'kept';
  }

  /** The bytes are in the bucket. Nobody removes a row that has been coming for less than a day. */
  async finish(sha256: string): Promise<void> {
    await this.#database.update(contents).set({ state: 'kept', usedAt: NOW }).where(eq(contents.sha256, sha256));
  }

  /** Answers whether a content is kept, and that it was asked for is written. */
  async use(sha256: string): Promise<boolean> {
    const kept = and(eq(contents.sha256, sha256), eq(contents.state, 'kept'));
    const { rowCount } = await this.#database.update(contents).set({ usedAt: NOW }).where(kept);
    return rowCount === 1;
  }

  /** Bytes; undefined when it is not kept. */
  async size(sha256: string): Promise<number | undefined> {
    const kept = and(eq(contents.sha256, sha256), eq(contents.state, 'kept'));
    const [row] = await this.#database.select({ size: contents.size }).from(contents).where(kept);
    return row?.size;
  }

  /** What was last put or asked for before a moment, and what was abandoned. */
  async *unusedSince(moment: Date): AsyncGenerator<StoredBlob> {
    for (let last = ''; ; ) {
      const page = await this.#database
        .select({ sha256: contents.sha256, size: contents.size })
        .from(contents)
        .where(and(unused(moment), gt(contents.sha256, last)))
        .orderBy(contents.sha256)
        .limit(PAGE);
      yield* page;
      if (page.length < PAGE) return;
      last = page.at(-1)?.sha256 ?? '';
    }
  }

  /**
   * Removes a content that is unused since a moment. It is `going` before its object goes: whoever puts it after this writes `coming` and is left alone,
   * and what a process that died has left between the two is not taken for kept.
   * @param removeObject removes the object; while it runs a put of the same content waits.
   */
  async remove(sha256: string, moment: Date, removeObject: () => Promise<void>): Promise<boolean> {
    const it = eq(contents.sha256, sha256);
    await this.#database
      .update(contents)
      .set({ state: 'going' })
      .where(and(it, unused(moment)));
    return this.#database.transaction(async (tx) => {
      const going = and(it, eq(contents.state, 'going'), lt(contents.usedAt, moment));
      const [row] = await tx.select({ size: contents.size }).from(contents).where(going).for('update', { skipLocked: true });
      if (row === undefined) return false;
      await removeObject();
      await tx.delete(contents).where(it);
      return true;
    });
  }
}

const unused = (moment: Date) =>
  and(lt(contents.usedAt, moment), or(sql`${contents.state} <> 'coming'`, sql`${contents.usedAt} < ${ABANDONED}`));
