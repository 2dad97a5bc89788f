import type { SharedProject } from '@oncoloom/contract';
import { SHARES_MAX } from '@oncoloom/contract';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyses } from '../../src/analyses/tables.ts';
import { projectShares } from '../../src/projects/tables.ts';
import { People, type Person } from '../http/authorisation-people.ts';
import { createWorkingServer, type WholeServer } from '../support/whole.ts';

/** Links to projects: what a reader gets, and what nobody does. */

let whole: WholeServer;
let people: People;
let owner: Person;
let other: Person;
let project: number;
/** In the project, in none, and in another project of the same user. */
let [first, second, alone, elsewhere] = [0, 0, 0, 0];
let calls = 0;

/** Each call from another address, as of strangers. */
async function call(method: 'GET' | 'POST', url: string, { body, token }: { body?: object; token?: string } = {}) {
  calls += 1;
  const answer = await whole.server.inject({
    method,
    url,
    remoteAddress: `203.0.${calls >> 8}.${calls & 255}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body }),
  });
  const json = (answer.headers['content-type'] ?? '').toString().includes('json') && answer.body !== '';
  return { status: answer.statusCode, text: answer.body, body: json ? answer.json() : undefined };
}

const add = (id: number, ids: number[]) =>
  call('POST', `/api/projects/${id}/add`, { body: { analysis_ids: ids }, token: owner.token }).then(({ status }) => status);
const created = async (name: string) => (await call('POST', '/api/projects', { body: { name }, token: owner.token })).body.id as number;

async function share(choices: object = {}) {
  const { status, body } = await call('POST', `/api/projects/${project}/shares`, { body: choices, token: owner.token });
  expect(status).toBe(200);
  return { id: body.id as number, token: /\/share\/project\/([\w-]{43})$/.exec(body.link)?.[1] ?? '' };
}
const open = (token: string) => call('GET', `/api/shared_project/${token}`);
const result = (token: string, id: number) => call('GET', `/api/share/${token}.${id}`);

beforeAll(async () => {
  whole = await createWorkingServer();
  await whole.work();
  people = new People(whole.app);
  await people.prepare();
  [owner, other] = [await people.owner(), await people.add()];
  const ids = [];
  for (const name of ['第一步', '第二步', '别处', '另一个课题的']) {
    const id = (await people.thing(owner.id, 'analysis', name)) as number;
    await whole.app.database.update(analyses).set({ name }).where(eq(analyses.id, id));
    ids.push(id);
  }
  [first = 0, second = 0, alone = 0, elsewhere = 0] = ids;
  project = await created('胰腺癌复发');
  expect([await add(project, [first, second]), await add(await created('不相干的课题'), [elsewhere])]).toEqual([200, 200]);
}, 240_000);
afterAll(() => whole?.close());

describe('a shared project', () => {
  it('shows its results and their order to a reader without an account, and each result with its files', async () => {
    const { token } = await share({ recipient: '审稿人' });
    const { status, body, text } = await open(token);
    expect(status).toBe(200);
    const shown = body as SharedProject;
    expect([shown.name, shown.share.recipient, shown.steps.map(({ id }) => id).toSorted((a, b) => a - b)]).toEqual([
      '胰腺癌复发',
      '审稿人',
      [first, second],
    ]);
    expect(text).not.toMatch(/别处|另一个课题|不相干/);
    const opened = await result(token, first);
    expect([opened.status, opened.body.analysis.id, opened.body.analysis.points]).toEqual([200, first, 0]);
    const [table] = opened.body.analysis.result.tables;
    const file = `/api/share/${token}.${first}/files/${table.file_key}/${encodeURIComponent(table.filename)}`;
    expect((await call('GET', file)).status).toBe(200);
    expect((await call('GET', file.replace(`.${first}`, `.${alone}`))).status).toBe(404);
  });

  it('opens nothing that is not in it', async () => {
    const { token } = await share();
    for (const id of [alone, elsewhere, 999_999]) expect([id, (await result(token, id)).status]).toEqual([id, 404]);
    for (const wrong of [`${token}.`, `${token}.0`, `${token}.x`, `${token}.${first}x`, `.${first}`, token])
      expect([wrong.slice(43), (await call('GET', `/api/share/${wrong}`)).status]).toEqual([wrong.slice(43), 404]);
  });

  it('loses a result that is taken out of the project, and one in whose place another was completed', async () => {
    const { token } = await share();
    await call('POST', `/api/projects/${project}/remove`, { body: { analysis_ids: [second] }, token: owner.token });
    expect([(await result(token, second)).status, (await result(token, first)).status]).toEqual([404, 200]);
    expect((await open(token)).body.steps.map(({ id }: { id: number }) => id)).toEqual([first]);
    expect(await add(project, [second])).toBe(200);
    await whole.app.database.update(analyses).set({ replaces: first }).where(eq(analyses.id, second));
    expect([(await result(token, first)).status, (await result(token, second)).status]).toEqual([404, 200]);
    await whole.app.database.update(analyses).set({ replaces: null }).where(eq(analyses.id, second));
  });

  it('does not open once the link has expired or was revoked, nor without the project', async () => {
    const [expired, revoked] = [await share(), await share()];
    await whole.app.database
      .update(projectShares)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(projectShares.id, expired.id));
    const answer = await call('POST', `/api/projects/${project}/revoke_share`, { body: { number: revoked.id }, token: owner.token });
    expect(answer.status).toBe(200);
    for (const { token } of [expired, revoked])
      expect([(await open(token)).status, (await result(token, first)).status]).toEqual([404, 404]);
    expect((await open('a'.repeat(43))).body.detail).toMatch(/已失效/);
    const gone = await created('要删的');
    const { body } = await call('POST', `/api/projects/${gone}/shares`, { body: {}, token: owner.token });
    expect((await call('GET', `/api/shared_project/${body.link.split('/').at(-1)}`)).status).toBe(200);
    await whole.app.projects.remove(owner.id, gone);
    expect((await call('GET', `/api/shared_project/${body.link.split('/').at(-1)}`)).status).toBe(404);
  });

  it('keeps its bundles where the link has none, and the names of files unless they are shown', async () => {
    const { token } = await share({ bundle: false });
    const opened = await result(token, first);
    expect(opened.body.analysis.result.files.map(({ file_key }: { file_key: string }) => file_key)).not.toContain('bundle');
    expect((await call('GET', `/api/share/${token}.${first}/files/bundle/a.zip`)).status).toBe(404);
    const [input] = (await whole.app.database.select().from(analyses).where(eq(analyses.id, first)))[0]?.inputs ?? [];
    if (input === undefined) throw new Error('the analysis has no input');
    const secret = { ...input, name: '张三的病人.tsv' };
    await whole.app.database
      .update(analyses)
      .set({ inputs: [secret], headline: '「张三的病人.tsv」里上调 3' })
      .where(eq(analyses.id, first));
    expect((await open(token)).text).not.toContain('张三');
    const named = await share({ file_names: true });
    expect((await open(named.token)).text).toContain('张三');
  });
});

describe('links to a project', () => {
  it('are made, listed and revoked by its owner alone', async () => {
    const { id } = await share();
    const requests = [
      ['POST', `/api/projects/${project}/shares`, {}],
      ['GET', `/api/projects/${project}/shares`, undefined],
      ['POST', `/api/projects/${project}/revoke_share`, { number: id }],
    ] as const;
    for (const [method, url, body] of requests) {
      expect((await call(method, url, { ...(body && { body }), token: other.token })).status).toBe(404);
      expect((await call(method, url, { ...(body && { body }) })).status).toBe(401);
    }
    // A link of another's project is none of one's own.
    const own = (await call('POST', '/api/projects', { body: { name: '别人的' }, token: other.token })).body.id;
    expect((await call('POST', `/api/projects/${own}/revoke_share`, { body: { number: id }, token: other.token })).status).toBe(404);
    const { text, body } = await call('GET', `/api/projects/${project}/shares`, { token: owner.token });
    expect(body.results.map((one: { id: number }) => one.id)).toContain(id);
    expect(text).not.toMatch(/hash|[\w-]{43}/);
  });

  it('are as many as are looked after', async () => {
    const mine = await whole.app.database.select({ id: projectShares.id }).from(projectShares);
    await whole.app.database.delete(projectShares).where(
      inArray(
        projectShares.id,
        mine.map(({ id }) => id),
      ),
    );
    for (let i = 0; i < SHARES_MAX; i += 1) await share();
    const { status, body } = await call('POST', `/api/projects/${project}/shares`, { body: {}, token: owner.token });
    expect([status, body.detail]).toEqual([409, expect.stringContaining(`${SHARES_MAX}`)]);
  });
});
