import { type registerSchema, SESSION_DAYS, type UserInfo, WS_TOKEN_SECONDS } from '@oncoloom/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { BillingService, Plan } from '../billing/service.ts';
import type { Database } from '../platform/database.ts';
import { ApiError, fieldError } from '../platform/errors.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { AccountsRepository, type Device, type NewUser, type User } from './repository.ts';
import { readSession, signSession } from './session-tokens.ts';

const DAY_MS = 24 * 3600 * 1000;
const LOGIN_WINDOW_MS = 15 * 60 * 1000;
const LOGIN_TRIES_PER_ACCOUNT = 5;
const LOGIN_TRIES_PER_ADDRESS = 50;

/** Who a request comes from. */
export interface CurrentUser {
  id: number;
  email: string;
  /** Never empty. */
  username: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `accounts.requireUser`; reading it on a route without that hook is a mistake and throws. */
    user: CurrentUser;
  }
}

const shownName = (user: User): string => user.username ?? user.email.split('@')[0] ?? user.email;

function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Registration, login, sessions, and the tokens of the live channel. */
export class AccountsService {
  readonly #repository: AccountsRepository;
  readonly #billing: BillingService;
  readonly #secret: Uint8Array;

  constructor(parts: { database: Database; billing: BillingService; secret: Uint8Array }) {
    this.#repository = new AccountsRepository(parts.database);
    this.#billing = parts.billing;
    this.#secret = parts.secret;
  }

  /** Makes an account with its first points; answers a bearer token. Throws 409 when address or name is taken. */
  async register(request: z.output<typeof registerSchema>, device: Device): Promise<string> {
    if (request.username?.includes('@')) throw fieldError('username', '用户名里不能有 @。想用邮箱登录的话，这里可以留空。');
    const inviter = request.invite_code ? await this.#repository.byInviteCode(request.invite_code) : undefined;
    if (request.invite_code && !inviter) throw fieldError('invite_code', '没有这个邀请码。请检查写法，或留空。');
    const passwordHash = await hashPassword(request.password);
    const user = await this.#add({
      email: request.email,
      username: request.username ?? null,
      passwordHash,
      invitedBy: inviter?.id ?? null,
      termsVersion: request.terms_version ?? null,
    });
    return this.#session(user, device);
  }

  async #add(user: NewUser, plan?: Plan): Promise<User> {
    try {
      return await this.#repository.transaction(async (tx) => {
        const added = await this.#repository.insert(tx, user);
        await this.#billing.open(tx, added.id);
        if (plan) await this.#billing.subscribe(tx, added.id, plan);
        return added;
      });
    } catch (error) {
      throw takenError(error) ?? error;
    }
  }

  /**
   * Answers a bearer token. An unknown name and a wrong password get the same answer after the same time; too many
   * wrong tries of an account or from an address get 429.
   */
  async login(name: string, password: string, device: Device): Promise<string> {
    const user = await this.#repository.byName(name.trim());
    const account = user ? `account:${user.id}` : `name:${name.trim().toLowerCase()}`;
    const origin = `address:${device.address}`;
    const blockedUntil = await this.#repository.countTry(
      [
        { name: account, limit: LOGIN_TRIES_PER_ACCOUNT },
        { name: origin, limit: LOGIN_TRIES_PER_ADDRESS },
      ],
      LOGIN_WINDOW_MS,
    );
    if (blockedUntil) throw tooManyTries(blockedUntil);
    const matches = await verifyPassword(user?.passwordHash, password);
    if (!user || !matches) throw new ApiError(422, '用户名或密码不对。忘记密码可以点「忘记密码」重设。');
    await this.#repository.forgiveTries(account, origin);
    return this.#session(user, device);
  }

  async #session(user: User, device: Device): Promise<string> {
    const sessionId = await this.#repository.addSession(user.id, device, new Date(Date.now() + SESSION_DAYS * DAY_MS));
    return signSession(this.#secret, { userId: user.id, sessionId });
  }

  /** Whose token a request carries, by its signature alone: good for counting calls, not for letting anyone in. */
  async claimedUserId(request: FastifyRequest): Promise<number | undefined> {
    const token = bearer(request);
    return token === undefined ? undefined : (await readSession(this.#secret, token))?.userId;
  }

  /** The living account behind a bearer token. Throws 401. */
  async authenticate(token: string | undefined): Promise<CurrentUser> {
    if (token === undefined) throw new ApiError(401, '请先登录。');
    const claims = await readSession(this.#secret, token);
    const user = claims && (await this.#repository.bySession(claims.userId, claims.sessionId));
    if (!user) throw new ApiError(401, `登录已失效，请重新登录。登录状态最长保留 ${SESSION_DAYS} 天，改密码后立即失效。`);
    return { id: user.id, email: user.email, username: shownName(user) };
  }

  /** `onRequest` hook: lets nobody in without a living token, and sets `request.user`. */
  readonly requireUser = async (request: FastifyRequest): Promise<void> => {
    request.user = await this.authenticate(bearer(request));
  };

  async info(userId: number): Promise<UserInfo> {
    const [user, subscription] = await Promise.all([this.#repository.byId(userId), this.#billing.subscription(userId)]);
    if (!user) throw new ApiError(404, '没有这个账户。');
    return {
      id: user.id,
      username: shownName(user),
      email: user.email,
      avatar: user.avatar,
      user_type: subscription.userType,
      points: subscription.points,
      expired_at: subscription.expiredAt?.toISOString() ?? null,
      has_used_trial_card: subscription.hasUsedTrialCard,
      email_verified: user.emailVerified,
    };
  }

  /** A token that opens the live channel once, within a minute. */
  createLiveToken(userId: number): Promise<string> {
    return this.#repository.addLiveToken(userId, new Date(Date.now() + WS_TOKEN_SECONDS * 1000));
  }

  /** Uses such a token up; answers whose it was, undefined when it is unknown, used or too old. */
  takeLiveToken(token: string): Promise<number | undefined> {
    return this.#repository.takeLiveToken(token);
  }

  /** Makes an account with a plan unless the address has one; answers whether the password opens it. */
  async ensureAccount(email: string, password: string, plan: Plan): Promise<boolean> {
    if (!(await this.#repository.byName(email))) {
      try {
        await this.#add({ email, passwordHash: await hashPassword(password), emailVerified: true }, plan);
      } catch (error) {
        // Another process that starts at the same time has just made it.
        if (!(error instanceof ApiError)) throw error;
      }
    }
    return verifyPassword((await this.#repository.byName(email))?.passwordHash, password);
  }
}

function tooManyTries(until: Date): ApiError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  return new ApiError(429, `登录失败次数太多，请 ${Math.ceil(seconds / 60)} 分钟后再试。忘记密码可以点「忘记密码」重设。`, {
    retryAfter: seconds,
  });
}

/** What a violated unique index means to the one who registers. */
function takenError(error: unknown): ApiError | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  if (code !== '23505') return undefined;
  const [field, detail] =
    constraint === 'users_username' ? ['username', '这个用户名已有人使用，请换一个。'] : ['email', '这个邮箱已注册，请直接登录。'];
  return new ApiError(409, detail, { errors: [{ field, detail }] });
}
