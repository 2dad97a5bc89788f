import { type GeneReport, type GeneReportPlan, geneReportPoints } from '@oncoloom/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyses } from '../../src/analyses/tables.ts';
import { EMBEDDED_COHORTS, installEmbedded } from '../../src/cohorts/embedded.ts';
import { geneReports, projects } from '../../src/projects/tables.ts';
import { type BoardUser, boardUser } from '../figure-boards/board-user.ts';
import { createWholeServer, type WholeServer } from '../support/whole.ts';

let whole: WholeServer;
let owner: BoardUser;

beforeAll(async () => {
  whole = await createWholeServer();
  await installEmbedded(EMBEDDED_COHORTS, whole.app);
  owner = await boardUser(whole);
}, 120_000);
afterAll(() => whole.close());

const URL = '/api/gene_reports';
const planOf = async (gene: string, cohort: string): Promise<GeneReportPlan> =>
  (await owner.call('GET', `/api/genes/${gene}/report_plan?cohort=${cohort}`)).body;
const start = (parts: string[], cohort = 'sim', gene = 'LCK') => owner.call('POST', URL, { gene, cohort, parts });
const report = async (id: number): Promise<GeneReport> => (await owner.call('GET', `${URL}/${id}`)).body;
const balance = () => whole.app.billing.balance(owner.id);
const partOf = ({ parts }: GeneReport, name: string) => parts.find(({ part }) => part === name);

/** Ends an analysis as a worker would, with a table of the partners of a gene where it is asked for one. */
async function complete(id: number | null | undefined, correlations?: { sha256: string; bytes: number }): Promise<void> {
  const columns = ['gene', 'cor', 'p', 'padj'];
  const tables = correlations === undefined ? [] : [{ id: 'correlations', ...correlations, rows: 60, columns }];
  const result = { facts: {}, tables, findings: [], seed: 1, versions: {}, seconds: { read: 0, analyse: 0, write: 0 } };
  await whole.app.database
    .update(analyses)
    .set({ status: 'completed', result, finishedAt: new Date() })
    .where(eq(analyses.id, id ?? 0));
}

async function correlations(): Promise<{ sha256: string; bytes: number }> {
  const rows = Array.from({ length: 60 }, (_, i) => [`GENE${i}`, (60 - i) / 60, 0.01, 0.02].join('\t'));
  const text = [['gene', 'cor', 'p', 'padj'].join('\t'), ...rows].join('\n');
  const { Readable } = await import('node:stream');
  const { sha256 } = await whole.app.storage.put(Readable.from([Buffer.from(text)]));
  return { sha256, bytes: text.length };
}

describe('what a report can hold', () => {
  it('is told with prices, and with the reason where a part cannot be made', async () => {
    const plan = await planOf('LCK', 'sim');
    expect(plan.symbol).toBe('LCK');
    const { survival, cohorts } = Object.fromEntries(plan.parts.map((part) => [part.part, part]));
    expect(survival).toMatchObject({ problem: null, points: whole.app.tools.require('survival_analysis').points });
    expect(cohorts?.problem).toMatch(/队列只有 \d 个，至少要 3 个/);
    const acc = await planOf('FOXM1', 'TCGA-ACC');
    expect(acc.cohort).toBe('acc');
    expect(acc.parts.find(({ part }) => part === 'progression')?.problem).toContain('PFI');
  });

  it('finds the gene by an alias, and knows no cohort that has not measured it', async () => {
    expect((await planOf('HFH11', 'acc')).symbol).toBe('FOXM1');
    expect(await owner.call('GET', '/api/genes/FOXM1/report_plan?cohort=luad')).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'cohort' }] },
    });
    expect((await owner.call('GET', '/api/genes/NOSUCHGENE9/report_plan')).status).toBe(404);
  });
});

describe('a report', () => {
  it('submits what waits for nothing at once, and the next part with the result that it follows', async () => {
    const before = await balance();
    const planned = await planOf('LCK', 'sim');
    const asked = ['survival', 'partners', 'enrichment'];
    const costs = geneReportPoints(planned.parts.filter(({ part }) => asked.includes(part)).map(({ points }) => points));
    const { status, body }: { status: number; body: GeneReport } = await start(asked);
    expect(status).toBe(200);
    expect(body.parts.map(({ part, status: state, points }) => [part, state, points])).toEqual([
      ['survival', 'pending', costs[0]],
      ['partners', 'pending', costs[1]],
      ['enrichment', 'waiting', costs[2]],
    ]);
    expect(await balance()).toBe(before - (costs[0] ?? 0) - (costs[1] ?? 0));
    const project = (await owner.call('GET', `/api/projects/${body.project_id}`)).body;
    expect(project).toMatchObject({ name: 'LCK 基因报告（SIM）', counts: { analyses: 2 } });

    await complete(partOf(body, 'survival')?.analysis_id);
    await complete(partOf(body, 'partners')?.analysis_id, await correlations());
    await whole.app.geneReports.goOn(body.id);
    const then = await report(body.id);
    expect(partOf(then, 'enrichment')).toMatchObject({ status: 'pending', problem: null });
    const followed = (await owner.call('POST', '/api/get_analysis', { analysis_id: partOf(then, 'enrichment')?.analysis_id })).body;
    expect(followed.parameters.source_analysis_id).toBe(partOf(body, 'partners')?.analysis_id);
    expect(await balance()).toBe(before - costs.reduce((sum, one) => sum + one, 0));
    expect(then.ended_at).toBeNull();
    // Cancelled: its points come back, and nothing is left to do.
    await owner.call('POST', '/api/cancel_analysis', { analysis_id: partOf(then, 'enrichment')?.analysis_id });
    await whole.app.geneReports.goOn(body.id);
    expect((await report(body.id)).ended_at).not.toBeNull();
    expect(await balance()).toBe(before - (costs[0] ?? 0) - (costs[1] ?? 0));
    expect((await owner.call('GET', `${URL}?gene=LCK`)).body.results.map(({ id }: { id: number }) => id)).toContain(body.id);
  });

  it('leaves the part that follows one that failed, without taking its points', async () => {
    const { body }: { body: GeneReport } = await start(['partners', 'enrichment'], 'sim', 'CD3E');
    const spent = await balance();
    await owner.call('POST', '/api/cancel_analysis', { analysis_id: partOf(body, 'partners')?.analysis_id });
    await whole.app.geneReports.goOn(body.id);
    const then = await report(body.id);
    expect(then.parts.map(({ status }) => status)).toEqual(['failed', 'left']);
    expect(then.ended_at).not.toBeNull();
    expect(await balance()).toBe(spent + (partOf(body, 'partners')?.points ?? 0));
  });

  it('finds what was submitted before a process died, and shows what was run again in its place', async () => {
    const { body }: { body: GeneReport } = await start(['survival'], 'sim', 'CD8A');
    const [row] = await whole.app.database.select().from(geneReports).where(eq(geneReports.id, body.id));
    const steps = row?.steps.map((step) => ({ ...step, analysis: null })) ?? [];
    await whole.app.database.update(geneReports).set({ steps }).where(eq(geneReports.id, body.id));
    await whole.app.geneReports.goOn(body.id);
    expect((await report(body.id)).parts).toEqual(body.parts);
    const first = body.parts[0]?.analysis_id;
    await owner.call('POST', '/api/cancel_analysis', { analysis_id: first });
    const again = (await owner.call('POST', `/api/rerun_analysis`, { analysis_id: first })).body;
    expect(again.id).toBeGreaterThan(first ?? 0);
    expect((await report(body.id)).parts).toMatchObject([{ analysis_id: again.id, status: 'pending' }]);
  });

  it('is refused where a part cannot be made, where its first half is missing, and where points do not suffice', async () => {
    expect(await start(['cohorts'])).toMatchObject({ status: 422, body: { errors: [{ field: 'parts' }] } });
    expect(await start(['enrichment'])).toMatchObject({ status: 422, body: { detail: expect.stringContaining('请一起选上') } });
    expect((await start([])).status).toBe(422);
    expect((await start(['survival'], 'luad')).status).toBe(422);
    const poor = await boardUser(whole);
    const had = await whole.app.billing.balance(poor.id);
    await whole.app.database.transaction((tx) => whole.app.billing.charge(tx, poor.id, had - 1, '用掉'));
    const refused = await poor.call('POST', URL, { gene: 'LCK', cohort: 'sim', parts: ['survival', 'partners'] });
    expect(refused).toMatchObject({ status: 406, body: { detail: expect.stringContaining('余额 1 点') } });
    expect(await whole.app.database.$count(projects, eq(projects.userId, poor.id))).toBe(0);
  });

  it('is gone with its project, its analyses stay', async () => {
    const { body }: { body: GeneReport } = await start(['survival'], 'sim', 'GZMB');
    await owner.call('DELETE', `/api/projects/${body.project_id}`);
    expect(await owner.call('GET', `${URL}/${body.id}`)).toMatchObject({ status: 404 });
    const { body: kept } = await owner.call('POST', '/api/get_analysis', { analysis_id: body.parts[0]?.analysis_id });
    expect(kept.task_type).toBe('survival_analysis');
  });
});
