import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../src/platform/root.ts';

const server = join(ROOT, 'apps/server');
const statements = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.sql'));

describe('migrations', () => {
  it('make exactly the tables that the domains declare', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oncoloom-migrations-'));
    await cp(join(server, 'migrations'), folder, { recursive: true });
    const args = ['generate', '--dialect', 'postgresql', '--schema', './src/*/tables.ts', '--out', relative(server, folder)];
    await promisify(execFile)(join(ROOT, 'node_modules/.bin/drizzle-kit'), args, { cwd: server });
    expect(await statements(folder), 'run npm run db:migration -w apps/server').toEqual(await statements(join(server, 'migrations')));
    await rm(folder, { recursive: true });
  });
});
