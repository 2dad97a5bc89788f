import { randomBytes } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { users } from './tables.ts';

export type User = typeof users.$inferSelect;
export type NewUser = Pick<
  typeof users.$inferInsert,
  'email' | 'username' | 'passwordHash' | 'emailVerified' | 'invitedBy' | 'termsVersion'
>;
type UserChange = Partial<Omit<typeof users.$inferInsert, 'email' | 'inviteCode'>>;

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

  /** By e-mail address when it holds an @, which no user name does, else by user name; either in any case. */
  async byName(name: string): Promise<User | undefined> {
    const column = name.includes('@') ? users.email : users.username;
    const [user] = await this.#database.select().from(users).where(sql`lower(${column}) = ${name.toLowerCase()}`);
    return user;
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
    const [row] = await orTaken(database.update(users).set(change).where(eq(users.id, id)).returning());
    if (!row) throw absentAccount();
    return row;
  }
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
  if (constraint === 'users_username') return taken('username', '这个用户名已有人使用，请换一个。');
  return constraint === 'users_email' ? taken('email', '这个邮箱已注册，请直接登录。') : undefined;
}

const taken = (field: string, detail: string) => new ApiError(409, detail, { errors: [{ field, detail }] });
