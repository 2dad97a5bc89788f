import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyses, renderings } from '../../src/analyses/tables.ts';
import { files, fileVersions, uploads } from '../../src/files/tables.ts';
import { createTestServer, PASSWORD, type TestServer } from '../support/server.ts';
import { callerOf } from './caller.ts';

let test: TestServer;
const { get, post, put } = callerOf(() => test);

beforeAll(async () => {
  test = await createTestServer();
});
afterAll(() => test.close());

const profile = async (token: string) => (await get('/api/user/profile', token)).body;
const update = (token: string, body: object) => put('/api/user/profile', body, token);

describe('the profile', () => {
  it('holds what the user info holds, and more', async () => {
    const { token, email, id } = await test.newUser();
    const file = {
      fileType: 'groups',
      format: 'text',
      fileSize: 1234,
      validationStatus: 'valid',
      blob: '0'.repeat(64),
      parserVersion: '1',
    } as const;
    await test.database.insert(files).values([
      { ...file, userId: id, name: 'a.csv' },
      { ...file, userId: id, name: 'b.csv' },
    ]);
    const shown = await profile(token);
    expect(shown).toMatchObject((await get('/api/user/info', token)).body);
    expect(shown).toMatchObject({
      email,
      institution: null,
      research_field: null,
      // Two files of the same content: it is stored once.
      storage_used: 1234,
      storage_kinds: { files: 1234, forms: 0, results: 0, drawings: 0, uploading: 0 },
      storage_quota: 1024 ** 3,
      deletion_at: null,
    });
    expect(shown.invite_code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(Date.parse(shown.created_at)).toBeGreaterThan(Date.now() - 60_000);
    expect(shown.ledger).toEqual([expect.objectContaining({ change: 60, balance: 60, reason: '注册赠送', task: null })]);
  });

  it('counts everything that is stored for the user, by kind and each content once', async () => {
    const { token, id } = await test.newUser();
    const [upload, parsed, cells, table, matrix, drawing] = ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(64)) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const type = { fileType: 'expression', format: 'text', validationStatus: 'valid', parserVersion: '1' } as const;
    const forms = { parsed, parsedBytes: 200, cells, cellsBytes: 3_000 };
    const [file] = await test.database
      .insert(files)
      .values({ ...type, ...forms, userId: id, name: 'a.csv', fileSize: 10, blob: upload })
      .returning();
    // A version that was replaced by one with the same cells, and a file saved from a result: its table is a result already.
    await test.database
      .insert(fileVersions)
      .values({ ...type, fileId: file?.id ?? 0, version: 1, name: 'a.csv', fileSize: 7, blob: '7'.repeat(64), cells, cellsBytes: 3_000 });
    const results = [
      { id: 't', sha256: table, bytes: 40_000, rows: 1, columns: ['a'], matrix: { blob: matrix, bytes: 500_000, facts: {} } },
    ];
    const task = {
      userId: id,
      taskType: 't',
      toolVersion: '1',
      family: 'bulk',
      name: 't',
      status: 'completed' as const,
      values: {},
      inputs: [],
      points: 0,
      example: true,
    };
    const [done] = await test.database
      .insert(analyses)
      .values([
        { ...task, result: { tables: results } as never },
        { ...task, result: { tables: results } as never },
        { ...task, status: 'failed' as const },
      ])
      .returning();
    await test.database.insert(renderings).values({ analysisId: done?.id ?? 0, key: 'k', sha256: drawing, size: 6_000_000 });
    const open = { userId: id, name: 'u', metadata: {}, createdAt: new Date(Date.now() - 25 * 3600_000) };
    await test.database.insert(uploads).values([
      { ...open, id: randomUUID(), size: 70_000_000 },
      { ...open, id: randomUUID(), size: 1, endedAt: new Date() },
    ]);
    const shown = await profile(token);
    expect(shown.storage_kinds).toEqual({ files: 17, forms: 3_200, results: 540_000, drawings: 6_000_000, uploading: 70_000_000 });
    expect(shown.storage_used).toBe(76_543_217);
  });

  it('shows the last 20 changes of points, the newest first', async () => {
    const { token, id } = await test.newUser();
    for (let i = 1; i <= 25; i += 1) {
      await test.database.transaction((tx) => test.billing.grant(tx, id, { kind: 'grant', points: i, reason: `第 ${i} 次` }));
    }
    const { ledger } = await profile(token);
    expect(ledger).toHaveLength(20);
    expect(ledger[0].reason).toBe('第 25 次');
    expect(ledger[19].reason).toBe('第 6 次');
  });
});

describe('a change', () => {
  const AVATAR = 'data:image/png;base64,iVBORw0KGgo=';

  it('touches what is given, trims it, and empties with null', async () => {
    const { token } = await test.newUser();
    const all = { username: ' 陈静 ', institution: '省肿瘤医院', research_field: '胃癌', avatar: AVATAR };
    expect((await update(token, all)).body).toMatchObject({ ...all, username: '陈静' });
    expect((await update(token, { institution: null, avatar: null })).body).toMatchObject({
      username: '陈静',
      institution: null,
      research_field: '胃癌',
      avatar: null,
    });
    expect((await update(token, { research_field: '  ' })).body.research_field).toBeNull();
    expect((await update(token, {})).status).toBe(200);
    expect(await profile(token)).toMatchObject({ username: '陈静', institution: null, research_field: null, avatar: null });
  });

  it('is refused at the field', async () => {
    const { token } = await test.newUser();
    const refused: [object, string][] = [
      [{ username: '' }, 'username'],
      [{ username: 'chen@example.com' }, 'username'],
      [{ username: 'x'.repeat(41) }, 'username'],
      [{ username: '请看 http://evil' }, 'username'],
      [{ username: 'evil.top' }, 'username'],
      [{ username: '陈\u200b静' }, 'username'],
      [{ institution: '省医院\r\nBcc: x' }, 'institution'],
      [{ research_field: '胃\u202e癌' }, 'research_field'],
      [{ institution: 'x'.repeat(101) }, 'institution'],
      [{ avatar: 'https://example.com/a.png' }, 'avatar'],
      [{ avatar: 'data:image/svg+xml;base64,PHN2Zz4=' }, 'avatar'],
      [{ avatar: `data:image/png;base64,${'A'.repeat(90_000)}` }, 'avatar'],
    ];
    for (const [body, field] of refused) {
      const answer = await update(token, body);
      expect([field, answer.status, answer.body.errors?.[0].field]).toEqual([field, 422, field]);
    }
  });

  it('takes no name that another has, in any case; the own one is free', async () => {
    const [one, two] = [await test.newUser(), await test.newUser()];
    await update(one.token, { username: 'Chen Jing' });
    const taken = await update(two.token, { username: 'chen jing' });
    expect([taken.status, taken.body.errors[0].field]).toEqual([409, 'username']);
    expect((await update(one.token, { username: 'CHEN JING' })).status).toBe(200);
    expect((await post('/api/login', { username: 'chen jing', password: PASSWORD })).status).toBe(200);
  });

  it('keeps address, points and whatever else is sent along', async () => {
    const { token, email } = await test.newUser();
    const answer = await update(token, { email: 'else@example.com', points: 9999, email_verified: true, user_type: 'pay' });
    expect(answer.body).toMatchObject({ email, points: 60, email_verified: false, user_type: 'new' });
  });
});
