import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geneInCohorts } from '../../src/cohorts/one-gene.ts';
import type { CohortStore } from '../../src/cohorts/store.ts';
import { ReleaseWriter } from '../../src/cohorts/writer.ts';
import { geneRoutes } from '../../src/genes/routes.ts';
import { GenesService } from '../../src/genes/service.ts';
import { ABOUT, installTiny, SAMPLES } from '../cohorts/small-cohort.ts';
import { createTestReleases, type TestReleases } from '../support/releases.ts';
import { createTestServer } from '../support/server.ts';

let test: TestReleases;
let store: CohortStore;

/** Two tumours, with genes under an earlier symbol, and under a symbol that only the number tells of. */
async function installOld(): Promise<void> {
  const writer = await ReleaseWriter.open(store, 'old');
  const matrix = await writer.matrix('expression', ['P01-01A', 'P02-01A']);
  await matrix.add({ symbol: 'PVRL4', id: '' }, [1, 3]);
  await matrix.add({ symbol: 'RP11-1', id: 'ENSG00000141510.9' }, [2, 7]);
  await matrix.close();
  await writer.table('samples', { ...SAMPLES, rows: SAMPLES.rows.slice(0, 2) });
  await writer.finish({ ...ABOUT, code: 'old', label: 'OLD', units: { expression: 'log2(TPM+1)' } });
}

beforeAll(async () => {
  test = await createTestReleases();
  store = test.cohorts;
  await installTiny(store);
  await installOld();
});
afterAll(() => test.close());

describe('a gene in the cohorts', () => {
  const tiny = async (symbols: string[], ensembl: string[] = []) =>
    (await geneInCohorts(store, { symbols, ensembl })).find(({ code }) => code === 'tiny');

  it('has the median of the tumours and of TCGA’s normals', async () => {
    // Half the number of the sample: tumours 0 to 23, normals 24 to 27.
    expect(await tiny(['UP'])).toEqual({
      code: 'tiny',
      label: 'TINY',
      name: '小队列',
      simulated: true,
      symbol: 'UP',
      unit: 'log2(TPM+1)',
      tumour: { samples: 24, median: 5.75 },
      normal: { samples: 4, median: 12.75 },
    });
  });

  it('is found by the number under another symbol, else under an earlier symbol', async () => {
    expect((await tiny(['NEW', 'DOWN'], ['ENSG00000000002']))?.symbol).toBe('FLAT');
    expect((await tiny(['NEW', 'DOWN']))?.symbol).toBe('DOWN');
    expect(await tiny(['NEW', 'OWN', 'U'], ['ENSG0000000000'])).toMatchObject({ symbol: null, tumour: null, normal: null });
  });
});

describe('what the page of a gene shows', () => {
  it('is the gene with its namesakes and where it is', async () => {
    const genes = new GenesService(store);
    const found = await genes.find('cd20');
    expect(found).toMatchObject({ symbol: 'MS4A1', namesakes: ['KRT20'], matched: { by: 'alias', text: 'CD20' } });
    expect(found.cohorts.map(({ code, symbol }) => [code, symbol])).toEqual([
      ['old', null],
      ['tiny', null],
    ]);
    expect((await genes.find('NECTIN4')).cohorts[0]).toMatchObject({ symbol: 'PVRL4', tumour: { samples: 2, median: 2 }, normal: null });
    expect((await genes.find('TP53')).cohorts[0]).toMatchObject({ symbol: 'RP11-1', tumour: { median: 4.5 } });
  });

  it('is nothing for an unknown name', async () => {
    await expect(new GenesService(store).find('没有')).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('没有「没有」'),
    });
  });
});

it('answers the calls', async () => {
  const test = await createTestServer({
    routes: ({ accounts }) => [
      geneRoutes({ accounts, genes: new GenesService(store), geneFigures: { draw: async () => ({ drawn: null, none: '没有' }) } }),
    ],
  });
  const { token } = await test.newUser();
  const get = async (url: string) => (await test.server.inject({ url, headers: { authorization: `Bearer ${token}` } })).json<object>();
  expect(await get('/api/genes?q=HER2')).toMatchObject({ results: [{ symbol: 'ERBB2', matched: { by: 'alias', text: 'HER2' } }] });
  expect(await get('/api/genes')).toEqual({ results: [] });
  expect(await get('/api/gene-names')).toMatchObject({
    results: expect.arrayContaining([{ name: 'NRF2', symbol: 'NFE2L2', meaning: 'KEAP1–NRF2 通路的转录因子', others: ['GABPA'] }]),
  });
  expect(await get('/api/genes/HLA-A')).toMatchObject({ symbol: 'HLA-A', cohorts: [{ code: 'old' }, { code: 'tiny' }] });
  expect(await get(`/api/genes/${encodeURIComponent('../x')}`)).toEqual({ detail: expect.stringContaining('没有「../x」') });
  await test.close();
});

it('a name is one gene in every cohort: no other gene of the name is looked for', async () => {
  const called = await new GenesService(store).called(['NRF2', 'TAZ', 'QARS', 'UP']);
  expect(called?.get('NRF2')).toEqual(expect.arrayContaining(['NFE2L2']));
  expect(called?.get('NRF2')).not.toContain('GABPA');
  // In a table of former symbols TAZ is TAFAZZIN.
  expect(called?.get('TAZ')).toContain('WWTR1');
  expect(called?.get('TAZ')).not.toContain('TAZ');
  expect(called?.get('QARS')).toEqual(expect.arrayContaining(['QARS', 'QARS1']));
  expect(called?.get('UP')?.[0]).toBe('UP');
});
