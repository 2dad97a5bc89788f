import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, readOperatorToken, readSecret } from '../../src/platform/config.ts';
import { ROOT } from '../../src/platform/root.ts';

describe('configuration', () => {
  it('has a default for everything, and takes an empty variable for an absent one', () => {
    const config = readConfig({ ONCOLOOM_WORKERS: '', DATABASE_URL: ' ' }, []);
    expect(config).toMatchObject({
      role: 'all',
      port: 8080,
      host: '127.0.0.1',
      local: true,
      taskMemory: 6 * 1024 ** 3,
      taskTimeout: 7_200_000,
    });
    expect(config.workers).toBeGreaterThanOrEqual(1);
    expect(config.databaseUrl).toBeUndefined();
  });

  it('has the data folder in the repository, or counts a relative one from where the operator stands', () => {
    expect(readConfig({}, []).folders.data).toBe(join(ROOT, 'data'));
    expect(readConfig({ ONCOLOOM_DATA: 'here', INIT_CWD: '/srv' }, []).folders.data).toBe('/srv/here');
    expect(readConfig({ ONCOLOOM_DATA: '/data', INIT_CWD: '/srv' }, []).folders.data).toBe('/data');
  });

  it('has what a machine needs for itself apart from what machines share, where it is told to', () => {
    const one = readConfig({ ONCOLOOM_DATA: '/data' }, []).folders;
    expect([one.local, one.jobs, one.scratch, one.resumable]).toEqual(['/data', '/data/jobs', '/data/scratch', '/data/scratch/resumable']);
    const shared = readConfig({ ONCOLOOM_DATA: '/net/data', ONCOLOOM_SCRATCH: 'scratch', INIT_CWD: '/var' }, []).folders;
    expect([shared.jobs, shared.scratch]).toEqual(['/var/scratch/jobs', '/var/scratch/scratch']);
    expect([shared.storage, shared.resumable]).toEqual(['/net/data/storage', '/net/data/scratch/resumable']);
  });

  it('reads sizes, times and the role', () => {
    const config = readConfig({ ONCOLOOM_TASK_MEMORY: '512M', ONCOLOOM_TASK_TIMEOUT: '90s', HOST: '0.0.0.0' }, ['--role', 'worker']);
    expect(config).toMatchObject({ taskMemory: 512 * 1024 ** 2, taskTimeout: 90_000, local: false, role: 'worker' });
    expect(readConfig({ ONCOLOOM_TASK_MEMORY: '1.5GiB' }, ['--role=api'])).toMatchObject({ taskMemory: 1.5 * 1024 ** 3, role: 'api' });
    expect(readConfig({ ONCOLOOM_TASK_MEMORY: '1048576' }, []).taskMemory).toBe(1048576);
  });

  it('reads the networks of proxies, and where a worker tells how it is', () => {
    const config = readConfig({ ONCOLOOM_PROXIES: '10.42.0.0/16, ::1,192.0.2.7', ONCOLOOM_HEALTH_PORT: '8079' }, []);
    expect(config).toMatchObject({ proxies: ['10.42.0.0/16', '::1', '192.0.2.7'], healthPort: 8079 });
    expect(readConfig({}, [])).toMatchObject({ proxies: [], healthPort: undefined });
    for (const wrong of ['proxy.example.org', '10.0.0.0/33', '10.0.0.0/', '10.0.0.1,', '10.0.0.0/8/8'])
      expect(() => readConfig({ ONCOLOOM_PROXIES: wrong }, []), wrong).toThrow('ONCOLOOM_PROXIES');
  });

  it('names what is wrong', () => {
    expect(() => readConfig({ PORT: 'web' }, [])).toThrow('PORT');
    expect(() => readConfig({ ONCOLOOM_TASK_MEMORY: 'much' }, [])).toThrow('ONCOLOOM_TASK_MEMORY');
    expect(() => readConfig({}, ['--role', 'boss'])).toThrow('api, worker, all');
    for (const url of ['postgresql://u:p@a:1,b:2/d', 'postgresql://a,b/d', 'postgresql://u@/d?host=a,b'])
      expect(() => readConfig({ DATABASE_URL: url }, [])).toThrow('several hosts');
    for (const url of ['postgresql://u:a,b@host/d', 'postgresql://u@localhost/d?host=%2Frun&options=a,b'])
      expect(readConfig({ DATABASE_URL: url }, []).databaseUrl).toBe(url);
  });

  it('reads where contents are kept, and what a bucket needs beside it', () => {
    const [secret, token] = ['a-key-of-this-test-alone', 'a-token-of-this-test'];
    const machine = { DATABASE_URL: 'postgresql://db/one', ONCOLOOM_SECRET: secret, ONCOLOOM_OPERATOR_TOKEN: token };
    const bucket = {
      ONCOLOOM_STORAGE: 's3://lab-files/onco/loom/',
      S3_ENDPOINT: 'http://127.0.0.1:9000',
      AWS_REGION: 'cn-north-1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'key',
    };
    expect(readConfig({}, []).storage).toEqual({ now: undefined, former: undefined });
    const config = readConfig({ ...machine, ...bucket, ONCOLOOM_CACHE: '2GiB', ONCOLOOM_DATA: '/data', ONCOLOOM_SCRATCH: '/fast' }, []);
    expect(config.storage.now).toEqual({
      bucket: 'lab-files',
      prefix: 'onco/loom/',
      endpoint: 'http://127.0.0.1:9000',
      region: 'cn-north-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'key' },
    });
    expect([config.cacheBytes, config.folders.cache, readOperatorToken(config)]).toEqual([2 * 1024 ** 3, '/fast/cache', token]);
    expect(readConfig({ ...machine, ONCOLOOM_STORAGE: 's3://lab-files' }, []).storage.now).toMatchObject({
      prefix: '',
      region: 'us-east-1',
      endpoint: undefined,
      credentials: undefined,
    });
    expect(readConfig({ ONCOLOOM_STORAGE_FORMER: 's3://lab-files' }, []).storage.former?.bucket).toBe('lab-files');
    for (const name of Object.keys(machine))
      expect(() => readConfig({ ...machine, ...bucket, [name]: '' }, [])).toThrow(new RegExp(`^${name}: ONCOLOOM_STORAGE needs it, set `));
    expect(() => readConfig({ ...machine, ONCOLOOM_STORAGE: '/srv/files' }, [])).toThrow(
      'ONCOLOOM_STORAGE: an address such as s3://bucket/prefix',
    );
    expect(() => readConfig({ S3_ENDPOINT: bucket.S3_ENDPOINT }, [])).toThrow('ONCOLOOM_STORAGE=s3://bucket/prefix');
    expect(() => readConfig({ ...machine, ...bucket, ONCOLOOM_STORAGE_FORMER: 's3://other' }, [])).toThrow('unset ONCOLOOM_STORAGE');
  });

  it('keeps one signing key, readable by the server only', async () => {
    const data = await mkdtemp(join(tmpdir(), 'oncoloom-config-'));
    const config = readConfig({ ONCOLOOM_DATA: data }, []);
    const first = readSecret(config);
    expect(readSecret(config)).toEqual(first);
    expect(first.length).toBeGreaterThanOrEqual(48);
    expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600);
    await rm(data, { recursive: true });
  });
});
