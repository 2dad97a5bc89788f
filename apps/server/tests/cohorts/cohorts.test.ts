import { COHORTS, type CohortList } from '@oncoloom/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cohortRoutes } from '../../src/cohorts/routes.ts';
import { createTestServer, type TestServer } from '../support/server.ts';

let test: TestServer;

beforeAll(async () => {
  // The routes are handed over before the accounts exist.
  const accounts: Parameters<typeof cohortRoutes>[0]['accounts'] = { requireUser: (request) => test.accounts.requireUser(request) };
  test = await createTestServer({ routes: [cohortRoutes({ accounts })] });
});
afterAll(() => test.close());

it('lists all 33 cohorts with their sources, and none as installed', async () => {
  const { token } = await test.newUser();
  const answer = await test.server.inject({ url: '/api/cohorts', headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
  const { results } = answer.json<CohortList>();
  expect(results.map(({ code }) => code)).toEqual(COHORTS.map(({ code }) => code));
  expect(results[0]).toEqual({
    code: 'acc',
    label: 'TCGA-ACC',
    name: '肾上腺皮质癌',
    english: 'Adrenocortical carcinoma',
    installed: false,
    only_tcga: 0,
    tcga_gtex: 1,
    usable: { tumour_vs_normal: false, with_gtex: false, OS: false, PFI: false },
    samples: null,
    normals: null,
    events: null,
    source: null,
    release: null,
    simulated: false,
  });
  expect(results.filter(({ installed }) => installed)).toEqual([]);
});

it('asks who is there', async () => {
  expect((await test.server.inject({ url: '/api/cohorts' })).statusCode).toBe(401);
});
