import type { Finding } from '@oncoloom/contract';
import { checkInputs, completeRequest, type ToolDefinition } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CohortGenes } from '../../src/cohorts/gene-names.ts';
import { findCohort } from '../../src/cohorts/listing.ts';
import type { CohortStore } from '../../src/cohorts/store.ts';
import { ReleaseWriter } from '../../src/cohorts/writer.ts';
import { GenesService } from '../../src/genes/service.ts';
import { createTestReleases, type TestReleases } from '../support/releases.ts';
import { ABOUT, installTiny, SAMPLES } from './small-cohort.ts';

/** What the form and the server tell of genes that a cohort has not measured, before anything is paid for. */

const tools: readonly ToolDefinition[] = catalogue.map(({ tool }) => tool);
let test: TestReleases;
let store: CohortStore;
let cohortGenes: CohortGenes;

/** A cohort of patients with two genes, one of them under an earlier symbol. */
async function installOld(): Promise<void> {
  const writer = await ReleaseWriter.open(store, 'old');
  const matrix = await writer.matrix('expression', ['P01-01A', 'P02-01A']);
  await matrix.add({ symbol: 'PVRL4', id: '' }, [1, 3]);
  await matrix.add({ symbol: 'MKI67', id: '' }, [2, 7]);
  await matrix.close();
  await writer.table('samples', { ...SAMPLES, rows: SAMPLES.rows.slice(0, 2) });
  await writer.finish({ ...ABOUT, code: 'old', label: 'OLD', simulated: false, units: { expression: 'log2(TPM+1)' } });
}

beforeAll(async () => {
  test = await createTestReleases();
  store = test.cohorts;
  await installTiny(store);
  await installOld();
  cohortGenes = new CohortGenes(store, new GenesService(store));
});
afterAll(() => test.close());

async function findings(taskType: string, codes: readonly string[], fields: Record<string, unknown>): Promise<Finding[]> {
  const tool = tools.find((one) => one.taskType === taskType) as ToolDefinition;
  const completed = completeRequest(tool, { task_type: taskType, dataset: codes.length > 1 ? codes : codes[0], ...fields });
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  const { request } = completed;
  const installed = (await Promise.all(codes.map((code) => store.describe(code)))).filter((one) => one !== undefined);
  const parameter = tool.parameters.dataset;
  if (parameter?.kind !== 'cohort') throw new Error(`${taskType} takes no cohort`);
  const genes = await cohortGenes.asked(tool, parameter, installed, request.values);
  const cohorts = installed.flatMap(({ description }) => findCohort(description.code, description) ?? []);
  return checkInputs(tool, request, { dataset: { name: codes.join(), cohorts, genes } }).findings.filter(({ code }) =>
    code.startsWith('gene'),
  );
}

describe('a gene that the chosen cohort lacks', () => {
  it('is refused with the cohorts that have it, and one click takes such a one', async () => {
    expect(await findings('coexpression_analysis', ['tiny'], { target_gene: 'MKI67' })).toEqual([
      {
        code: 'gene_absent',
        level: 'must',
        field: 'target_gene',
        message: 'TINY 的 3 个基因里没有 MKI67，不能计算。有它的队列：OLD',
        fix: { label: '改用 OLD', parameters: { dataset: 'old' } },
      },
    ]);
  });

  it('is not refused under any name that the run understands', async () => {
    for (const name of ['up', ' UP ', 'Down']) expect(await findings('coexpression_analysis', ['tiny'], { target_gene: name })).toEqual([]);
    for (const name of ['NECTIN4', 'PVRL4', 'nectin4', 'ENSG00000143217', '81607', 'mki67', 'ENSG00000148773.12'])
      expect(await findings('coexpression_analysis', ['old'], { target_gene: name })).toEqual([]);
  });

  it('says so where no installed cohort has it, and does not offer one that cannot serve', async () => {
    const [nowhere] = await findings('coexpression_analysis', ['old'], { target_gene: 'NOSUCHGENE' });
    expect(nowhere).toMatchObject({ level: 'must', message: expect.stringContaining('其余已安装的队列里也没有') });
    expect(nowhere).not.toHaveProperty('fix');
    // OLD has the gene, and no survival data.
    const [lacking] = await findings('survival_analysis', ['tiny'], { target_gene: 'MKI67' });
    expect(lacking).toMatchObject({ level: 'must', field: 'target_gene' });
    expect(lacking).not.toHaveProperty('fix');
  });

  it('is told of every tool that takes a gene and a cohort', async () => {
    const taking = tools.filter(({ parameters }) => {
      const kinds = Object.values(parameters).map(({ kind }) => kind);
      return kinds.includes('cohort') && (kinds.includes('gene') || kinds.includes('genes'));
    });
    expect(taking.length).toBeGreaterThan(5);
    for (const { taskType, parameters } of taking) {
      const [field, parameter] = Object.entries(parameters).find(([, { kind }]) => /^genes?$/.test(kind)) ?? [];
      const asked = { [String(field)]: parameter?.kind === 'genes' ? ['MKI67'] : 'MKI67' };
      expect([taskType, (await findings(taskType, ['tiny'], asked)).map(({ level }) => level)]).toEqual([taskType, ['must']]);
    }
  });
});

describe('a list of genes', () => {
  it('is refused when none is there, and told of those that are not', async () => {
    const gene_list = ['UP', 'MKI67', 'DOWN', 'NOSUCHGENE'];
    expect(await findings('log_rank_survival', ['tiny'], { gene_list })).toEqual([
      { code: 'genes_absent', level: 'should', field: 'gene_list', message: 'TINY 里没有 MKI67、NOSUCHGENE，这几个不参与计算' },
    ]);
    const many = Array.from({ length: 500 }, (_, i) => `NOSUCH${i}`);
    expect(await findings('log_rank_survival', ['tiny'], { gene_list: many })).toMatchObject([{ code: 'gene_absent', level: 'must' }]);
    expect(await findings('log_rank_survival', ['tiny'], { gene_list: [...many, 'flat'] })).toMatchObject([{ level: 'should' }]);
    expect(await findings('log_rank_survival', ['tiny'], {})).toEqual([]);
  });

  it('in several cohorts is refused only where none of them has any', async () => {
    const several = (target_genes: string[]) =>
      findings('single_gene_differential_expression', ['tiny', 'old'], { target_genes, with_gtex: false });
    expect(await several(['MKI67'])).toMatchObject([
      { code: 'gene_absent_here', level: 'should', message: expect.stringContaining('TINY') },
    ]);
    expect(await several(['NOSUCHGENE'])).toMatchObject([{ code: 'gene_absent', level: 'must' }]);
  });
});
