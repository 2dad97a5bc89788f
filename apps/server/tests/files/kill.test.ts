import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Directory, UploadStatus, UserFile } from '@oncoloom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withApp } from '../../src/admin/with-app.ts';
import type { App } from '../../src/app.ts';
import { sweepStorage } from '../../src/files/space/sweep.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { RELEASE_KINDS } from '../../src/releases/tables.ts';
import { Client } from '../support/client.ts';
import { ServerProcess } from '../support/process.ts';
import { delimited, matrixRows } from './bytes.ts';

let server: ServerProcess;
let user: Client;

beforeAll(async () => {
  server = await ServerProcess.start(undefined, { program: 'unlimited', tools: [] });
  user = await Client.register(server.url);
}, 120_000);
afterAll(() => server?.stop());

interface Space {
  names: string[];
  paths: string[];
}

/** What the user sees. */
async function space(): Promise<Space> {
  const { body } = await user.get<{ files: UserFile[] }>('/api/files?sort=name&order=asc&page_size=100');
  const tree = await user.get<{ directories: Directory[] }>('/api/directories/tree');
  const flat = (directories: Directory[]): string[] => directories.flatMap((each) => [each.path, ...flat(each.children)]);
  return { names: body.files.map(({ name, validation_status }) => `${name} ${validation_status}`), paths: flat(tree.body.directories) };
}

/** kill -9, and the same server again on the same data. It answers before R is warm, as it does for users. */
async function restart(): Promise<void> {
  await server.kill();
  await server.begin('address');
  user = user.at(server.url);
}

/** Jobs that the engine has in hand. */
async function jobs(): Promise<number> {
  const engines = await readdir(join(server.data, 'jobs'));
  const folders = await Promise.all(engines.map((engine) => readdir(join(server.data, 'jobs', engine, 'jobs')).catch(() => [])));
  return folders.flat().filter((name) => name.includes('parse-')).length;
}

/** Bytes of a resumable upload that have come. */
const lengthOf = async (path: string) => (await stat(join(server.data, 'scratch/resumable', path.split('/').at(-1) ?? ''))).size;

/** Makes everything in a folder look two days old. */
async function makeOld(folder: string): Promise<void> {
  const then = new Date(Date.now() - 48 * 3600_000);
  for (const name of (await readdir(folder, { recursive: true })).reverse()) await utimes(join(folder, name), then, then);
}

/** As `npm run admin -- sweep` does it, beside the running server. */
const sweep = () => inServer(sweepStorage);
const inServer = <T>(work: (app: App) => Promise<T>) => withApp(readConfig({ ONCOLOOM_DATA: server.data }), createLog('silent'), work);

/** Those of reference data, such as the cohorts of the program. */
async function contentsOf(releases: App['releases']): Promise<string[]> {
  const all = await Promise.all(RELEASE_KINDS.map((kind) => releases.current(kind)));
  return all.flat().flatMap(({ files }) => Object.values(files).map(({ sha256 }) => sha256));
}

const matrix = (seed: number) => new Uint8Array(Buffer.from(delimited(matrixRows(200 + seed, 6))));
const headers = () => ({ ...user.headers, 'tus-resumable': '1.0.0' });

describe('kill -9', () => {
  it('during an upload leaves nothing of it', { timeout: 120_000 }, async () => {
    const before = await space();
    const staged = join(server.data, 'scratch/uploads');
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="half.csv"\r\n\r\ngene,A,B\nX,1,2\n'));
      },
    });
    const sending = fetch(`${server.url}/api/bulk/files/upload`, {
      method: 'POST',
      headers: { ...user.headers, 'content-type': 'multipart/form-data; boundary=b' },
      body,
      duplex: 'half',
    }).catch(() => 'broken');
    await expect.poll(() => readdir(staged), { timeout: 20_000 }).toHaveLength(1);
    await restart();
    expect(await sending).toBe('broken');
    expect(await space()).toEqual(before);
    // The sweep finds the half upload once it is old enough.
    expect(await readdir(staged)).toHaveLength(1);
    await makeOld(staged);
    await sweep();
    expect(await readdir(staged)).toEqual([]);
  });

  it('during a resumable upload, and after its last byte, loses none of it', { timeout: 180_000 }, async () => {
    const bytes = matrix(1);
    const created = await user.fetch('/api/bulk/files/tus', {
      method: 'POST',
      headers: {
        ...headers(),
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${Buffer.from('tus.csv').toString('base64')}`,
      },
    });
    const path = created.headers.get('location') ?? '';
    const patch = (offset: number, part: Uint8Array<ArrayBuffer>) =>
      fetch(server.url + path, {
        method: 'PATCH',
        headers: { ...headers(), 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: part,
      });
    expect((await patch(0, bytes.slice(0, 4000))).status).toBe(204);
    await restart();
    const head = await fetch(server.url + path, { method: 'HEAD', headers: headers() });
    expect(head.headers.get('upload-offset')).toBe('4000');
    const last = patch(4000, bytes.slice(4000)).catch(() => undefined);
    await expect.poll(async () => lengthOf(path), { interval: 5, timeout: 20_000 }).toBe(bytes.length);
    await restart();
    await last;
    const status = async () => (await user.get<UploadStatus>(path)).body;
    await expect.poll(async () => (await status()).state, { timeout: 30_000 }).toBe('done');
    await expect.poll(async () => (await space()).names, { timeout: 30_000 }).toEqual(['tus.csv valid']);
  });

  it('during a reading has it read again', { timeout: 180_000 }, async () => {
    const big = gzipSync(delimited(matrixRows(20_000, 60)));
    const sending = user.upload('parse.csv.gz', new Uint8Array(big)).catch(() => undefined);
    await expect.poll(jobs, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
    await restart();
    await sending;
    // The call that was broken off made no file; a pending one was already the user's and is read to its end.
    const seen = (await space()).names;
    expect(seen).toEqual(['tus.csv valid']);
    await user.file('parse.csv.gz', new Uint8Array(big));
    expect((await space()).names).toEqual(['parse.csv.gz valid', 'tus.csv valid']);
  });

  it('during moves and deletions leaves each done or not done', { timeout: 240_000 }, async () => {
    const create = async (name: string, parent_id: number | null = null) =>
      (await user.post<{ directory: Directory }>('/api/directories/create', { name, parent_id })).body.directory.id;
    const [a, b] = [await create('a'), await create('b')];
    const deep = await create('c', a);
    const ids: number[] = [];
    for (let i = 0; i < 12; i += 1) ids.push((await user.file(`f${i}.csv`, matrix(2), 'expression')).id);
    await user.post('/api/files/move', { file_ids: ids, target_directory_id: deep });

    const moving = [
      user.call('PUT', `/api/directories/${a}/move`, { parent_id: b }),
      user.post('/api/files/move', { file_ids: ids.slice(0, 6), target_directory_id: b }),
    ].map((call) => call.catch(() => undefined));
    await server.kill();
    await Promise.all(moving);
    await restart();
    const { paths } = await space();
    expect([
      ['/a', '/a/c', '/b'],
      ['/b', '/b/a', '/b/a/c'],
    ]).toContainEqual(paths);
    const inFolder = async (id: number) => (await user.get<{ count: number }>(`/api/directories/${id}/contents`)).body.count;
    expect([
      [0, 12],
      [6, 6],
    ]).toContainEqual([await inFolder(b), await inFolder(deep)]);

    await user.call('PUT', `/api/directories/${a}/move`, { parent_id: b });
    const deleting = user.call('DELETE', `/api/directories/${b}/delete`).catch(() => undefined);
    await server.kill();
    await deleting;
    await restart();
    const after = await space();
    const whole = after.paths.length === 3;
    expect([after.paths.length, after.names.length]).toEqual(whole ? [3, 14] : [0, 2]);
    if (whole) await user.call('DELETE', `/api/directories/${b}/delete`);
    expect((await space()).names).toEqual(['parse.csv.gz valid', 'tus.csv valid']);
  });

  it('leaves no bytes behind after the sweep', { timeout: 120_000 }, async () => {
    for (const { id } of (await user.get<{ files: UserFile[] }>('/api/files')).body.files)
      await user.call('DELETE', `/api/bulk/files/${id}/delete`);
    for (const folder of ['storage', 'scratch']) await makeOld(join(server.data, folder));
    await sweep();
    const left = await readdir(join(server.data, 'storage/blobs'), { recursive: true, withFileTypes: true });
    const installed = new Set(await inServer(({ releases }) => contentsOf(releases)));
    expect(left.filter((entry) => entry.isFile() && !installed.has(entry.name))).toEqual([]);
    for (const folder of ['storage/incoming', 'scratch/uploads', 'scratch/resumable'])
      expect(await readdir(join(server.data, folder))).toEqual([]);
  });
});
