import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Directory, UserFile } from '@oncoloom/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inSpace } from '../../src/files/repository.ts';
import { delimited, matrixRows } from './bytes.ts';
import { TestSpace, type TestUser, WARMING } from './space.ts';

let folder: string;
let space: TestSpace;
let user: TestUser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-folders-'));
  space = await TestSpace.open(WARMING, folder);
}, 60_000);
beforeEach(async () => {
  user = await space.user();
});
afterAll(async () => {
  await space?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  detail: string;
  errors: { field: string }[];
  directory: Directory;
  directories: Directory[];
  files: UserFile[];
  count: number;
  path: string;
  file_count: number;
  directory_count: number;
}

async function create(name: string, parentId: number | null = null, owner = user): Promise<Directory> {
  const { status, body } = await owner.call<Answer>('POST', '/api/directories/create', { name, parent_id: parentId });
  if (status !== 200) throw new Error(`${status} ${body.detail}`);
  return body.directory;
}

const move = (id: number, parentId: number | null, owner = user) =>
  owner.call<Answer>('PUT', `/api/directories/${id}/move`, { parent_id: parentId });

/** Folders below each other; the first is at the root. */
async function line(names: readonly string[]): Promise<Directory[]> {
  const made: Directory[] = [];
  for (const name of names) made.push(await create(name, made.at(-1)?.id ?? null));
  return made;
}

const table = delimited(matrixRows(12, 4));
const file = async (name: string, directoryId?: number, owner = user) =>
  (await owner.upload(name, table, directoryId === undefined ? {} : { directory_id: String(directoryId) })).file;

/** Paths of the whole tree. */
async function paths(owner = user): Promise<string[]> {
  const { body } = await owner.get<Answer>('/api/directories/tree');
  const flat = (directories: Directory[]): string[] => directories.flatMap((each) => [each.path, ...flat(each.children)]);
  return flat(body.directories);
}

describe('folders', () => {
  it('are made, shown as a tree and by their contents, renamed, moved and told the way to', async () => {
    const [a, b] = await line(['项目 A', '原始数据']);
    const c = await create('10 号', a?.id);
    await create('9 号', a?.id);
    const inside = await file('counts.csv', a?.id);
    await file('root.csv');
    expect(a).toMatchObject({ name: '项目 A', description: '', parent_id: null, path: '/项目 A', children: [] });
    expect(await paths()).toEqual(['/项目 A', '/项目 A/9 号', '/项目 A/10 号', '/项目 A/原始数据']);

    const root = (await user.get<Answer>('/api/directories/contents')).body;
    expect(root).toMatchObject({ success: true, directory: null, count: 1 });
    expect([root.directories.map(({ name }) => name), root.files.map(({ name }) => name)]).toEqual([['项目 A'], ['root.csv']]);
    const contents = (await user.get<Answer>(`/api/directories/${a?.id}/contents`)).body;
    expect(contents.directory).toMatchObject({ id: a?.id, file_count: 1 });
    expect(contents.files).toEqual([expect.objectContaining({ id: inside.id, directory_id: a?.id })]);

    const renamed = await user.call<Answer>('PUT', `/api/directories/${a?.id}/update`, { name: ' 项目 B ', description: '说明' });
    expect(renamed.body.directory).toMatchObject({ name: '项目 B', description: '说明', path: '/项目 B' });
    expect((await move(c.id, b?.id ?? 0)).body.directory.path).toBe('/项目 B/原始数据/10 号');
    const way = (await user.get<Answer>(`/api/directories/${c.id}/path`)).body;
    expect([way.path, way.directories.map(({ name }) => name)]).toEqual(['/项目 B/原始数据/10 号', ['项目 B', '原始数据', '10 号']]);
    expect((await move(b?.id ?? 0, null)).body.directory).toMatchObject({ parent_id: null, path: '/原始数据' });
    expect(await paths()).toEqual(['/项目 B', '/项目 B/9 号', '/原始数据', '/原始数据/10 号']);
  });

  it('give a name twice a number: beside folders and files, at create, rename and move, whatever the case', async () => {
    const first = await create('Data');
    expect((await create('data')).name).toBe('data (2)');
    expect((await create('DATA v1.2')).name).toBe('DATA v1.2');
    expect((await create('data v1.2')).name).toBe('data v1.2 (2)');
    const other = await create('other');
    expect((await user.call<Answer>('PUT', `/api/directories/${other.id}/update`, { name: 'DATA' })).body.directory.name).toBe('DATA (3)');
    expect((await user.call<Answer>('PUT', `/api/directories/${first.id}/update`, { name: 'data' })).body.directory.name).toBe('data');
    expect((await file('x.csv')).name).toBe('x.csv');
    expect((await create('x.csv')).name).toBe('x.csv (2)');
    const inner = await create('data', other.id);
    expect((await move(inner.id, null)).body.directory.name).toBe('data (4)');
    const names = await Promise.all(Array.from({ length: 5 }, () => create('same')));
    expect(names.map(({ name }) => name).sort()).toEqual(['same', 'same (2)', 'same (3)', 'same (4)', 'same (5)']);
  });

  it('take names that any system can save', async () => {
    const kept: [string, string][] = [
      ['a/b\\c', 'a_b_c'],
      ['..', ''],
      ['  ', ''],
      ['x\u202egnp', 'xgnp'],
      ['行\n一\t二', '行 一 二'],
      ['CON', '_CON'],
      ['🧬 基因', '🧬 基因'],
      ['长'.repeat(120), '长'.repeat(120)],
      ['长'.repeat(121), ''],
      ['.hidden.', 'hidden'],
      ['<img src=x>', '_img src=x_'],
    ];
    for (const [given, name] of kept) {
      const { status, body } = await user.call<Answer>('POST', '/api/directories/create', { name: given });
      expect([given, status, name === '' ? body.errors[0]?.field : body.directory.name]).toEqual([
        given,
        ...(name === '' ? [422, 'name'] : [200, name]),
      ]);
    }
    expect((await user.call<Answer>('POST', '/api/directories/create', {})).status).toBe(422);
  });

  it('are at most ten deep, also after a move', async () => {
    const deep = await line(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    const eleventh = await user.call<Answer>('POST', '/api/directories/create', { name: '11', parent_id: deep[9]?.id });
    expect([eleventh.status, eleventh.body.detail]).toEqual([422, expect.stringContaining('最多 10 层')]);
    const [pair] = await line(['a', 'b']);
    expect((await move(pair?.id ?? 0, deep[8]?.id ?? 0)).status).toBe(422);
    expect((await move(pair?.id ?? 0, deep[7]?.id ?? 0)).body.directory.path).toBe('/1/2/3/4/5/6/7/8/a');
  });

  it('do not go into themselves or below', async () => {
    const [a, b, c] = await line(['a', 'b', 'c']);
    for (const target of [a, b, c]) {
      const { status, body } = await move(a?.id ?? 0, target?.id ?? 0);
      expect([status, body.detail]).toEqual([409, expect.stringContaining('不能移到自己或自己的下级文件夹里')]);
    }
    expect(await paths()).toEqual(['/a', '/a/b', '/a/b/c']);
  });

  it.each([
    ['the first before the second', 0],
    ['the second before the first', 1],
  ])('do not go into each other by two moves at once: %s', async (_name, first) => {
    const [a, b] = [await create('a'), await create('b')];
    const moves = [() => space.files.directories.move(user.id, a.id, b.id), () => space.files.directories.move(user.id, b.id, a.id)];
    const order = first === 0 ? moves : moves.toReversed();
    // Both transactions are open and wait for the space; then they go on in the order in which they asked.
    const results = await inSpace(space.database, user.id, async () => {
      const started: Promise<unknown>[] = [];
      for (const [i, begin] of order.entries()) {
        started.push(
          begin().then(
            () => 'moved',
            (error: { status?: number }) => error.status,
          ),
        );
        await expect.poll(waitingForSpace).toBe(i + 1);
      }
      return started;
    });
    expect(await Promise.all(results)).toEqual(['moved', 409]);
    expect(await paths()).toEqual(first === 0 ? ['/b', '/b/a'] : ['/a', '/a/b']);
  });

  it('keep a tree under many moves at once', async () => {
    const nodes = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => create(name)));
    const directories = space.files.directories;
    const ids = nodes.map(({ id }) => id);
    const moves = Array.from({ length: 60 }, (_, i) => [ids[(i * 7) % 6] ?? 0, ids[(i * 5 + 1 + Math.floor(i / 6)) % 6] ?? 0] as const);
    await Promise.all(moves.map(([id, parent]) => directories.move(user.id, id, parent).catch(() => undefined)));
    expect(await paths()).toHaveLength(6);
  });

  it('go with all that is below them; other files stay', async () => {
    const [a, b] = await line(['a', 'b']);
    await file('one.csv', a?.id);
    const two = await file('two.csv', b?.id);
    const three = await file('three.csv');
    const { body } = await user.call<Answer>('DELETE', `/api/directories/${a?.id}/delete`);
    expect(body).toEqual({ success: true, directory_count: 2, file_count: 2 });
    expect(await paths()).toEqual([]);
    expect((await user.get<unknown>(`/api/file/${two.id}/info`)).status).toBe(404);
    expect((await user.get<unknown>(`/api/file/${three.id}/info`)).status).toBe(200);
    expect((await user.call('DELETE', `/api/directories/${a?.id}/delete`)).status).toBe(404);
  });

  it('take files by a move: all of them or none, a name twice with a number', async () => {
    const target = await create('target');
    const [x, inside] = [await file('x.csv'), await file('x.csv', target.id)];
    const y = await file('y.csv');
    const moved = await user.call<Answer>('POST', '/api/files/move', {
      file_ids: [x.id, y.id, inside.id, x.id],
      target_directory_id: target.id,
    });
    expect(moved.body.files.map(({ name, directory_id }) => [name, directory_id]).sort()).toEqual([
      ['x (2).csv', target.id],
      ['x.csv', target.id],
      ['y.csv', target.id],
    ]);
    const stranger = await file('z.csv', undefined, await space.user());
    for (const absent of [stranger.id, 2_000_000_000]) {
      const { status, body } = await user.call<Answer>('POST', '/api/files/move', { file_ids: [y.id, absent], target_directory_id: null });
      expect([status, body.errors[0]?.field]).toEqual([404, 'file_ids']);
    }
    expect((await user.get<{ file: UserFile }>(`/api/file/${y.id}/info`)).body.file.directory_id).toBe(target.id);
    expect((await user.call('POST', '/api/files/move', { file_ids: [y.id], target_directory_id: null })).status).toBe(200);
  });

  it('behave as absent to anybody else, as parent, target and by every call', async () => {
    const mine = await create('mine');
    const other = await space.user();
    const theirs = await create('theirs', null, other);
    const theirFile = await file('x.csv', undefined, other);
    const answers = async (id: number) =>
      Promise.all(
        [
          other.call('GET', `/api/directories/${id}/contents`),
          other.call('GET', `/api/directories/${id}/path`),
          other.call('PUT', `/api/directories/${id}/update`, { name: 'x' }),
          other.call('PUT', `/api/directories/${id}/move`, { parent_id: null }),
          other.call('PUT', `/api/directories/${theirs.id}/move`, { parent_id: id }),
          other.call('DELETE', `/api/directories/${id}/delete`),
          other.call('POST', '/api/directories/create', { name: 'x', parent_id: id }),
          other.call('POST', '/api/files/move', { file_ids: [theirFile.id], target_directory_id: id }),
        ].map(async (call) => {
          const { status, body } = await call;
          return [status, (body as Answer).detail];
        }),
      );
    const foreign = await answers(mine.id);
    expect(foreign.map(([status]) => status)).toEqual(Array(8).fill(404));
    expect(foreign).toEqual(await answers(1_999_999_999));
    expect(await paths()).toEqual(['/mine']);
    expect(await paths(other)).toEqual(['/theirs']);
    expect((await fetch(`${space.url}/api/directories/tree`)).status).toBe(401);
  });

  it('are described in the published API, children and all', async () => {
    const { body } = await user.get<{ paths: Record<string, unknown> }>('/api/docs/json');
    expect(Object.keys(body.paths).filter((path) => path.startsWith('/api/directories/'))).toHaveLength(8);
  });

  it('order names as people do: numbers by size, Chinese by sound', async () => {
    const target = await create('ordered');
    for (const name of ['样本10.csv', '样本2.csv', 'B2.csv', 'a.csv', '安.csv', 'c.csv']) await file(name, target.id);
    const { body } = await user.get<Answer>(`/api/directories/${target.id}/contents`);
    expect(body.files.map(({ name }) => name)).toEqual(['安.csv', '样本2.csv', '样本10.csv', 'a.csv', 'B2.csv', 'c.csv']);
  });

  it('filter, sort and page their files', async () => {
    const target = await create('target');
    for (const name of ['c.csv', 'a.csv', 'b.csv']) await file(name, target.id);
    const names = async (query: string) => {
      const { status, body } = await user.get<Answer>(`/api/directories/${target.id}/contents?${query}`);
      return status === 200 ? [body.count, ...body.files.map(({ name }) => name)] : status;
    };
    expect(await names('')).toEqual([3, 'a.csv', 'b.csv', 'c.csv']);
    expect(await names('sort=created_at&order=desc')).toEqual([3, 'b.csv', 'a.csv', 'c.csv']);
    expect(await names('page_size=2&page=2')).toEqual([3, 'c.csv']);
    expect(await names('validation_status=valid')).toEqual([0]);
    expect(await names('date_to=2020-01-01')).toEqual([0]);
    expect(await names('date_from=2020-01-01&date_to=2099-01-01')).toEqual([3, 'a.csv', 'b.csv', 'c.csv']);
    expect(await names('date_from=gestern')).toBe(422);
    const listed = (await user.get<Answer>('/api/files?directory_id=root')).body;
    expect(listed.count).toBe(0);
    expect((await user.get<Answer>(`/api/files?directory_id=${target.id}&date_from=2020-01-01T00:00:00Z`)).body.count).toBe(3);
  });
});

/** Transactions that wait for the user's space. */
async function waitingForSpace(): Promise<number> {
  const { rows } = await space.database.execute<{ count: string }>(
    sql`SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = ${user.id}
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return Number(rows[0]?.count);
}
