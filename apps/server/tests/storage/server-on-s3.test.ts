import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Analysis, UserInfo } from '@oncoloom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from '../../src/admin/run.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import { hasSwift, TestBucket } from '../support/bucket.ts';
import { Client } from '../support/client.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { ServerProcess } from '../support/process.ts';

/** A whole server whose files and results lie in a bucket: nothing that is needed later is on its disk, and an outage costs nobody anything. */

const MATRIX = ['gene,A,B,C,D', ...Array.from({ length: 50 }, (_, i) => `G${i},${i % 7},${i % 5},${(i % 9) + 2},${(i % 4) + 3}`)].join(
  '\n',
);

const SECRETS = { ONCOLOOM_SECRET: 'a-key-of-this-test-alone', ONCOLOOM_OPERATOR_TOKEN: 'a-token-of-this-test' };

describe.skipIf(!hasSwift())('a server on S3', () => {
  let postgres: OwnPostgres;
  let swift: TestBucket;
  let proxy: FaultyProxy;
  let server: ServerProcess;
  let user: Client;
  let file: number;
  let done: Analysis;
  let bytes: Buffer;

  beforeAll(async () => {
    postgres = await OwnPostgres.start();
    swift = await TestBucket.start();
    proxy = await FaultyProxy.start(swift.address.endpoint ?? '');
    server = await ServerProcess.start(undefined, {
      program: 'unlimited',
      tools: ['limma_differential_analysis'],
      env: {
        ...swift.environment(proxy.url),
        DATABASE_URL: postgres.url,
        ...SECRETS,
      },
    });
    user = await Client.register(server.url);
  }, 300_000);
  afterAll(async () => {
    await server?.stop();
    proxy?.stop();
    await swift?.stop();
    await postgres?.stop();
  }, 60_000);

  const limma = (fields: Record<string, unknown>) =>
    user.create({
      task_type: 'limma_differential_analysis',
      file_id: file,
      sample_groups: ['A', 'B', 'C', 'D'].map((sample, i) => ({ sample, group: i < 2 ? 'a' : 'b' })),
      case_group: 'b',
      control_group: 'a',
      ...fields,
    });
  const points = async () => (await user.get<UserInfo>('/api/user/info')).body.points;
  const table = (init: RequestInit = {}) => {
    const item = done.output?.files.find(({ filename }) => filename.endsWith('.tsv'));
    return user.fetch(`/api/analysis/${done.id}/files/${item?.file_key}/${encodeURIComponent(item?.filename ?? '')}`, {
      ...init,
      headers: { 'accept-encoding': 'identity', ...init.headers },
    });
  };
  const cache = () => join(server.data, 'cache');

  it('takes a file, runs an analysis, and sends the result whole, by range and by HEAD', { timeout: 120_000 }, async () => {
    const uploaded = await user.file('matrix.csv', MATRIX, 'expression');
    expect(uploaded.validation_status).toBe('valid');
    file = uploaded.id;
    const created = await limma({ task_name: '第一次' });
    expect([created.status, created.body.detail]).toEqual([200, undefined]);
    done = await user.ended(created.body.id);
    expect(done.status).toBe('completed');
    const whole = await table();
    expect(whole.status).toBe(200);
    bytes = Buffer.from(await whole.arrayBuffer());
    expect(bytes.length).toBeGreaterThan(500);
    const head = await table({ method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
      200,
      String(bytes.length),
      whole.headers.get('etag'),
    ]);
    const part = await table({ headers: { range: 'bytes=100-299' } });
    expect([part.status, Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 300))]).toEqual([206, true]);
    expect(existsSync(join(server.data, 'storage'))).toBe(false);
    expect(proxy.calls.some((call) => call.startsWith('PUT '))).toBe(true);
  });

  it('charges nothing that it cannot keep, and keeps what it has computed through an outage', { timeout: 180_000 }, async () => {
    const before = await points();
    proxy.fault = { kind: 'full' };
    const upload = await user.upload('other.csv', MATRIX.replace('G1,', 'H1,'), 'expression');
    expect([upload.status, upload.body.detail]).toEqual([507, expect.stringMatching(/^文件存储的空间已满.*。$/)]);
    const groups = ['A', 'B', 'C', 'D'].map((sample, i) => ({ sample, group: i % 2 === 0 ? 'a' : 'b' }));
    const refused = await limma({ sample_groups: groups });
    expect([refused.status, refused.body.detail]).toEqual([507, expect.stringMatching(/^文件存储的空间已满.*。$/)]);
    expect(await points()).toBe(before);
    // Its inputs are there already; what comes out finds no room.
    const created = await limma({ trend: true, task_name: '空间满了' });
    expect([created.status, created.body.detail]).toEqual([200, undefined]);
    await expect.poll(() => server.output, { timeout: 60_000 }).toMatch(/a task waits for the storage/);
    expect((await user.analysis(created.body.id)).status).toBe('running');
    proxy.fault = { kind: 'none' };
    expect((await user.ended(created.body.id)).status).toBe('completed');
    expect(await points()).toBe(before - (created.body.points_consumed ?? 0));
  });

  it('has everything after a restart with an empty disk, also where answers break off', { timeout: 180_000 }, async () => {
    await server.kill('SIGTERM');
    rmSync(cache(), { recursive: true });
    proxy.fault = { kind: 'broken', after: 400 };
    await server.begin();
    user = user.at(server.url);
    const before = proxy.calls.length;
    const part = await table({ headers: { range: 'bytes=100-299' } });
    expect([part.status, Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 300))]).toEqual([206, true]);
    proxy.fault = { kind: 'none' };
    expect(Buffer.from(await (await table()).arrayBuffer()).equals(bytes)).toBe(true);
    expect(proxy.calls.length).toBeGreaterThan(before);
    const created = await limma({ robust: true });
    expect((await user.ended(created.body.id)).status).toBe('completed');
    expect(readdirSync(join(cache(), 'incoming'))).toEqual([]);
  });

  it('is backed up into a bucket, and restored from there', { timeout: 180_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'oncoloom-restored-'));
    chmodSync(folder, 0o777);
    const admin = async (env: Record<string, string>, ...argv: string[]) => {
      const said: string[] = [];
      const code = await runAdmin(argv, env, { out: (text) => void said.push(text), err: (text) => void said.push(text) });
      return [code, said.join('\n')];
    };
    const { S3_ENDPOINT = '', ONCOLOOM_STORAGE: _, ...keys } = swift.environment();
    const kept = 's3://oncoloom/kept';
    const served = { ...swift.environment(), ...SECRETS, DATABASE_URL: postgres.url, ONCOLOOM_DATA: server.data };
    const backUp = async (...options: string[]) => {
      const [, said] = await admin(served, 'backup', kept, '--json', ...options);
      return JSON.parse(String(said)) as { contents: number; copied: number; pruned: { backups: number } };
    };
    const first = await backUp();
    const { contents, copied, pruned } = await backUp('--keep', '1');
    // Figures are drawn ahead meanwhile.
    expect(copied).toBeLessThan(first.copied / 2);
    expect(pruned.backups).toBe(1);
    const fresh = { ...keys, AWS_ENDPOINT_URL_S3: S3_ENDPOINT, ONCOLOOM_DATA: join(folder, 'data') };
    expect(await admin(fresh, 'verify', kept)).toEqual([0, expect.stringContaining('1 个备份都完好')]);
    expect(await admin(fresh, 'restore', kept)).toEqual([0, expect.stringContaining(`${contents} 个内容`)]);
    const restored = await FolderStorage.open(join(folder, 'data/storage'));
    const result = restored.path(createHash('sha256').update(bytes).digest('hex'));
    expect(readFileSync(await result).equals(bytes)).toBe(true);
    expect(await admin(fresh, 'verify', 's3://nowhere/kept')).toEqual([1, expect.stringContaining('备份用的桶 nowhere 不能用')]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('says so where nobody answers', { timeout: 120_000 }, async () => {
    proxy.stop();
    const upload = await user.upload('third.csv', MATRIX.replace('G2,', 'H2,'), 'expression');
    expect([upload.status, upload.body.detail]).toEqual([503, expect.stringMatching(/^文件存储暂时没有响应.*。$/)]);
    const response = await fetch(`${server.url}/readyz`);
    expect([response.status, ((await response.json()) as { missing: string[] }).missing.join()]).toEqual([
      503,
      expect.stringMatching(/文件存储：没有响应/),
    ]);
  });
});
