import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Analysis, UserInfo } from '@oncoloom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCluster, findPrograms, spawnPostgres } from '../../src/platform/postgres-programs.ts';
import { unprivilegedAccount } from '../../src/platform/unprivileged.ts';
import { freePorts, hasSwift, TestBucket } from '../support/bucket.ts';
import { Client } from '../support/client.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { ServerProcess } from '../support/process.ts';

/** A whole server whose files and results lie in a bucket: nothing that is needed later is on its disk, and an outage costs nobody anything. */

const MATRIX = ['gene,A,B,C,D', ...Array.from({ length: 50 }, (_, i) => `G${i},${i % 7},${i % 5},${(i % 9) + 2},${(i % 4) + 3}`)].join(
  '\n',
);

describe.skipIf(!hasSwift())('a server on S3', () => {
  let folder: string;
  let postgres: ChildProcess;
  let swift: TestBucket;
  let proxy: FaultyProxy;
  let server: ServerProcess;
  let user: Client;
  let file: number;
  let done: Analysis;
  let bytes: Buffer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'oncoloom-on-s3-'));
    chmodSync(folder, 0o777);
    const [[port = 0], account, programs] = [await freePorts(1), unprivilegedAccount(), findPrograms('')];
    await createCluster(programs, join(folder, 'cluster'), 'oncoloom', account);
    appendFileSync(join(folder, 'cluster/pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
    const settings = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: folder, fsync: 'off' };
    postgres = await spawnPostgres(programs, join(folder, 'cluster'), settings, account);
    swift = await TestBucket.start();
    proxy = await FaultyProxy.start(swift.address.endpoint ?? '');
    server = await ServerProcess.start(undefined, {
      program: 'unlimited',
      tools: ['limma_differential_analysis'],
      env: {
        ...swift.environment(proxy.url),
        DATABASE_URL: `postgresql://oncoloom@127.0.0.1:${port}/postgres`,
        ONCOLOOM_SECRET: 'a-key-of-this-test-alone',
        ONCOLOOM_OPERATOR_TOKEN: 'a-token-of-this-test',
      },
    });
    user = await Client.register(server.url);
  }, 300_000);
  afterAll(async () => {
    await server?.stop();
    proxy?.stop();
    await swift?.stop();
    if (postgres?.exitCode === null) {
      const gone = once(postgres, 'exit');
      postgres.kill('SIGQUIT');
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
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
    const { token } = user;
    user = new Client(server.url);
    user.token = token;
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
