import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVICE, PASSWORD } from '../support/server.ts';
import { createWorkingServer, type Route, type WholeServer } from '../support/whole.ts';
import { ABSENT, People, type Person } from './authorisation-people.ts';
import { type Call, callsOf, TOOL_CALLS, toolCallsOf } from './authorisation-requests.ts';
import { secretsIn } from './authorisation-secrets.ts';

/**
 * Every route of the whole server, as it registers itself, against callers that must not get through. A route is either
 * named here or asks for a token; one that names something owned treats another user's as absent.
 */
const OPEN_ROUTES: readonly string[] = [
  // The browser's application and what operates the server.
  '/*',
  '/healthz',
  '/readyz',
  // Answer to the machine itself or the operator's token only.
  '/status',
  '/metrics',
  '/api/docs',
  '/api/docs/json',
  '/api/docs/yaml',
  '/api/docs/static/*',
  '/api/docs/static/index.html',
  '/api/docs/static/swagger-initializer.js',
  // Before signing in.
  '/api/register',
  '/api/login',
  '/api/user/forgot-password',
  '/api/user/verify-reset-token',
  '/api/user/reset-password',
  '/api/user/verify-email',
  '/api/user/resend-verification-email',
  '/api/support',
  '/api/support/qr',
  // Built-in examples, as visitors see them.
  '/api/examples/:task_type',
  '/api/examples/:task_type/figure.webp',
  // Opened with a token of its own.
  '/ws/notifications/',
  // Opened with the token of a shared result.
  '/api/share/:token',
  '/api/shared_project/:token',
  '/api/share/:token/files/:file_key/:filename',
];

/** Some calls end the session or the account of who makes them. */
const CALLS_PER_PERSON = 16;

let whole: WholeServer;
let people: People;
let guarded: Call[];
let addresses = 0;

const isOpen = (route: Route): boolean => OPEN_ROUTES.includes(route.url);

async function send(call: Call, caller: Person, id: unknown, token: string | undefined): Promise<LightMyRequestResponse> {
  const { url, payload, headers } = await call.build(id, caller);
  addresses += 1;
  return whole.server.inject({
    method: call.method as 'GET',
    url,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    remoteAddress: `203.0.${addresses >> 8}.${addresses & 255}`,
    ...(payload === undefined ? {} : { payload }),
  });
}

/** Goes through calls with people that change after some; `work` answers what is wrong. */
async function faultsOf<T>(
  calls: readonly Call[],
  callsEach: number,
  newcomers: () => Promise<T>,
  work: (call: Call, these: T) => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = [];
  const batch = CALLS_PER_PERSON / callsEach;
  for (let i = 0; i < calls.length; i += batch) {
    const these = await newcomers();
    for (const call of calls.slice(i, i + batch)) faults.push(...(await work(call, these)));
  }
  return faults;
}

const spoken = ({ statusCode, headers, body }: LightMyRequestResponse): string => `${statusCode} ${JSON.stringify(headers)} ${body}`;
/**
 * What of an answer an absent thing and another's must have in common: an id that the caller sent itself may come back in
 * it, and the answer to HEAD has its length instead of a body.
 */
function answer({ statusCode, headers, body, raw }: LightMyRequestResponse, id: unknown = '(id)'): string {
  const length = raw.req.method === 'HEAD' ? `${headers['content-length']} ` : '';
  return `${statusCode} ${length}${body.replaceAll(String(id), '(id)')}`;
}

beforeAll(async () => {
  whole = await createWorkingServer();
  await whole.work();
  people = new People(whole.app);
  await people.prepare();
  guarded = whole.routes.filter((route) => !isOpen(route)).flatMap(callsOf);
});
afterAll(() => whole?.close());

describe('the routes', () => {
  it('are found, and every route named as open exists', () => {
    const urls = whole.routes.map(({ url }) => url);
    expect(urls.length).toBeGreaterThan(40);
    // The pages are there only where they have been built.
    expect(OPEN_ROUTES.filter((url) => url !== '/*' && !urls.includes(url))).toEqual([]);
  });

  it('answer to their owner with what others must not see', async () => {
    const calls = guarded.filter(({ method, about }) => method === 'GET' && about !== undefined);
    const found = await faultsOf(
      calls,
      1,
      () => people.owner(),
      async (call, owner) => secretsIn(spoken(await send(call, owner, await owner.own(call.about?.kind ?? 'file'), owner.token))),
    );
    // Without this a search for secrets could find nothing because there are none.
    expect(new Set(found).size).toBeGreaterThanOrEqual(2);
  });
});

describe('a route that asks for a token', () => {
  const refused = (tokenFor: (person: Person) => Promise<string | undefined>) =>
    faultsOf(
      guarded,
      1,
      () => people.add(),
      async (call, person) => {
        const id = call.about === undefined ? undefined : await person.own(call.about.kind);
        const { statusCode, body } = await send(call, person, id, await tokenFor(person));
        const sentence = call.method === 'HEAD' || /[\u4e00-\u9fff]/.test(JSON.parse(body).detail);
        return statusCode === 401 && sentence ? [] : [`${call.title}: ${statusCode} ${body.slice(0, 200)}`];
      },
    );

  it('answers 401 without one', async () => {
    expect(await refused(async () => undefined)).toEqual([]);
  });

  it('answers 401 to an expired one, and to one whose session has ended by its time', async () => {
    expect(await refused((person) => people.token(person, { expires: '-1s' }))).toEqual([]);
    expect(await refused((person) => people.tokenOfOldSession(person))).toEqual([]);
  });

  it('answers 401 to a forged one', async () => {
    expect(await refused((person) => people.token(person, { key: new Uint8Array(32) }))).toEqual([]);
    const unsigned = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    expect(
      await refused(async (person) => {
        const claims = (await people.token(person)).split('.')[1];
        return `${unsigned({ alg: 'none' })}.${claims}.`;
      }),
    ).toEqual([]);
  });

  it('answers 401 to one that a password change has revoked', async () => {
    const revoked = new Map<number, string>();
    expect(
      await refused(async (person) => {
        const known = revoked.get(person.id);
        if (known !== undefined) return known;
        const elsewhere = await whole.app.accounts.login(person.email, PASSWORD, DEVICE);
        const changed = await whole.server.inject({
          method: 'POST',
          url: '/api/user/change-password',
          headers: { authorization: `Bearer ${person.token}` },
          payload: { old_password: PASSWORD, new_password: `${PASSWORD}-new` },
        });
        expect(changed.statusCode).toBe(200);
        revoked.set(person.id, elsewhere);
        return elsewhere;
      }),
    ).toEqual([]);
  });

  it('with a token in the address answers 401 to a forged one there', async () => {
    const faults: string[] = [];
    const owner = await people.owner();
    for (const route of whole.routes.filter((entry) => !isOpen(entry) && JSON.stringify(Object.keys(shapeOf(entry))).includes('"token"'))) {
      for (const call of callsOf(route)) {
        const { url } = await call.build(await owner.own(call.about?.kind ?? 'file'), owner);
        const separator = url.includes('?') ? '&' : '?';
        const { statusCode } = await whole.server.inject({ method: call.method as 'GET', url: `${url}${separator}token=forged` });
        if (statusCode !== 401) faults.push(`${call.title}: ${statusCode}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

function shapeOf(route: Route): object {
  const query = (route.schema as { querystring?: { shape?: object } } | undefined)?.querystring;
  return query?.shape ?? {};
}

describe('another user’s', () => {
  const pair = async () => ({ owner: await people.owner(), stranger: await people.add() });

  /** The same call about the owner's thing and about one that nobody has; the owner itself must see a difference. */
  async function compare(call: Call, { owner, stranger }: { owner: Person; stranger: Person }): Promise<string[]> {
    const kind = call.about?.kind;
    if (kind === undefined) return [];
    const id = await owner.own(kind);
    const theirs = await send(call, stranger, id, stranger.token);
    const absent = await send(call, stranger, ABSENT[kind], stranger.token);
    const own = await send(call, owner, id, owner.token);
    const faults: string[] = [];
    if (answer(theirs, id) !== answer(absent, ABSENT[kind])) faults.push(`${call.title}: ${answer(theirs)}, absent: ${answer(absent)}`);
    // What a path allows is the same for every id.
    if (call.method !== 'OPTIONS' && answer(own, id) === answer(absent, ABSENT[kind]))
      faults.push(`${call.title}: nothing shows that it looks for the thing: ${answer(own)}`);
    for (const { statusCode, body } of [own, absent])
      if (statusCode >= 500 || statusCode === 429) faults.push(`${call.title}: ${statusCode} ${body}`);
    const leaked = secretsIn(spoken(theirs));
    if (leaked.length > 0) faults.push(`${call.title} leaks ${leaked.join()}`);
    return faults;
  }

  it('id answers exactly as an absent one, and leaks nothing', { timeout: 180_000 }, async () => {
    const calls = guarded.filter(({ about }) => about !== undefined);
    expect(calls.length).toBeGreaterThan(20);
    expect(await faultsOf(calls, 2, pair, compare)).toEqual([]);
  });

  it('id in any field of any tool answers exactly as an absent one', { timeout: 600_000 }, async () => {
    const calls = whole.app.tools.all.flatMap((tool) =>
      TOOL_CALLS.filter((title) => !title.includes('preview') || tool.preview === true).flatMap((title) => toolCallsOf(title, tool)),
    );
    expect(calls.length).toBeGreaterThan(whole.app.tools.all.length);
    expect(await faultsOf(calls, 2, pair, compare)).toEqual([]);
  });

  it('things stay out of every other answer', { timeout: 180_000 }, async () => {
    await people.owner();
    // Some of these calls end the session or the account of who calls.
    const faults = await faultsOf(
      guarded.filter(({ about }) => about === undefined),
      CALLS_PER_PERSON,
      () => people.add(),
      async (call, stranger) => {
        const response = await send(call, stranger, undefined, stranger.token);
        const leaked = secretsIn(spoken(response));
        const broken = response.statusCode >= 500 || response.statusCode === 429;
        return [
          ...(leaked.length > 0 ? [`${call.title} leaks ${leaked.join()}`] : []),
          ...(broken ? [`${call.title}: ${answer(response)}`] : []),
        ];
      },
    );
    expect(faults).toEqual([]);
  });
});

describe('a route that names something', () => {
  const IMPOSSIBLE = [
    '99999999999999999999',
    '2147483648',
    '-1',
    '0',
    '1.5',
    'NaN',
    'x'.repeat(90),
    'a\u0000b',
    '\ud800',
    '../1',
    "1'--",
    ' ',
  ];

  it('refuses an id that nothing can have, with a sentence', async () => {
    const person = await people.add();
    // OPTIONS tells of the protocol, whatever the upload.
    const calls = guarded.filter(({ about, method }) => about !== undefined && method !== 'OPTIONS');
    const faults: string[] = [];
    for (const call of calls) {
      for (const id of IMPOSSIBLE) {
        // Half of a surrogate pair has no place in an address.
        if (call.about?.field.startsWith(':') === true && id === '\ud800') continue;
        const { statusCode, body } = await send(call, person, id, person.token);
        const sentence = call.method === 'HEAD' || /[\u4e00-\u9fff]/.test(body);
        const refused = statusCode >= 400 && statusCode < 500 && statusCode !== 401 && sentence;
        if (!refused) faults.push(`${call.title} with ${JSON.stringify(id.slice(0, 30))}: ${statusCode} ${body.slice(0, 120)}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('refuses the token of a shared result that nothing can have', async () => {
    for (const token of IMPOSSIBLE.filter((id) => id !== '\ud800')) {
      const { statusCode, body } = await whole.server.inject({ method: 'GET', url: `/api/share/${encodeURIComponent(token)}` });
      expect([token.slice(0, 30), statusCode >= 400 && statusCode < 500, body]).toEqual([
        token.slice(0, 30),
        true,
        expect.stringMatching(/[\u4e00-\u9fff]/),
      ]);
    }
  });
});
