import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, readSecret } from '../../src/platform/config.ts';
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

  it('names what is wrong', () => {
    expect(() => readConfig({ PORT: 'web' }, [])).toThrow('PORT');
    expect(() => readConfig({ ONCOLOOM_TASK_MEMORY: 'much' }, [])).toThrow('ONCOLOOM_TASK_MEMORY');
    expect(() => readConfig({}, ['--role', 'boss'])).toThrow('api, worker, all');
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
