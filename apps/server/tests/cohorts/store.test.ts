import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnOf, readTable } from '../../src/cohorts/release-tables.ts';
import type { CohortStore } from '../../src/cohorts/store.ts';
import { ReleaseWriter } from '../../src/cohorts/writer.ts';
import { holdLock } from '../support/lock-holder.ts';
import { createTestReleases, type TestReleases } from '../support/releases.ts';
import { ABOUT, beginTiny, EXPRESSION_FILE, GENES, installTiny, SAMPLES } from './small-cohort.ts';

const made: TestReleases[] = [];
afterAll(async () => {
  for (const own of made) await own.close();
});

async function newStore(): Promise<CohortStore> {
  const own = await createTestReleases();
  made.push(own);
  return own.cohorts;
}

async function installed(cohorts: CohortStore) {
  const cohort = await cohorts.describe(ABOUT.code);
  if (cohort === undefined) throw new Error('not installed');
  return cohort;
}

describe('an installed cohort', () => {
  let cohorts: CohortStore;
  beforeAll(async () => {
    cohorts = await newStore();
    await installTiny(cohorts);
  });

  it('is described by what its tables hold', async () => {
    const { description, files } = await installed(cohorts);
    const tumoursAndNormals = { genes: 3, samples: 28, tumours: 24, normals: 4, gtex: 0, pairs: 4 };
    expect(description.matrices).toEqual({
      expression: { unit: 'log2(TPM+1)', ...tumoursAndNormals },
      counts: { unit: 'counts', ...tumoursAndNormals },
      gtex: { unit: 'log2(TPM+1)', genes: 3, samples: 27, tumours: 24, normals: 0, gtex: 3, pairs: 0 },
    });
    expect(description.clinical).toEqual({
      age: { known: 24 },
      gender: { known: 24, levels: ['female', 'male'] },
      stage: { known: 16, levels: ['I', 'II'] },
      stage_reported: { known: 24 },
    });
    // Of 24 patients one has no status and one no time.
    expect(description.survival).toEqual({ OS: { patients: 22, events: 11 }, PFI: { patients: 24, events: 0 } });
    expect(files[EXPRESSION_FILE]?.bytes).toBe(GENES.length * 28 * 4);
    expect(Object.keys(files)).toContain('cohort.json');
  });

  it('holds all samples of a gene in a row, and cannot be written', async () => {
    const path = await (await installed(cohorts)).path(EXPRESSION_FILE);
    const bytes = await readFile(path);
    const down = new Float32Array(bytes.buffer.slice(bytes.byteOffset + 28 * 4, bytes.byteOffset + 2 * 28 * 4));
    expect([...down.slice(0, 3)]).toEqual([12, 11.5, 11]);
    expect((await stat(path)).mode & 0o777).toBe(0o444);
  });

  it('has a changed byte, a cut file and a missing one found by their checksums', async () => {
    const other = await newStore();
    await installTiny(other);
    const { path, files } = await installed(other);
    expect(await other.damaged('tiny')).toEqual([]);
    const cut = await path(EXPRESSION_FILE);
    await rm(cut);
    await writeFile(cut, Buffer.alloc(100, 1));
    await rm(await path('clinical.tsv'));
    expect((await other.damaged('tiny'))?.sort()).toEqual(['clinical.tsv', EXPRESSION_FILE]);
    await other.discard('tiny', ['clinical.tsv', EXPRESSION_FILE]);
    await installTiny(other);
    expect(await other.damaged('tiny')).toEqual([]);
    expect((await installed(other)).files[EXPRESSION_FILE]).toEqual(files[EXPRESSION_FILE]);
    await other.remove('tiny');
    expect(await other.damaged('tiny')).toBeUndefined();
    expect(await other.list()).toEqual([]);
  });

  it('is asked for by its own name alone', async () => {
    expect(await cohorts.describe('../tiny')).toBeUndefined();
    expect(await cohorts.release('tiny', '../tiny')).toBeUndefined();
  });
});

describe('a release that is being made', () => {
  it('is not seen before it is whole, and nothing is left of one that was given up', async () => {
    const cohorts = await newStore();
    const writer = await beginTiny(cohorts);
    expect(await cohorts.list()).toEqual([]);
    await writer.abandon();
    expect(await readdir(join(cohorts.folder, '.staging'))).toEqual([]);
  });

  it('goes when the process that made it is gone, and stays while that lives, be it on another machine', async () => {
    const cohorts = await newStore();
    const staging = join(cohorts.folder, '.staging');
    for (const name of ['tiny-dead', 'tiny-elsewhere']) await mkdir(join(staging, name), { recursive: true });
    await writeFile(join(staging, 'tiny-dead.lock'), '');
    const elsewhere = await holdLock(join(staging, 'tiny-elsewhere.lock'));
    const own = await beginTiny(cohorts);
    const folders = async () =>
      (await readdir(staging))
        .filter((name) => !name.endsWith('.lock'))
        .map((name) => join(staging, name))
        .sort();
    expect(await folders()).toEqual([own.folder, join(staging, 'tiny-elsewhere')].sort());
    await elsewhere.die();
    const next = await beginTiny(cohorts);
    expect(await folders()).toEqual([own.folder, next.folder].sort());
    await Promise.all([own.abandon(), next.abandon()]);
    expect(await readdir(staging)).toEqual([]);
  });

  it('takes the place of an earlier one, which stays as long as it is used', async () => {
    const cohorts = await newStore();
    const { releases } = cohorts;
    await installTiny(cohorts);
    const first = await installed(cohorts);
    await installTiny(cohorts);
    const second = await installed(cohorts);
    expect([first.release, second.release]).toEqual(['2026-01', '2026-01.2']);
    await releases.removeSuperseded('cohort', (code, release) => code === 'tiny' && release === '2026-01');
    expect(await cohorts.release('tiny', '2026-01')).toBeDefined();
    await releases.removeSuperseded('cohort', () => false);
    expect(await cohorts.release('tiny', '2026-01')).toBeUndefined();
    expect((await installed(cohorts)).checksum).toBe(second.checksum);
  });

  it.each([
    ['a sample that is not in the sample sheet', { samples: { ...SAMPLES, rows: SAMPLES.rows.slice(1) } }, /P01-01A/],
    ['two survival samples of a patient', { samples: { ...SAMPLES, rows: SAMPLES.rows.map((row) => row.with(5, '1')) } }, /two survival/],
  ])('is refused with %s, and the earlier one stays', async (_, { samples }, message) => {
    const cohorts = await newStore();
    await installTiny(cohorts);
    const { release } = await installed(cohorts);
    const writer = await beginTiny(cohorts);
    await writer.table('samples', samples);
    await expect(writer.finish(ABOUT)).rejects.toThrow(message);
    expect((await installed(cohorts)).release).toBe(release);
  });
});

describe('rows of one symbol', () => {
  async function fold(name: 'counts' | 'expression', rows: readonly (readonly [string, string, number[]])[]) {
    const writer = await ReleaseWriter.open(await newStore(), 'tiny');
    try {
      const matrix = await writer.matrix(name, ['a', 'b']);
      for (const [symbol, id, values] of rows) await matrix.add({ symbol, id }, values);
      const { genes, folded } = await matrix.close();
      const bytes = await readFile(join(writer.folder, name === 'counts' ? 'counts.i32' : EXPRESSION_FILE));
      const kind = name === 'counts' ? Int32Array : Float32Array;
      const ids = columnOf(await readTable(join(writer.folder, `${name}.genes.tsv`)), 'id');
      return { genes, folded, ids, values: [...new kind(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))] };
    } finally {
      await writer.abandon();
    }
  }

  it('are added as counts', async () => {
    expect(
      await fold('counts', [
        ['A', '1', [1, 2]],
        ['B', '2', [5, 6]],
        ['A', '3', [10, 20]],
      ]),
    ).toEqual({ genes: 2, folded: { summed: 1, dropped: 0 }, ids: ['1', '2'], values: [11, 22, 5, 6] });
  });

  it('leave the one with the highest mean as logarithms', async () => {
    expect(
      await fold('expression', [
        ['A', '1', [1, 2]],
        ['B', '2', [5, 6]],
        ['A', '3', [3, 1]],
        ['B', '4', [1, 1]],
      ]),
    ).toEqual({ genes: 2, folded: { summed: 0, dropped: 2 }, ids: ['3', '2'], values: [3, 1, 5, 6] });
  });

  it('are added before the logarithm where one is the copy on Y', async () => {
    // 3 + 12 TPM: log2(16); 0 + 7: log2(8).
    const rows = [
      ['A', 'E1.2_PAR_Y', [2, 0]],
      ['A', 'E1.2', [Math.log2(13), 3]],
    ] as const;
    const { ids, values } = await fold(
      'expression',
      rows.map(([symbol, id, cells]) => [symbol, id, [...cells]]),
    );
    expect(ids).toEqual(['E1.2']);
    expect(values[0]).toBeCloseTo(4, 5);
    expect(values[1]).toBeCloseTo(3, 5);
  });

  it.each([
    ['counts', 1.5],
    ['counts', -1],
    ['counts', 2 ** 31],
    ['expression', Number.NaN],
  ] as const)('refuse in %s the value %s', async (name, value) => {
    await expect(fold(name, [['A', '1', [1, value]]])).rejects.toThrow(/A has the value/);
  });
});

it('writes as many genes as there are, in pieces', async () => {
  const writer = await ReleaseWriter.open(await newStore(), 'tiny');
  const samples = Array.from({ length: 3000 }, (_, i) => `s${i}`);
  const matrix = await writer.matrix('expression', samples);
  const row = new Float32Array(samples.length);
  for (let gene = 0; gene < 1000; gene += 1) await matrix.add({ symbol: `g${gene}`, id: '' }, row.fill(gene));
  await matrix.close();
  const handle = await open(join(writer.folder, EXPRESSION_FILE));
  const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 999 * 3000 * 4 + 2999 * 4);
  expect(buffer.readFloatLE()).toBe(999);
  expect((await handle.stat()).size).toBe(1000 * 3000 * 4);
  await handle.close();
  await writer.abandon();
});
