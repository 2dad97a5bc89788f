import { COHORTS, type CohortList } from '@oncoloom/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cohortRoutes } from '../../src/cohorts/routes.ts';
import { createTestReleases, type TestReleases } from '../support/releases.ts';
import { createTestServer, type TestServer } from '../support/server.ts';
import { installTiny } from './small-cohort.ts';

let test: TestServer;
let installed: TestReleases;

beforeAll(async () => {
  installed = await createTestReleases();
  const { cohorts } = installed;
  test = await createTestServer({ routes: ({ accounts }) => [cohortRoutes({ accounts, cohorts })] });
});
afterAll(async () => {
  await test.close();
  await installed.close();
});

async function list() {
  const { token } = await test.newUser();
  const answer = await test.server.inject({ url: '/api/cohorts', headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
  return answer.json<CohortList>().results;
}

const FLAGS = { only_tcga: 0, tcga_gtex: 1 } as const;
const ACC = { code: 'acc', label: 'TCGA-ACC', name: '肾上腺皮质癌', english: 'Adrenocortical carcinoma', ...FLAGS };

it('lists all 33 cohorts with their sources, and none as installed', async () => {
  const results = await list();
  expect(results.map(({ code }) => code)).toEqual(COHORTS.map(({ code }) => code));
  expect(results[0]).toEqual({
    ...ACC,
    installed: false,
    usable: { tumour_vs_normal: false, with_gtex: false, OS: false, PFI: false },
    samples: null,
    normals: null,
    events: null,
    source: null,
    release: null,
    simulated: false,
    matrices: {},
    clinical: {},
    survival: {},
    notes: [],
  });
  expect(results.filter(({ installed }) => installed)).toEqual([]);
});

it('tells of an installed cohort what it is enough for, be it of TCGA or not', async () => {
  await installTiny(installed.cohorts);
  const results = await list();
  expect(results).toHaveLength(COHORTS.length + 1);
  expect(results.at(-1)).toMatchObject({
    ...{ code: 'tiny', label: 'TINY', installed: true, only_tcga: 1, tcga_gtex: 1, simulated: true },
    usable: { tumour_vs_normal: true, with_gtex: true, OS: true, PFI: false },
    ...{ samples: 24, normals: 4, events: 11, source: '测试用的队列', release: '2026-01' },
  });
  expect(results[0]?.installed).toBe(false);
});

it('asks who is there', async () => {
  expect((await test.server.inject({ url: '/api/cohorts' })).statusCode).toBe(401);
});
