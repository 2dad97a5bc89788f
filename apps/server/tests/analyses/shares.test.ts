import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SHARES_MAX, type SharedAnalysis } from '@oncoloom/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { users } from '../../src/accounts/tables.ts';
import { analyses, analysisShares } from '../../src/analyses/tables.ts';
import { Line } from '../../src/drawing/line.ts';
import { buildServer } from '../../src/http.ts';
import { People, type Person } from '../http/authorisation-people.ts';
import { SECRETS, secretsIn } from '../http/authorisation-secrets.ts';
import { unzip } from '../support/unzip.ts';
import { createWorkingServer, type WholeServer } from '../support/whole.ts';

let whole: WholeServer;
let people: People;
let owner: Person;
let id: number;
let calls = 0;

/** Each call from another address, as of strangers. */
async function call(method: 'GET' | 'HEAD' | 'POST', url: string, { body, token }: { body?: object; token?: string } = {}) {
  calls += 1;
  const answer = await whole.server.inject({
    method,
    url,
    remoteAddress: `203.0.${calls >> 8}.${calls & 255}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body }),
  });
  const json = (answer.headers['content-type'] ?? '').toString().includes('json') && answer.body !== '';
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes: answer.rawPayload,
    text: answer.body,
    body: json ? answer.json() : undefined,
  };
}

const share = async (choices: object = {}, of = id) => {
  const { status, body } = await call('POST', '/api/share_analysis', { body: { analysis_id: of, ...choices }, token: owner.token });
  expect(status).toBe(200);
  const token = /\/share\/([\w-]{43})$/.exec(body.link)?.[1] ?? '';
  return { ...body, token } as { id: number; token: string; link: string; expires_at: string | null };
};
const open = (token: string) => call('GET', `/api/share/${token}`);
const fileUrl = (token: string, key: string, name: string) => `/api/share/${token}/files/${key}/${encodeURIComponent(name)}`;

beforeAll(async () => {
  whole = await createWorkingServer();
  await whole.work();
  people = new People(whole.app);
  await people.prepare();
  owner = await people.owner();
  id = (await owner.own('analysis')) as number;
  await whole.app.database.update(analyses).set({ name: '胰腺癌复发' }).where(eq(analyses.id, id));
});
afterAll(() => whole?.close());

describe('a shared result', () => {
  it('is read in English by an address of its own: names, sentences, figures and tables', async () => {
    const { token } = await share({ recipient: 'reviewers' });
    const { status, body } = await call('GET', `/api/share/${token}?lang=en`);
    expect(status).toBe(200);
    const { english, analysis } = body as SharedAnalysis;
    expect(english?.tool).toMatch(/^[A-Z]/);
    const { words: _, notices: __, styles: ___, ...shown } = analysis.result;
    expect(JSON.stringify({ english, ...shown })).not.toMatch(/\p{Script=Han}/u);
    expect((await call('GET', `/api/share/${token}`)).body.english).toBeNull();
    expect((await call('GET', `/api/share/${token}?lang=fr`)).status).toBe(422);
    const [table] = english?.tables ?? [];
    const text = await call('GET', `${fileUrl(token, `${table?.id}_tsv`, 'a.tsv')}?lang=en`);
    expect([text.status, text.headers['content-disposition']]).toEqual([200, expect.stringContaining(`OncoLoom_${id}_${table?.id}.tsv`)]);
    const [figure] = Object.keys(english?.figures ?? {});
    const svg = await call('GET', `${fileUrl(token, `${figure}_svg`, 'a.svg')}?lang=en`);
    expect(svg.status).toBe(200);
    expect(svg.text.replace(/ font-family="[^"]*"/g, '')).not.toMatch(/\p{Script=Han}/u);
  });

  it('is read without an account: sentences, tables, methods, and nothing of its user', async () => {
    const { token } = await share({ recipient: '三位审稿人' });
    const { status, headers, body, text } = await open(token);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const { share: about, analysis } = body as SharedAnalysis;
    expect(about).toEqual({
      recipient: '三位审稿人',
      bundle: true,
      file_names: false,
      created_at: expect.any(String),
      expires_at: expect.any(String),
    });
    const own = (await call('POST', '/api/get_analysis', { body: { analysis_id: id }, token: owner.token })).body;
    expect(analysis.result.summary).toBe(own.result.summary);
    expect(analysis.result.files).toEqual(own.result.files);
    expect(analysis).toMatchObject({ points: 0, steps: [] });
    // Numbers of the user's files are in the request alone.
    expect(Object.keys(analysis.parameters)).not.toEqual(expect.arrayContaining(['file_id']));
    expect([text, ...secretsIn(text)].slice(1)).toEqual([]);
    expect(text).not.toContain(owner.email);
  });

  it('gives its files, all of them, and no other', async () => {
    const { token } = await share();
    const { files } = ((await open(token)).body as SharedAnalysis).analysis.result;
    expect(files.length).toBeGreaterThan(5);
    // One of each kind: drawing all takes long, and the bundle holds every figure.
    const kinds = new Map(files.map((file) => [`${file.kind} ${file.filename.split('.').at(-1)}`, file]));
    expect([...kinds.keys()]).toEqual(expect.arrayContaining(['figure pdf', 'figure svg', 'table tsv', 'table xlsx', 'document zip']));
    for (const { file_key, filename } of kinds.values()) {
      const { status, headers, bytes } = await call('GET', fileUrl(token, file_key, filename));
      expect([file_key, status, headers['x-robots-tag']]).toEqual([file_key, 200, 'noindex, nofollow']);
      expect(secretsIn(headers['content-disposition']?.toString() ?? '')).toEqual([]);
      expect(bytes.length).toBeGreaterThan(0);
      if (file_key !== 'bundle') continue;
      const packed = await unzip(bytes);
      expect([...packed.keys()]).toEqual(expect.arrayContaining(['README.md', 'reproduce.R', 'parameters.json']));
      for (const content of packed.values()) expect(secretsIn(content.toString('utf8'))).toEqual([]);
    }
    const [figure] = files.filter(({ kind }) => kind === 'figure');
    const etag = (await call('HEAD', fileUrl(token, figure?.file_key ?? '', figure?.filename ?? ''))).headers.etag;
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    const absent = [
      ['nothing_pdf', 'nothing.pdf'],
      [`${figure?.file_key}~0123456789abcdef`, figure?.filename ?? ''],
      ['../../secret', 'secret'],
    ];
    for (const [key = '', name = ''] of absent)
      expect([key, (await call('GET', fileUrl(token, encodeURIComponent(key), name))).status]).toEqual([key, 404]);
  });

  it('keeps the bundle, which holds the inputs, where its owner wants so', async () => {
    const { token } = await share({ bundle: false });
    const { analysis, share: about } = (await open(token)).body as SharedAnalysis;
    expect(about.bundle).toBe(false);
    expect(analysis.result.files.map(({ file_key }) => file_key)).not.toContain('bundle');
    const own = (await call('POST', '/api/get_analysis', { body: { analysis_id: id }, token: owner.token })).body;
    const bundle = own.result.files.find(({ file_key }: { file_key: string }) => file_key === 'bundle');
    expect((await call('GET', fileUrl(token, 'bundle', bundle.filename))).status).toBe(404);
  });

  it('says what its owner calls the input files only where the owner wants so: page, names of downloads and bundle', async () => {
    const named = (await owner.own('analysis')) as number;
    const { database } = whole.app;
    const [row] = await database.select().from(analyses).where(eq(analyses.id, named));
    const merged = { message: '2 行合并', added: false };
    const inputs = (row?.inputs ?? []).map((input) => ({
      ...input,
      name: SECRETS.file,
      merged,
      request: { from: 'file' as const, id: 1 },
    }));
    const name = `${SECRETS.file.replace('.tsv', '')} · limma`;
    await database.update(analyses).set({ inputs, name, headline: SECRETS.file }).where(eq(analyses.id, named));
    const secret = SECRETS.file.replace('.tsv', '');
    const told = async (choices: object) => {
      const { token } = await share(choices, named);
      const { body, text } = await open(token);
      const { files } = (body as SharedAnalysis).analysis.result;
      const filename = files.find(({ file_key }) => file_key === 'bundle')?.filename ?? '';
      const { bytes, headers } = await call('GET', fileUrl(token, 'bundle', filename));
      const packed = [...unzip(bytes).values()].map((part) => part.toString('utf8')).join('\n');
      const all = { page: text, file: decodeURIComponent(String(headers['content-disposition'])), bundle: packed };
      return Object.entries(all).flatMap(([what, content]) => (content.includes(secret) ? [what] : []));
    };
    // Asked for first, the bundle with the names is kept already.
    expect(await told({ file_names: true })).toEqual(['page', 'file', 'bundle']);
    expect(await told({})).toEqual([]);
  });

  it('hides them in the cells of its tables too, and in every file that is made of these', { timeout: 120_000 }, async () => {
    const named = (await owner.own('analysis')) as number;
    const { database, storage } = whole.app;
    const [row] = await database.select().from(analyses).where(eq(analyses.id, named));
    const [table, ...others] = row?.result?.tables ?? [];
    if (row?.result == null || table === undefined) throw new Error('no table');
    const [header = '', ...lines] = (await buffer(await storage.open(table.sha256))).toString('utf8').split('\n');
    const cells = lines.map((line, i) => (i === 1 ? line.replace(/^[^\t]*/, `A · ${SECRETS.file}`) : line));
    const { sha256, size: bytes } = await storage.put(Readable.from([[header, ...cells].join('\n')]));
    const inputs = row.inputs.map((input) => ({ ...input, name: SECRETS.file, request: { from: 'file' as const, id: 1 } }));
    const result = { ...row.result, tables: [{ ...table, sha256, bytes }, ...others] };
    await database.update(analyses).set({ inputs, result, name: '乳腺' }).where(eq(analyses.id, named));
    const secret = SECRETS.file.replace('.tsv', '');
    const telling = async (choices: object) => {
      const { token } = await share(choices, named);
      const { body, text } = await open(token);
      const { files } = (body as SharedAnalysis).analysis.result;
      const answers = new Map<string, string>([['page', text]]);
      // The figures are in the bundle.
      for (const { file_key, filename } of files.filter(({ kind }) => kind !== 'figure')) {
        const { status, bytes: file, text: plain } = await call('GET', fileUrl(token, file_key, filename));
        expect([file_key, status]).toEqual([file_key, 200]);
        const isZip = file.subarray(0, 2).toString('latin1') === 'PK';
        const packed = isZip ? [...unzip(file)].map(([path, part]) => `${path}\n${part.toString('utf8')}`) : [plain];
        answers.set(file_key, packed.join('\n'));
      }
      return [...answers].flatMap(([what, content]) => (content.includes(secret) ? [what] : []));
    };
    const turns = vi.spyOn(Line.prototype, 'take');
    expect(await telling({ file_names: true, bundle: false })).toEqual(
      expect.arrayContaining(['page', `${table.id}_tsv`, `${table.id}_xlsx`]),
    );
    expect(await telling({})).toEqual([]);
    // What the bundle is made of is drawn in the turns of links, too.
    expect([...new Set(turns.mock.calls.map(([turn]) => turn.owner))]).toEqual([`links ${owner.id}`]);
    turns.mockRestore();
  });

  it('opens nothing else: neither the API as a user nor another analysis', async () => {
    const { token } = await share();
    const other = (await owner.own('analysis')) as number;
    for (const [method, url, body] of [
      ['GET', '/api/user/info', undefined],
      ['POST', '/api/get_analysis', { analysis_id: id }],
      ['POST', '/api/get_analysis_shares', { analysis_id: id }],
      ['GET', `/api/analysis/${id}/bundle`, undefined],
    ] as const)
      expect([url, (await call(method, url, { token, ...(body && { body }) })).status]).toEqual([url, 401]);
    expect((await call('GET', `/api/analysis/${other}/files/limma_tsv/x.tsv?token=${token}`)).status).toBe(401);
    expect((await call('GET', `/api/share/${token}/../../user/info`)).status).not.toBe(200);
  });
});

describe('a link', () => {
  it('is kept as a hash only, and told once', async () => {
    const { token, id: shareId, link } = await share();
    expect(link).toBe(`${whole.app.config.publicUrl}/share/${token}`);
    const rows = await whole.app.database.select().from(analysisShares);
    expect(JSON.stringify(rows)).not.toContain(token);
    const { body, text } = await call('POST', '/api/get_analysis_shares', { body: { analysis_id: id }, token: owner.token });
    expect(body.results[0].id).toBe(shareId);
    expect(text).not.toContain(token);
  });

  it.each([
    [30, 30],
    [1, 1],
    [undefined, 90],
  ])('for %s days lives %s', async (days, expected) => {
    const { expires_at } = await share(days === undefined ? {} : { days });
    const lived = (Date.parse(expires_at ?? '') - Date.now()) / 86_400_000;
    expect(lived).toBeGreaterThan(expected - 0.01);
    expect(lived).toBeLessThanOrEqual(expected);
  });

  it('without days lives until it is revoked', async () => {
    expect((await share({ days: null })).expires_at).toBeNull();
  });

  it.each([
    { days: 0 },
    { days: -1 },
    { days: 1.5 },
    { days: 3651 },
    { days: '30' },
    { recipient: '看 http://evil' },
    { recipient: 'a\nb' },
    { recipient: 'x'.repeat(41) },
    { bundle: 'yes' },
    { file_names: 'yes' },
  ])('is refused with %j, at the field', async (choices) => {
    const { status, body } = await call('POST', '/api/share_analysis', { body: { analysis_id: id, ...choices }, token: owner.token });
    expect([status, body.errors[0].field]).toEqual([422, Object.keys(choices)[0]]);
  });

  it('is made of completed results only, and of so many at a time', async () => {
    const running = (await owner.own('analysis')) as number;
    await whole.app.database.update(analyses).set({ status: 'failed' }).where(eq(analyses.id, running));
    expect((await call('POST', '/api/share_analysis', { body: { analysis_id: running }, token: owner.token })).status).toBe(409);
    const many = (await owner.own('analysis')) as number;
    const made = await Promise.all(
      Array.from({ length: SHARES_MAX + 3 }, () => whole.app.shares.create(owner.id, many, {}).catch((error) => error.status)),
    );
    expect(made.filter((answer) => answer === 409)).toHaveLength(3);
  });

  it('is dead for everybody alike: revoked, expired, never there, its result deleted or no longer complete, its user leaving or gone', async () => {
    const thing = async () => (await owner.own('analysis')) as number;
    const { database } = whole.app;
    const revoked = await share();
    const expired = await share();
    const [deleted, undone] = [await thing(), await thing()];
    const ofDeleted = await share({}, deleted);
    const ofUndone = await share({}, undone);
    const away = await people.owner();
    const awayId = (await away.own('analysis')) as number;
    const ofAway = (await whole.app.shares.create(away.id, awayId, {})).link.split('/').at(-1) ?? '';
    for (const token of [revoked.token, expired.token, ofDeleted.token, ofUndone.token, ofAway])
      expect((await open(token)).status).toBe(200);

    expect((await call('POST', '/api/revoke_share', { body: { share_id: revoked.id }, token: owner.token })).status).toBe(200);
    await database
      .update(analysisShares)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(analysisShares.id, expired.id));
    expect((await call('POST', '/api/delete_analysis', { body: { analysis_id: deleted }, token: owner.token })).status).toBe(200);
    await database.update(analyses).set({ status: 'running' }).where(eq(analyses.id, undone));
    await database
      .update(users)
      .set({ deletionAt: new Date(Date.now() + 86_400_000) })
      .where(eq(users.id, away.id));
    const dead = [revoked.token, expired.token, ofDeleted.token, ofUndone.token, ofAway, 'x'.repeat(43), 'short'];
    const answers = await Promise.all(dead.flatMap((token) => [open(token), call('GET', fileUrl(token, 'volcano_pdf', '火山图.pdf'))]));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect(answers[0]?.body.detail).toContain('已失效');
    // Taken back, the account has its links again; gone, they are gone with it.
    await database.update(users).set({ deletionAt: null }).where(eq(users.id, away.id));
    expect((await open(ofAway)).status).toBe(200);
    await database.delete(users).where(eq(users.id, away.id));
    expect((await open(ofAway)).status).toBe(404);
    expect(await database.select().from(analysisShares).where(eq(analysisShares.analysisId, awayId))).toEqual([]);

    const listed = (await call('POST', '/api/get_analysis_shares', { body: { analysis_id: id }, token: owner.token })).body.results;
    const ids = listed.map((entry: { id: number }) => entry.id);
    expect(ids).not.toContain(revoked.id);
    expect(ids).not.toContain(expired.id);
    expect((await call('POST', '/api/revoke_share', { body: { share_id: revoked.id }, token: owner.token })).status).toBe(404);
  });

  it('is limited in calls like any stranger', async () => {
    const { token } = await share();
    const limited = await buildServer(whole.app);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => limited.inject({ url: `/api/share/${token}x`, remoteAddress: '198.51.77.7' })),
    );
    await limited.close();
    expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(true);
  });
});

it('what the tests look for is what an owner has', () => {
  expect(secretsIn(`${SECRETS.email} ${SECRETS.analysis}`)).toHaveLength(2);
});
