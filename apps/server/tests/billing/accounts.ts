import { randomUUID } from 'node:crypto';
import type { LedgerRow } from '@oncoloom/contract';
import { eq, sql } from 'drizzle-orm';
import { users } from '../../src/accounts/tables.ts';
import { createBilling } from '../../src/assemble.ts';
import { makeCards } from '../../src/billing/cards.ts';
import type { CardPlan } from '../../src/billing/plans.ts';
import type { BillingService } from '../../src/billing/service.ts';
import { ledger, subscriptions } from '../../src/billing/tables.ts';
import type { Database } from '../../src/platform/postgres/database.ts';

export const DAY_MS = 24 * 3600 * 1000;

/** What a test does to accounts and their points, beside the service itself. */
export class TestAccounts {
  readonly billing: BillingService;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    this.billing = createBilling(database);
  }

  /** A user with the points of a new account. */
  async add(): Promise<number> {
    const values = { email: `${randomUUID()}@example.com`, passwordHash: '-', inviteCode: randomUUID() };
    return this.#database.transaction(async (tx) => {
      const [user] = await tx.insert(users).values(values).returning({ id: users.id });
      if (!user) throw new Error('no user');
      await this.billing.open(tx, user.id);
      return user.id;
    });
  }

  /** Sets what only time or a purchase would change. */
  async set(userId: number, change: Partial<typeof subscriptions.$inferInsert>): Promise<void> {
    await this.#database.update(subscriptions).set(change).where(eq(subscriptions.userId, userId));
  }

  /** Lets the expiry pass a second ago. */
  expire(userId: number): Promise<void> {
    return this.set(userId, { expiresAt: new Date(Date.now() - 1000) });
  }

  async ledgerSum(userId: number): Promise<number> {
    const [row] = await this.#database
      .select({ sum: sql<number>`sum(${ledger.change})::int` })
      .from(ledger)
      .where(eq(ledger.userId, userId));
    return row?.sum ?? 0;
  }

  /** The newest rows of the ledger. */
  async rows(userId: number): Promise<LedgerRow[]> {
    return (await this.billing.ledger(userId, { page: 1, pageSize: 100 })).results;
  }

  /** Days until the points expire. */
  async days(userId: number): Promise<number> {
    const { expiredAt } = await this.billing.subscription(userId);
    return Math.round(((expiredAt?.getTime() ?? 0) - Date.now()) / DAY_MS);
  }

  /** The code of a fresh card. */
  async card(plan: CardPlan): Promise<string> {
    const [card] = await makeCards(this.#database, { plan, count: 1, batch: 'test' });
    if (!card) throw new Error('no card');
    return card.code;
  }
}
