import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AccountMails } from '../../src/accounts/mails/account-mails.ts';
import { AccountsService } from '../../src/accounts/service.ts';
import { createBilling } from '../../src/assemble.ts';
import type { BillingService } from '../../src/billing/service.ts';
import type { HealthChecks } from '../../src/http/health.ts';
import type { CallLimits } from '../../src/http/rate-limit.ts';
import { createServer } from '../../src/http/server.ts';
import type { BodyPace } from '../../src/http/slow-bodies.ts';
import { LiveHub } from '../../src/live/hub.ts';
import { createLog, type Log } from '../../src/platform/log.ts';
import type { Mail } from '../../src/platform/mail.ts';
import { isForItself } from '../../src/platform/origin.ts';
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts';
import type { QueuedMail } from '../../src/platform/queue.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { NO_LIMITS } from './no-limits.ts';

export interface TestServer extends TestDatabase {
  server: FastifyInstance;
  accounts: AccountsService;
  billing: BillingService;
  live: LiveHub;
  /** Delivers the mails that calls have asked for; answers all mails so far, oldest first. */
  outbox(): Promise<readonly Mail[]>;
  /** The accounts as another API process on the same database has them. */
  secondProcess(): Promise<AccountsService>;
  /** Registers a new user; answers the token. */
  newUser(): Promise<{ token: string; id: number; email: string }>;
  close(): Promise<void>;
}

interface TestServerOptions {
  log?: Log;
  /** Of other domains; made from what the server is made of where they need it. */
  routes?: readonly FastifyPluginAsyncZod[] | ((parts: Pick<TestServer, 'accounts' | 'database'>) => readonly FastifyPluginAsyncZod[]);
  health?: HealthChecks;
  pages?: string;
  bodyPace?: BodyPace;
  callLimits?: CallLimits;
  /** Networks of proxies on other machines. */
  proxies?: readonly string[];
  /** Of a site for others. */
  publicUrl?: string;
}

export const PASSWORD = 'loom-of-tigers';
export const DEVICE = { agent: 'test', address: '127.0.0.1' };
export const PUBLIC_URL = 'https://oncoloom.example';
export const OPERATOR_TOKEN = 'the-operator';

/** The HTTP server with accounts, points and the live channel on a fresh database; not listening. */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const test = await createTestDatabase();
  const log = options.log ?? createLog('silent');
  const billing = createBilling(test.database);
  const asked: QueuedMail[] = [];
  const secret = randomBytes(32);
  const accountsOn = (database: Database) => {
    const mails = { addMail: async (mail: QueuedMail) => void asked.push(mail) };
    return new AccountsService({ database, billing, secret, mails, publicUrl: PUBLIC_URL, log });
  };
  const accounts = accountsOn(test.database);
  const others: Database[] = [];
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail), forget: async () => {} };
  const mails = new AccountMails({ database: test.database, mailer, publicUrl: PUBLIC_URL, log });
  const live = new LiveHub(test.url, log);
  await live.start();
  const server = await createServer({
    log,
    database: test.database,
    accounts,
    live,
    health: options.health ?? {},
    operator: { token: OPERATOR_TOKEN, trustsMachine: isForItself(options.publicUrl ?? 'http://127.0.0.1:8080') },
    routes: typeof options.routes === 'function' ? options.routes({ accounts, database: test.database }) : (options.routes ?? []),
    pages: options.pages ?? '/nowhere',
    ...(options.bodyPace && { bodyPace: options.bodyPace }),
    ...(options.proxies && { proxies: options.proxies }),
    callLimits: options.callLimits ?? NO_LIMITS,
  });
  await server.ready();
  let made = 0;
  return {
    ...test,
    server,
    accounts,
    billing,
    live,
    outbox: async () => {
      for (const mail of asked.splice(0)) await mails.deliver(mail);
      return sent;
    },
    secondProcess: async () => {
      const database = openDatabase(test.url, log, 5);
      others.push(database);
      return accountsOn(database);
    },
    newUser: async () => {
      made += 1;
      const email = `user${made}@example.com`;
      const token = await accounts.register({ email, password: PASSWORD }, DEVICE);
      return { token, email, id: (await accounts.authenticate(token)).id };
    },
    close: async () => {
      await live.stop();
      await server.close();
      for (const other of others) await other.$client.end();
      await test.close();
    },
  };
}
