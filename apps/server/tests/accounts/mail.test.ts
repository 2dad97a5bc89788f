import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountMails } from '../../src/accounts/mails/account-mails.ts';
import { mailedTokens, users } from '../../src/accounts/tables.ts';
import { createLog, type Log } from '../../src/platform/log.ts';
import { createMailer, readOutbox } from '../../src/platform/mail.ts';
import { Queue } from '../../src/platform/queue.ts';
import { createTestServer, PUBLIC_URL, type TestServer } from '../support/server.ts';
import { TestSmtp } from './smtp.ts';

const MAIL = { to: 'lin@example.com', subject: '验证你的邮箱', text: '打开 https://x.example/?token=s3cret', html: '<p>打开</p>' };
const FROM = '瘤析 <no-reply@oncoloom.example>';

let folder: string;
let lines: string;
let log: Log;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'oncoloom-mail-')), 'outbox');
  lines = '';
  log = createLog('debug', { write: (line) => (lines += line) });
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const mailer = (smtpUrl?: string) => createMailer({ mail: { smtpUrl, from: FROM }, folders: { outbox: folder } as never }, log);

describe('without a mail server', () => {
  it('a mail is a file that only the operator reads', async () => {
    await mailer().send(MAIL);
    await mailer().send({ ...MAIL, to: 'second@example.com' });
    const kept = await readOutbox(folder);
    expect(kept.map(({ mail }) => mail)).toEqual([
      { ...MAIL, from: FROM, at: expect.any(String) },
      { ...MAIL, to: 'second@example.com', from: FROM, at: expect.any(String) },
    ]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    // As it is read by a person: Chinese in plain.
    expect(await readFile(join(folder, kept[0]?.file ?? ''), 'utf8')).toContain('验证你的邮箱');
  });

  it('mails of one millisecond are listed in the order in which they were sent', async () => {
    const addresses = Array.from({ length: 12 }, (_, i) => `user${i}@example.com`);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-04T03:02:01.000Z') });
    try {
      for (const to of addresses) await mailer().send({ ...MAIL, to });
    } finally {
      vi.useRealTimers();
    }
    expect((await readOutbox(folder)).map(({ mail }) => mail.to)).toEqual(addresses);
  });

  it('the log says so, without address and text', async () => {
    await mailer().send(MAIL);
    expect(lines).toContain('a mail was kept in the outbox: SMTP_URL is not set');
    for (const secret of ['lin@example.com', 's3cret']) expect(lines).not.toContain(secret);
  });

  it('what was kept for an address can be forgotten, and no outbox is an empty one', async () => {
    expect(await readOutbox(folder)).toEqual([]);
    await mailer().forget(MAIL.to);
    await mailer().send(MAIL);
    await mailer().send({ ...MAIL, to: 'second@example.com' });
    await mailer().forget('LIN@example.com');
    expect((await readOutbox(folder)).map(({ mail }) => mail.to)).toEqual(['second@example.com']);
  });
});

describe('with a mail server', () => {
  let smtp: TestSmtp;
  beforeEach(async () => {
    smtp = await TestSmtp.start();
  });
  afterEach(() => smtp.stop());

  it('a mail goes there, with text, markup and sender', async () => {
    await mailer(smtp.url).send(MAIL);
    expect(smtp.mails).toHaveLength(1);
    const [mail = ''] = smtp.mails;
    expect(mail).toContain('To: lin@example.com');
    expect(mail).toMatch(/^From: =\?UTF-8\?.*<no-reply@oncoloom\.example>$/m);
    expect(mail).toMatch(/multipart\/alternative/);
    expect(mail).toContain('Auto-Submitted: auto-generated');
    expect(await readOutbox(folder)).toEqual([]);
    expect(lines).not.toContain('lin@example.com');
  });

  it('a refusal is told without the server’s words, which repeat the address', async () => {
    smtp.refusals.push('550 5.1.1 lin@example.com: no such user');
    const failure = await mailer(smtp.url)
      .send(MAIL)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    const told = `${String(failure)} ${JSON.stringify(failure, Object.getOwnPropertyNames(failure))}`;
    expect(told).toContain('550');
    expect(told).not.toContain('lin@example.com');
  });
});

describe('the queue of mails', () => {
  let test: TestServer;
  let queue: Queue;
  let smtp: TestSmtp;

  beforeAll(async () => {
    test = await createTestServer();
    smtp = await TestSmtp.start();
    queue = new Queue(test.url, createLog('silent'));
    await queue.start();
  });
  afterAll(async () => {
    await queue.stop();
    await smtp.stop();
    await test.close();
  });
  beforeEach(() => smtp.mails.splice(0));

  const start = (on: Queue) => {
    const mails = new AccountMails({ database: test.database, mailer: mailer(smtp.url), publicUrl: PUBLIC_URL, log });
    return on.workMails((mail) => mails.deliver(mail));
  };

  it('holds the mails that were asked for before a crash, and nothing of their text', async () => {
    const { id, email } = await test.newUser();
    const asking = new Queue(test.url, createLog('silent'));
    await asking.start();
    for (let i = 0; i < 9; i += 1) await asking.addMail({ purpose: 'reset', userId: null });
    await asking.addMail({ purpose: 'reset', userId: id });
    await asking.stop();
    const { rows } = await test.database.execute(sql`SELECT DISTINCT data::text FROM queue.job WHERE name = 'mails' ORDER BY 1`);
    expect(rows).toEqual([{ data: `{"userId": ${id}, "purpose": "reset"}` }, { data: '{"userId": null, "purpose": "reset"}' }]);
    await start(queue);
    await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), 15_000);
    expect(smtp.mails[0]).toContain(`To: ${email}`);
  });

  it('queues with the transaction of its caller or not at all', async () => {
    const count = async () =>
      Number((await test.database.execute(sql`SELECT count(*) FROM queue.job WHERE name = 'mails'`)).rows[0]?.count);
    const before = await count();
    const failing = test.database.transaction(async (tx) => {
      await queue.addMail({ purpose: 'verify', userId: 1 }, tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await count()).toBe(before);
  });

  it('tries again when the server refuses, with another token, and logs the failure without secrets', async () => {
    const { id, email } = await test.newUser();
    smtp.refusals.push(`451 4.7.1 ${email}: later`);
    await queue.addMail({ purpose: 'verify', userId: id });
    await vi.waitFor(() => expect(lines).toContain('a mail did not go out and will be tried again'), 15_000);
    expect(lines).not.toContain(email);
    expect(await test.database.select().from(mailedTokens).where(eq(mailedTokens.userId, id))).toHaveLength(0);
    // The queue keeps the failure after the log has told it.
    const rows = await vi.waitFor(async () => {
      const kept = await test.database.execute(sql`SELECT output::text FROM queue.job WHERE name = 'mails' AND state = 'retry'`);
      expect(kept.rows).toHaveLength(1);
      return kept.rows;
    }, 15_000);
    expect(JSON.stringify(rows)).not.toContain(email);
    await test.database.execute(sql`UPDATE queue.job SET start_after = now() WHERE name = 'mails' AND state = 'retry'`);
    // Wakes the workers, which look for what has come due every 30 s only.
    await queue.addMail({ purpose: 'verify', userId: null });
    await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), 15_000);
    expect(await test.database.select().from(mailedTokens).where(eq(mailedTokens.userId, id))).toHaveLength(1);
  });

  it('writes to no account that is gone, and verifies no address twice', async () => {
    const gone = await test.newUser();
    const verified = await test.newUser();
    const last = await test.newUser();
    await test.database.delete(users).where(eq(users.id, gone.id));
    await test.database.update(users).set({ emailVerified: true }).where(eq(users.id, verified.id));
    for (const { id } of [gone, verified, last]) await queue.addMail({ purpose: 'verify', userId: id });
    await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), 15_000);
    expect(smtp.mails[0]).toContain(`To: ${last.email}`);
  });
});
