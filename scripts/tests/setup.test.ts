import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const packages: Record<'run' | 'test', Record<string, string>> = json('scripts/setup/debian-packages.json');

/** What comes with R itself. */
const WITH_R = [
  'base',
  'compiler',
  'datasets',
  'graphics',
  'grDevices',
  'grid',
  'methods',
  'parallel',
  'splines',
  'stats',
  'stats4',
  'tools',
  'utils',
];

describe('the list of Debian packages', () => {
  it('holds every R package that a tool names, or CRAN does', () => {
    const catalogue: { tools: Record<string, { packages: string[] }> } = json('tools/catalogue.json');
    const extras = Object.keys(json('scripts/setup/r-extras.json'));
    const named = Object.values(catalogue.tools).flatMap((tool) => tool.packages);
    const absent = [...new Set(named)].filter((name) => {
      const debian = [`r-cran-${name.toLowerCase()}`, `r-bioc-${name.toLowerCase()}`];
      return !WITH_R.includes(name) && !extras.includes(name) && !debian.some((candidate) => candidate in packages.run);
    });
    expect(absent).toEqual([]);
  });

  it('names each package once', () => {
    expect(Object.keys(packages.test).filter((name) => name in packages.run)).toEqual([]);
  });
});

describe('the set-up where it may not install', () => {
  const bin = mkdtempSync(join(tmpdir(), 'oncoloom-bin-'));
  // Knows one package and, as the real one, ends with 1 because of the others.
  writeFileSync(join(bin, 'dpkg-query'), '#!/bin/sh\nprintf "r-base-core\\tinstalled\\n"\nexit 1\n');
  chmodSync(join(bin, 'dpkg-query'), 0o755);
  afterAll(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    rmSync(bin, { recursive: true, force: true });
  });

  it('prints the line to run as root, with what is missing only, and the Docker way', async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(1000);
    vi.stubEnv('PATH', bin);
    const { installDebianPackages } = (await import(pathToFileURL(join(root, 'scripts/setup/debian.mjs')).href)) as {
      installDebianPackages: (groups: string[]) => Promise<void>;
    };
    const { message } = await installDebianPackages(['run']).then(
      () => expect.fail('installed'),
      (error: Error) => error,
    );
    expect(message).toMatch(/^ {2}apt-get update && apt-get install --yes --no-install-recommends .*r-bioc-limma/m);
    expect(message).not.toContain('r-base-core');
    expect(message).toContain('docker compose up');
  });
});

describe('what the set-up does beside each other', () => {
  it('ends whole before it fails: nothing goes on after it', async () => {
    const { allOf } = (await import(pathToFileURL(join(root, 'scripts/setup/index.mjs')).href)) as {
      allOf: (works: (() => Promise<void>)[]) => Promise<void>;
    };
    const ended: string[] = [];
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const done = allOf([
      async () => {
        throw new Error('no network');
      },
      async () => {
        await held;
        ended.push('the other');
      },
    ]).catch((error: Error) => ended.push(error.message));
    letGo();
    await done;
    expect(ended).toEqual(['the other', 'no network']);
  });
});

describe('signatures that are fetched after a start', () => {
  it('are those whose licence asks for no consent', async () => {
    const { freeSignatures } = (await import(pathToFileURL(join(root, 'scripts/setup/signatures.mjs')).href)) as {
      freeSignatures: () => string[];
    };
    expect(freeSignatures()).toEqual(['til10', 'xcell']);
  });
});
