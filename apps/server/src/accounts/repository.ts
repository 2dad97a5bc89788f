import { randomBytes } from 'node:crypto';
import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { ApiError } from '../platform/errors.ts';
import type { Database, Queryable, Transaction } from '../platform/postgres/database.ts';
import { users } from './tables.ts';

export type User = typeof users.$inferSelect;
export type NewUser = Pick<
  typeof users.$inferInsert,
  'email' | 'username' | 'passwordHash' | 'emailVerified' | 'invitedBy' | 'termsVersion'
>;
type UserChange = Partial<Omit<typeof users.$inferInsert, 'email' | 'inviteCode'>>;

/** Any number that no other lock has: addresses and names are taken one after the other. */
const TAKING_LOCK = 7_310_004;

export const absentAccount = () => new ApiError(404, '没有这个账号。');

/** Eight letters and digits that cannot be mistaken for one another. */
function inviteCode(): string {
  const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
  return Array.from(randomBytes(8), (byte) => letters.charAt(byte % letters.length)).join('');
}

/** Accounts in the database. */
export class AccountsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#database.transaction(work);
  }

  async byId(id: number): Promise<User | undefined> {
    const [user] = await this.#database.select().from(users).where(eq(users.id, id));
    return user;
  }

  /** A user who was there a moment ago. Throws 404 when the account has just been deleted. */
  async require(id: number): Promise<User> {
    const user = await this.byId(id);
    if (!user) throw absentAccount();
    return user;
  }

  /**
   * By e-mail address when it holds an @, which no user name does, else by user name; in any spelling. Where earlier accounts share a mailbox or a
   * name that looks alike, the one that is spelled so comes first.
   */
  async byName(name: string): Promise<User | undefined> {
    const [column, same] = name.includes('@')
      ? [users.email, sql`${users.mailbox} = mailbox_of(${name})`]
      : [users.username, sql`${users.nameKey} = name_key(${name})`];
    const exactFirst = sql`lower(${column}) = ${name.toLowerCase()} DESC`;
    const [user] = await this.#database.select().from(users).where(same).orderBy(exactFirst, users.id).limit(1);
    return user;
  }

  /** Whether an address reaches the mailbox of an account. */
  async isMailboxOf(user: User, email: string): Promise<boolean> {
    const { rows } = await this.#database.execute<{ mailbox: string }>(sql`SELECT mailbox_of(${email}) AS mailbox`);
    return rows[0]?.mailbox === user.mailbox;
  }

  async byInviteCode(code: string): Promise<User | undefined> {
    const [user] = await this.#database.select().from(users).where(eq(users.inviteCode, code.toUpperCase()));
    return user;
  }

  /** Whom a user has invited, the newest first. */
  async invitedBy(id: number): Promise<User[]> {
    return this.#database.select().from(users).where(eq(users.invitedBy, id)).orderBy(desc(users.id));
  }

  /** Throws 409 when address or user name is taken. */
  async insert(tx: Transaction, user: NewUser): Promise<User> {
    await requireFree(tx, user);
    const [row] = await orTaken(
      tx
        .insert(users)
        .values({ ...user, inviteCode: inviteCode() })
        .returning(),
    );
    if (!row) throw new Error('insert returned no row');
    return row;
  }

  /** Throws 409 when the user name is taken, 404 when the account is gone. */
  async update(database: Queryable, id: number, change: UserChange): Promise<User> {
    return database.transaction(async (tx) => {
      await requireFree(tx, change.username === undefined ? {} : { username: change.username }, id);
      const [row] = await orTaken(tx.update(users).set(change).where(eq(users.id, id)).returning());
      if (!row) throw absentAccount();
      return row;
    });
  }
}

/** Throws 409 where another account has the mailbox of an address, or a name that looks like this one. Nobody takes one until the transaction ends. */
async function requireFree(tx: Queryable, { email, username }: Pick<UserChange, 'username'> & { email?: string }, own = 0): Promise<void> {
  if (email === undefined && typeof username !== 'string') return;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${TAKING_LOCK})`);
  const others = async (same: SQL) =>
    (
      await tx
        .select({ id: users.id })
        .from(users)
        .where(and(same, ne(users.id, own)))
        .limit(1)
    ).length > 0;
  if (email !== undefined && (await others(sql`${users.mailbox} = mailbox_of(${email})`))) throw emailTaken();
  if (typeof username === 'string' && (await others(sql`${users.nameKey} = name_key(${username})`))) throw nameTaken();
}

/** Says what a violated unique index means to the one who chose the address or the name. */
async function orTaken<T>(writing: PromiseLike<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw takenError(error) ?? error;
  }
}

function takenError(error: unknown): ApiError | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  if (code !== '23505') return undefined;
  if (constraint === 'users_username') return nameTaken();
  return constraint === 'users_email' ? emailTaken() : undefined;
}

const taken = (field: string, detail: string) => new ApiError(409, detail, { errors: [{ field, detail }] });
const emailTaken = () => taken('email', '这个邮箱已注册，请直接登录。');
const nameTaken = () => taken('username', '这个用户名已有人使用，或与别人的看起来一样，请换一个。');
