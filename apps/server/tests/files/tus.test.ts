import { readdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { UploadStatus, UserFile } from '@oncoloom/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineOutcome } from '../../src/r-engine/engine.ts';
import { holdLock } from '../support/lock-holder.ts';
import { delimited, matrixRows, workbook, zip } from './bytes.ts';
import { engineAndFolder, TestSpace, type TestUser } from './space.ts';

const PATH = '/api/bulk/files/tus';
let engine: Awaited<ReturnType<typeof engineAndFolder>>;
let space: TestSpace;
let user: TestUser;

beforeAll(async () => {
  engine = await engineAndFolder();
  space = await TestSpace.open(engine.engine, engine.folder);
}, 120_000);
beforeEach(async () => {
  user = await space.user();
});
afterAll(async () => {
  await space?.close();
  await engine?.stop();
});

interface Answer {
  status: number;
  headers: Headers;
  body: Partial<UploadStatus> & { detail?: string };
}

async function call(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: RequestInit['body'],
  who = user,
  at = space,
): Promise<Answer> {
  const init: RequestInit = { method, headers: { authorization: `Bearer ${who.token}`, 'tus-resumable': '1.0.0', ...headers } };
  const response = await fetch(at.url + path, body === undefined ? init : { ...init, body, duplex: 'half' });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

const create = (size: number, fields: Record<string, string>, who = user) =>
  call('POST', PATH, { 'upload-length': String(size), 'upload-metadata': metadata(fields) }, undefined, who);

const patch = (path: string, offset: number, bytes: Uint8Array<ArrayBuffer> | ReadableStream, who = user) =>
  call('PATCH', path, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, bytes, who);

const bytesOf = (content: string | Buffer) => new Uint8Array(Buffer.from(content));
const location = ({ headers }: Answer) => new URL(headers.get('location') ?? '', space.url).pathname;
const leftBytes = () => readdir(join(space.folder, 'scratch/resumable'));
const files = async () => (await user.get<{ files: UserFile[] }>('/api/files')).body.files;

describe('a resumable upload', () => {
  const rows = matrixRows(400, 8);
  const content = delimited(rows);

  it('comes in pieces and becomes a file like any other', async () => {
    const { body: made } = await user.call<{ directory: { id: number } }>('POST', '/api/directories/create', { name: 'x' });
    const created = await create(content.length, {
      filename: '../基因 矩阵.csv',
      file_type: 'expression',
      directory_id: String(made.directory.id),
      description: '第一批',
    });
    expect([created.status, created.headers.get('tus-resumable'), created.headers.get('access-control-allow-origin')]).toEqual([
      201,
      '1.0.0',
      null,
    ]);
    expect(created.headers.get('upload-expires')).toBeTruthy();
    expect(created.headers.get('x-content-type-options')).toBe('nosniff');
    const path = location(created);
    const bytes = bytesOf(content);
    const first = await patch(path, 0, bytes.slice(0, 5000));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '5000']);
    expect((await call('GET', path)).body).toMatchObject({ state: 'open', offset: 5000, size: content.length, file: null });
    const head = await call('HEAD', path);
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
      200,
      '5000',
      String(content.length),
    ]);
    const last = await patch(path, 5000, bytes.slice(5000));
    expect([last.status, last.body.state]).toEqual([200, 'done']);
    expect(last.body.file).toMatchObject({
      name: '基因 矩阵.csv',
      description: '第一批',
      directory_id: made.directory.id,
      file_type: 'expression',
      validation_status: 'valid',
      file_size: content.length,
    });
    expect(last.body.file?.facts?.matrix).toMatchObject({ rows: 400, columns: 8 });
    expect((await call('GET', path)).body.file?.id).toBe(last.body.file?.id);
    expect((await call('HEAD', path)).headers.get('upload-offset')).toBe(String(content.length));
    expect(await leftBytes()).toEqual([]);
  });

  it('goes on from where the connection broke', async () => {
    const path = location(await create(content.length, { filename: 'm.csv' }));
    const bytes = bytesOf(content);
    const broken = new AbortController();
    const stream = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.slice(0, 7000));
        await expect.poll(async () => (await call('GET', path)).body.offset, { timeout: 5000 }).toBe(7000);
        broken.abort();
      },
    });
    const headers = { authorization: `Bearer ${user.token}`, 'tus-resumable': '1.0.0', 'upload-offset': '0' };
    await expect(
      fetch(space.url + path, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/offset+octet-stream' },
        body: stream,
        duplex: 'half',
        signal: broken.signal,
      }),
    ).rejects.toThrow();
    const offset = Number((await call('HEAD', path)).headers.get('upload-offset'));
    expect(offset).toBe(7000);
    expect((await patch(path, 3, bytes.slice(3))).status).toBe(409);
    const { body } = await patch(path, offset, bytes.slice(offset));
    const answer = await fetch(`${space.url}/api/file/${body.file?.id}/download`, { headers: { authorization: `Bearer ${user.token}` } });
    expect(await answer.text()).toBe(content);
  });

  it.each([
    ['a workbook', 'm.xlsx', workbook(rows)],
    ['a zip', 'm.zip', zip([{ name: 'm.csv', content: Buffer.from(content) }])],
  ])('%s', async (_name, filename, whole) => {
    const path = location(await create(whole.length, { filename }));
    const { status, body } = await patch(path, 0, bytesOf(whole));
    expect([status, body.file?.facts?.matrix?.rows]).toEqual([200, 400]);
  });

  it('ends with the sentence of what is wrong; nothing stays', async () => {
    const ragged = 'gene,A,B\nX,1,2\nY,1\n';
    const path = location(await create(ragged.length, { filename: 'm.csv' }));
    const { status, body, headers } = await patch(path, 0, bytesOf(ragged));
    expect([status, body.detail]).toEqual([422, expect.stringContaining('第 3 行有 2 列')]);
    expect(headers.get('content-type')).toContain('application/json');
    expect((await call('GET', path)).status).toBe(422);
    expect([await leftBytes(), await files()]).toEqual([[], []]);
  });

  it('is refused before its first byte where that is known', async () => {
    const refused = async (size: number, fields: Record<string, string>) => {
      const { status, body, headers } = await create(size, fields);
      expect(headers.get('location')).toBeNull();
      return [status, body.detail];
    };
    expect(await refused(10, { name: 'a.csv' })).toEqual([422, expect.stringContaining('文件名')]);
    expect(await refused(10, { filename: 'paper.pdf' })).toEqual([415, expect.stringContaining('.pdf')]);
    expect(await refused(10, { filename: 'a.csv', directory_id: '1999999999' })).toEqual([404, expect.stringContaining('文件夹')]);
    expect(await refused(10, { filename: 'a.csv', file_type: 'poem' })).toEqual([422, expect.stringContaining('文件类型')]);
    expect(await refused(600 * 1024 ** 2, { filename: 'a.csv' })).toEqual([413, expect.stringContaining('500 MB')]);
    expect(await leftBytes()).toEqual([]);
  });

  it('counts in the space from its beginning', async () => {
    const size = 400 * 1024 ** 2;
    const first = location(await create(size, { filename: 'a.csv' }));
    expect((await create(size, { filename: 'b.csv' })).status).toBe(201);
    const third = await create(size, { filename: 'c.csv' });
    expect([third.status, third.body.detail]).toEqual([413, expect.stringContaining('正在上传 800 MB')]);
    expect((await call('DELETE', first)).status).toBe(204);
    expect((await call('HEAD', first)).status).toBe(404);
    expect((await create(size, { filename: 'c.csv' })).status).toBe(201);
  });

  it('is read by R while a large file is guarded, and that counts only where it passes as it came', async () => {
    const before = await leftBytes();
    const runs = vi.spyOn(engine.engine, 'run');
    const rows = Array.from(
      { length: 60_000 },
      (_, i) => `GENE${i},${Array.from({ length: 30 }, (_, j) => ((i * 31 + j * 17) % 997) / 8).join(',')}`,
    );
    const header = `gene,${Array.from({ length: 30 }, (_, j) => `s${j}`).join(',')}`;
    const send = async (lines: string[]) => {
      runs.mockClear();
      const content = bytesOf(lines.join('\n'));
      const answer = await patch(location(await create(content.length, { filename: 'large.csv' })), 0, content);
      const outcomes = (await Promise.all(runs.mock.results.map(({ value }) => value))) as EngineOutcome[];
      folders.push(...outcomes.flatMap((outcome) => (outcome.ok ? [outcome.folder] : [])));
      return { answer, shape: answer.body.file?.facts?.matrix, reads: runs.mock.calls.length };
    };
    const folders: string[] = [];
    const plain = await send([header, ...rows]);
    expect(plain).toMatchObject({ reads: 1, shape: { rows: 60_000, columns: 30 } });
    const blank = await send([header, ...rows, '', `LAST${',1'.repeat(30)}`]);
    expect(blank).toMatchObject({ reads: 2, shape: { rows: 60_001, columns: 30 } });
    const ragged = await send([header, ...rows, 'LAST,1']);
    expect([ragged.reads, ragged.answer.status, ragged.answer.body.detail]).toEqual([
      1,
      422,
      expect.stringContaining('第 60,002 行有 2 列'),
    ]);
    expect(await leftBytes()).toEqual(before);
    // All of R's readings had their folder in one place, and have left nothing there.
    const [place, ...others] = new Set(folders.map(dirname));
    expect([folders.length >= 2, others]).toEqual([true, []]);
    await expect.poll(() => readdir(place ?? '')).toEqual([]);
    runs.mockRestore();
  });

  it('is its owner’s: for others it is absent', async () => {
    const path = location(await create(content.length, { filename: 'm.csv' }));
    const other = await space.user();
    const absent = `${PATH}/00000000-0000-4000-8000-000000000000`;
    const answers = async (target: string) =>
      Promise.all(
        [
          call('HEAD', target, {}, undefined, other),
          call('GET', target, {}, undefined, other),
          call('DELETE', target, {}, undefined, other),
          patch(target, 0, bytesOf('x'), other),
        ].map(async (answer) => [(await answer).status, (await answer).body.detail]),
      );
    const foreign = await answers(path);
    expect(foreign.map(([status]) => status)).toEqual([404, 404, 404, 404]);
    expect(foreign).toEqual(await answers(absent));
    expect(await answers(`${PATH}/..%2f..%2fetc%2fpasswd`)).toEqual(foreign);
    expect((await call('HEAD', path)).headers.get('upload-offset')).toBe('0');
    expect((await fetch(space.url + path, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })).status).toBe(401);
  });

  it('never takes more than it said, nor another version of the protocol', async () => {
    const path = location(await create(10, { filename: 'm.csv' }));
    expect((await patch(path, 0, bytesOf('x'.repeat(20)))).status).toBe(413);
    expect(Number((await call('HEAD', path)).headers.get('upload-offset'))).toBeLessThanOrEqual(10);
    expect((await call('POST', PATH, { 'upload-defer-length': '1', 'upload-metadata': metadata({ filename: 'a.csv' }) })).status).toBe(501);
    const plain = await fetch(space.url + PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'upload-length': '3' },
    });
    expect([plain.status, ((await plain.json()) as { detail: string }).detail]).toEqual([412, expect.stringContaining('Tus-Resumable')]);
  });

  it('is taken by a name with a NUL in it, and asked again after its end without bytes', async () => {
    const created = await create(content.length, { filename: 'm\u0000.csv', description: 'a\u0000b' });
    expect(created.status).toBe(201);
    const path = location(created);
    const ended = await patch(path, 0, bytesOf(content));
    expect(ended.body.file).toMatchObject({ name: 'm.csv' });
    const again = await patch(path, content.length, bytesOf(''));
    expect([again.status, again.body.file?.id]).toEqual([200, ended.body.file?.id]);
    expect((await patch(path, content.length, bytesOf('x'))).status).toBe(413);
    expect(await files()).toHaveLength(1);
  });

  it('makes one file, however many ask for it', async () => {
    const path = location(await create(content.length, { filename: 'm.csv' }));
    const id = path.split('/').at(-1) ?? '';
    await Promise.all([patch(path, 0, bytesOf(content)), ...Array.from({ length: 5 }, () => space.files.uploads.finish(id))]);
    await space.files.uploads.finish(id);
    expect(await files()).toHaveLength(1);
  });

  it('is forgotten after a day, with its bytes', async () => {
    const path = location(await create(content.length, { filename: 'm.csv' }));
    const id = path.split('/').at(-1) ?? '';
    await patch(path, 0, bytesOf('gene'));
    await space.database.execute(sql`UPDATE uploads SET created_at = now() - interval '25 hours' WHERE id = ${id}`);
    expect((await call('HEAD', path)).status).toBe(410);
    await space.files.uploads.deleteExpired();
    expect((await call('HEAD', path)).status).toBe(404);
  });
});

describe('an upload that comes to a process on another machine', () => {
  let elsewhere: TestSpace;
  beforeAll(async () => {
    elsewhere = await TestSpace.open(engine.engine, join(engine.folder, 'elsewhere'), space);
  });
  afterAll(() => elsewhere.close());

  it('begins anew there, becomes one file, and is known to both', async () => {
    const content = delimited(matrixRows(300, 4));
    const bytes = bytesOf(content);
    const there = (method: string, path: string, offset?: number, body?: Uint8Array<ArrayBuffer>) => {
      const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
      return call(method, path, offset === undefined ? {} : headers, body, user, elsewhere);
    };
    const path = location(await create(bytes.length, { filename: 'two.csv' }));
    expect((await patch(path, 0, bytes.slice(0, 3000))).status).toBe(204);
    expect((await there('HEAD', path)).headers.get('upload-offset')).toBe('0');
    // A client that goes on from where it was is told, and asks.
    expect((await there('PATCH', path, 3000, bytes.slice(3000))).status).toBe(409);
    expect((await there('PATCH', path, 0, bytes.slice(0, 4000))).headers.get('upload-offset')).toBe('4000');
    // And back again, with all of it.
    expect((await patch(path, 3000, bytes.slice(3000))).body.state).toBe('done');
    const late = await there('PATCH', path, bytes.length, new Uint8Array());
    expect(late.body.file?.id).toBe((await call('GET', path)).body.file?.id);
    expect((await files()).map(({ name, file_size }) => [name, file_size])).toEqual([['two.csv', content.length]]);
    const left = join(elsewhere.folder, 'scratch/resumable');
    expect(await readdir(left)).toHaveLength(1);
    const [old] = await readdir(left);
    await utimes(join(left, old ?? ''), 1_700_000_000, 1_700_000_000);
    await elsewhere.files.sweep();
    expect(await readdir(left)).toEqual([]);
  });
});

it('is made a file of by one process at a time, and by another as soon as that is gone', async () => {
  const content = delimited(matrixRows(50, 3));
  const path = location(await create(content.length, { filename: 'held.csv' }));
  const bytes = join(space.folder, 'scratch/resumable', path.split('/').at(-1) ?? '');
  const maker = await holdLock(`${bytes}.lock`);
  expect((await patch(path, 0, bytesOf(content))).body.state).toBe('working');
  expect((await call('GET', path)).body.state).toBe('working');
  await maker.die();
  await expect.poll(async () => (await call('GET', path)).body.state, { timeout: 20_000 }).toBe('done');
});
