import type { registerSchema } from '@oncoloom/contract';
import { SESSION_DAYS, SESSION_IDLE_HOURS } from '@oncoloom/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { BillingService, Plan } from '../billing/service.ts';
import { ApiError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Database, Transaction } from '../platform/postgres/database.ts';
import { Attempts } from './attempts.ts';
import { Deletion } from './deletion.ts';
import { EmailVerification } from './mails/email-verification.ts';
import type { MailQueue } from './mails/mail-queue.ts';
import { MailedTokens } from './mails/mailed-tokens.ts';
import { PasswordChange } from './passwords/password-change.ts';
import { PasswordReset } from './passwords/password-reset.ts';
import { hashPassword, refuseCommon, verifyPassword } from './passwords/passwords.ts';
import { Profiles } from './profile.ts';
import { Referrals } from './referrals.ts';
import { AccountsRepository, type NewUser, type User } from './repository.ts';
import { addLiveToken, takeLiveToken } from './sessions/live-tokens.ts';
import type { SessionClaims } from './sessions/session-tokens.ts';
import { type Device, Sessions } from './sessions/sessions.ts';

/** Who a request comes from. */
export interface CurrentUser {
  id: number;
  sessionId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `accounts.requireUser`; reading it on a route without that hook is a mistake and throws. */
    user: CurrentUser;
  }
}

interface Parts {
  database: Database;
  billing: BillingService;
  secret: Uint8Array;
  mails: MailQueue;
  /** Where users reach the site: links begin with it. */
  publicUrl: string;
  log: Log;
}

function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Registration and login; the rest of an account's life has a part of its own. */
export class AccountsService {
  readonly sessions: Sessions;
  readonly profiles: Profiles;
  readonly verification: EmailVerification;
  readonly passwords: PasswordChange;
  readonly reset: PasswordReset;
  readonly referrals: Referrals;
  readonly deletion: Deletion;
  readonly #database: Database;
  readonly #repository: AccountsRepository;
  readonly #attempts: Attempts;
  readonly #billing: BillingService;
  readonly #mails: MailQueue;
  readonly #log: Log;
  /** What the requests' tokens claim. */
  readonly #claims = new WeakMap<FastifyRequest, Promise<SessionClaims | undefined>>();

  constructor({ database, billing, secret, mails, publicUrl, log }: Parts) {
    const repository = new AccountsRepository(database);
    const attempts = new Attempts(database);
    const tokens = new MailedTokens(database);
    this.#database = database;
    this.#repository = repository;
    this.#attempts = attempts;
    this.#billing = billing;
    this.#mails = mails;
    this.#log = log;
    this.sessions = new Sessions(database, secret);
    this.profiles = new Profiles({ database, repository, billing });
    this.referrals = new Referrals({ repository, billing, publicUrl });
    this.verification = new EmailVerification({ repository, attempts, tokens, mails, referrals: this.referrals });
    this.passwords = new PasswordChange({ repository, attempts, tokens, mails, sessions: this.sessions, log });
    this.deletion = new Deletion({ repository, passwords: this.passwords, sessions: this.sessions });
    this.reset = new PasswordReset({ repository, attempts, tokens, mails, sessions: this.sessions, log });
  }

  /**
   * Makes an account with its first points and queues the mail that verifies its address; answers a bearer token.
   * Throws 409 when address or name is taken, 422 for an invitation that does not count, 429.
   */
  async register(request: z.output<typeof registerSchema>, device: Device): Promise<string> {
    await this.#attempts.limitCall('register', device.address);
    refuseCommon('password', request.password, request);
    const inviter = request.invite_code ? await this.referrals.inviter(request.invite_code, request.email) : undefined;
    const account = {
      email: request.email,
      username: request.username ?? null,
      passwordHash: await hashPassword(request.password),
      invitedBy: inviter?.id ?? null,
      termsVersion: request.terms_version ?? null,
    };
    const user = await this.#add(account, (tx, { id }) => this.#mails.addMail({ purpose: 'verify', userId: id }, tx));
    await this.#attempts.remember(user.id, device.address);
    return this.sessions.open(user, device);
  }

  #add(account: NewUser, then: (tx: Transaction, user: User) => Promise<void>): Promise<User> {
    return this.#repository.transaction(async (tx) => {
      const user = await this.#repository.insert(tx, account);
      await this.#billing.open(tx, user.id);
      await then(tx, user);
      return user;
    });
  }

  /**
   * Answers a bearer token. An unknown name and a wrong password get the same answer after the same time; too many
   * wrong tries get 429. Either is an event of the log; what was typed as a name stays out, it may be a password.
   */
  async login(name: string, password: string, device: Device): Promise<string> {
    const typed = name.trim();
    const user = await this.#repository.byName(typed);
    const about = { user: user?.id ?? null, address: device.address };
    const attempt = await this.#attempts.countLogin(user?.id, typed, device.address).catch((error) => {
      if (error instanceof ApiError)
        this.#log.warn({ event: 'login_refused', ...about }, 'a login was refused after too many wrong passwords');
      throw error;
    });
    const matches = await verifyPassword(user?.passwordHash, password);
    if (!user || !matches) {
      this.#log.warn({ event: 'login_failed', ...about }, 'a login failed');
      throw new ApiError(422, '用户名或密码不对。忘记密码可以点「忘记密码」重设。');
    }
    await this.#attempts.forgiveLogin(attempt);
    this.#log.info({ event: 'login', ...about }, 'a user signed in');
    return this.sessions.open(user, device);
  }

  /** Whose token a request carries, by its signature alone: good for counting calls, not for letting anyone in. */
  async claimedUserId(request: FastifyRequest): Promise<number | undefined> {
    return (await this.#claimsOf(request))?.userId;
  }

  /** Reads the token of a request once, however many hooks ask. */
  #claimsOf(request: FastifyRequest): Promise<SessionClaims | undefined> {
    const token = bearer(request);
    const claims = this.#claims.get(request) ?? (token === undefined ? Promise.resolve(undefined) : this.sessions.claims(token));
    this.#claims.set(request, claims);
    return claims;
  }

  /** The living account behind a bearer token. Throws 401. */
  async authenticate(token: string): Promise<CurrentUser> {
    return this.#admit(await this.sessions.claims(token));
  }

  async #admit(claims: SessionClaims | undefined): Promise<CurrentUser> {
    if (!claims || !(await this.sessions.isLiving(claims)))
      throw new ApiError(
        401,
        `登录已失效，请重新登录。登录最长保留 ${SESSION_DAYS} 天，${SESSION_IDLE_HOURS} 小时没有使用或改了密码也会失效。`,
      );
    return { id: claims.userId, sessionId: claims.sessionId };
  }

  /** `onRequest` hook: lets nobody in without a living token, and sets `request.user`. */
  readonly requireUser = async (request: FastifyRequest): Promise<void> => {
    if (bearer(request) === undefined) throw new ApiError(401, '请先登录。');
    request.user = await this.#admit(await this.#claimsOf(request));
  };

  /** Whether an account is gone, or about to go as its user wishes. */
  async isLeaving(userId: number): Promise<boolean> {
    const user = await this.#repository.byId(userId);
    return user === undefined || user.deletionAt !== null;
  }

  /** A token that opens the live channel once, within a minute. */
  createLiveToken(userId: number): Promise<string> {
    return addLiveToken(this.#database, userId);
  }

  /** Uses such a token up; answers whose it was, undefined when it is unknown, used or too old. */
  takeLiveToken(token: string): Promise<number | undefined> {
    return takeLiveToken(this.#database, token);
  }

  /** Makes an account with a plan unless the address has one; answers whether the password opens it. */
  async ensureAccount(email: string, password: string, plan: Plan): Promise<boolean> {
    if (!(await this.#repository.byName(email))) {
      const account = { email, passwordHash: await hashPassword(password), emailVerified: true };
      try {
        await this.#add(account, (tx, { id }) => this.#billing.subscribe(tx, id, plan));
      } catch (error) {
        // Another process that starts at the same time has just made it.
        if (!(error instanceof ApiError)) throw error;
      }
    }
    return verifyPassword((await this.#repository.byName(email))?.passwordHash, password);
  }
}
