/** One mailbox and one name, however they are spelled. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../src/accounts/tables.ts';
import { createTestServer, PASSWORD, type TestServer } from '../support/server.ts';
import { callerOf } from './caller.ts';

let test: TestServer;
const { get, post, put } = callerOf(() => test);

beforeAll(async () => {
  test = await createTestServer();
});
afterAll(() => test.close());

const register = (email: string, username?: string) => post('/api/register', { email, password: PASSWORD, ...(username && { username }) });
const login = (username: string) => post('/api/login', { username, password: PASSWORD });

describe('a mailbox', () => {
  it.each([
    ['lin.wei@hospital.example', ['Lin.Wei+1@hospital.example', 'lin.wei+a+b@HOSPITAL.example'], ['linwei@hospital.example']],
    ['zhang.min+lab@gmail.com', ['zhangmin@gmail.com', 'z.hang.min@googlemail.com', 'ZHANGMIN+2@GoogleMail.com'], ['zhangmin2@gmail.com']],
    ['+plus@hospital.example', [], ['+other@hospital.example', 'plus@hospital.example']],
  ])('%s has one account, that any of its spellings signs in to', async (email, same, others) => {
    const { body } = await register(email);
    for (const alias of same) {
      const answer = await register(alias);
      expect([alias, answer.status, answer.body.errors]).toEqual([
        alias,
        409,
        [{ field: 'email', detail: '这个邮箱已注册，请直接登录。' }],
      ]);
      expect([alias, (await login(alias)).status]).toEqual([alias, 200]);
    }
    // Kept as it was typed.
    expect((await get('/api/user/info', body.access_token)).body.email).toBe(email);
    for (const other of others) expect([other, (await register(other)).status]).toEqual([other, 200]);
  });

  it('takes one of twenty spellings that come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => register(`crowd+${i}@hospital.example`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('of two earlier accounts keeps both', async () => {
    for (const email of ['old@hospital.example', 'old+2@hospital.example']) {
      const { body } = await register(`made-${email.replace('+', '-')}`);
      const { id } = (await get('/api/user/info', body.access_token)).body;
      await test.database.update(users).set({ email }).where(eq(users.id, id));
      await login(email);
    }
    for (const email of ['old@hospital.example', 'old+2@hospital.example']) {
      const { body } = await login(email);
      expect((await get('/api/user/info', body.access_token)).body.email).toBe(email);
    }
  });
});

describe('a name', () => {
  it.each([
    ['admin', ['ADMIN', 'ａｄｍｉｎ', 'аdmin', 'аԁmіn', 'ádmin', 'admın'], ['admin2', '管理员']],
    ['istanbul', ['İstanbul', 'ISTANBUL', 'ıstanbul'], []],
    ['NOVA', ['ΝΟVΑ', 'nova'], []],
    ['Weiß', ['weiss', 'WEISS'], []],
    ['林薇', ['林薇 '], ['林微']],
    ['Анна', ['АННА', 'AНHа'], ['Ивaн']],
  ])('%s is one person’s, however it is written', async (name, same, others) => {
    const unique = Math.random().toString(36).slice(2);
    const { status, body } = await register(`a${unique}@names.example`, name);
    expect(status).toBe(200);
    for (const [i, alike] of same.entries()) {
      const answer = await register(`b${unique}${i}@names.example`, alike);
      expect([alike, answer.status, answer.body.errors?.[0].field]).toEqual([alike, 409, 'username']);
      expect([alike, (await login(alike)).status]).toEqual([alike, 200]);
    }
    for (const [i, other] of others.entries()) expect((await register(`c${unique}${i}@names.example`, other)).status).toBe(200);
    // Their own they may write otherwise.
    expect((await put('/api/user/profile', { username: name.toUpperCase() }, body.access_token)).status).toBe(200);
    const another = (await register(`d${unique}@names.example`)).body.access_token;
    expect((await put('/api/user/profile', { username: same[0] }, another)).status).toBe(409);
  });
});
