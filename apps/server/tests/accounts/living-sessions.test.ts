import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountsService } from '../../src/accounts/service.ts';
import { LivingSessions } from '../../src/accounts/sessions/living-sessions.ts';
import { sessions } from '../../src/accounts/tables.ts';
import { LiveHub } from '../../src/live/hub.ts';
import { createLog } from '../../src/platform/log.ts';
import { createTestServer, PASSWORD, type TestServer } from '../support/server.ts';
import { callerOf } from './caller.ts';

let test: TestServer;
/** A second API process on the same database, with a channel of its own. */
let other: AccountsService;
let channel: LiveHub;
const { post, get, delete: remove } = callerOf(() => test);

/** Resolves when the second process has heard what is told after this call. */
function heard(what: 'ended' | 'lost'): Promise<void> {
  return new Promise((resolve) => {
    channel.watchSessions({
      sessionsEnded: () => what === 'ended' && resolve(),
      noticesArrive: (arrive) => what === 'lost' && !arrive && resolve(),
    });
  });
}

const lives = (accounts: AccountsService, token: string): Promise<boolean> =>
  accounts.authenticate(token).then(
    () => true,
    () => false,
  );

beforeAll(async () => {
  test = await createTestServer();
  test.live.watchSessions(test.accounts.sessions.living);
  other = await test.secondProcess();
  channel = new LiveHub(test.url, createLog('silent'));
  channel.watchSessions(other.sessions.living);
  await channel.start();
});
afterAll(async () => {
  await channel?.stop();
  await test?.close();
});

describe('a living session', () => {
  it('is not asked for again within some seconds', async () => {
    const { token, id } = await test.newUser();
    expect(await lives(other, token)).toBe(true);
    await test.database.delete(sessions).where(eq(sessions.userId, id));
    expect(await lives(other, token)).toBe(true);
  });

  it.each([
    [
      'ended from the list of devices',
      async (token: string) => {
        const { results } = (await get('/api/user/sessions', token)).body;
        await remove(`/api/user/sessions/${results.find(({ current }: { current: boolean }) => !current).id}`, token);
      },
    ],
    [
      'ended by a new password',
      (token: string) => post('/api/user/change-password', { old_password: PASSWORD, new_password: 'tigers-of-loom' }, { token }),
    ],
    ['ended by the wish to delete the account', (token: string) => post('/api/user/delete', { password: PASSWORD }, { token })],
  ])('is refused by every process once it was %s', async (_, end) => {
    const { email, token } = await test.newUser();
    const stolen = (await post('/api/login', { username: email, password: PASSWORD })).body.access_token as string;
    expect([await lives(test.accounts, stolen), await lives(other, stolen)]).toEqual([true, true]);
    const told = heard('ended');
    await end(token);
    // Here at once; elsewhere as soon as the notice is there.
    expect(await lives(test.accounts, stolen)).toBe(false);
    await told;
    expect(await lives(other, stolen)).toBe(false);
    expect(await lives(test.accounts, token)).toBe(true);
  });

  it('is asked for each time while notices do not arrive', async () => {
    const { token, id } = await test.newUser();
    expect(await lives(other, token)).toBe(true);
    const lost = heard('lost');
    await test.database.delete(sessions).where(eq(sessions.userId, id));
    await test.database.execute(
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'oncoloom-live/%' AND datname = current_database()`,
    );
    await lost;
    expect(await lives(other, token)).toBe(false);
  });
});

describe('what is kept', () => {
  const claims = { userId: 7, sessionId: 'a' };

  it('is nothing that was looked up before an end', async () => {
    const living = new LivingSessions();
    living.noticesArrive(true);
    let answer: (alive: boolean) => void = () => undefined;
    const looking = living.has(claims, () => new Promise<boolean>((resolve) => (answer = resolve)));
    living.sessionsEnded(7);
    answer(true);
    await looking;
    expect(await living.has(claims, async () => false)).toBe(false);
  });

  it('is of one user: a token that names another’s session is looked up', async () => {
    const living = new LivingSessions();
    living.noticesArrive(true);
    expect(await living.has(claims, async () => true)).toBe(true);
    expect(await living.has({ ...claims, userId: 8 }, async () => false)).toBe(false);
  });

  it('is nothing before the first notice could arrive', async () => {
    const living = new LivingSessions();
    await living.has(claims, async () => true);
    expect(await living.has(claims, async () => false)).toBe(false);
  });
});
