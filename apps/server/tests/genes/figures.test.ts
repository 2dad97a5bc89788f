import type { GeneDetail } from '@oncoloom/contract';
import type { SparseRequest } from '@oncoloom/tool-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Previews } from '../../src/analyses/forms/preview.ts';
import { ToolRegistry } from '../../src/analyses/tools.ts';
import { geneInCohorts } from '../../src/cohorts/one-gene.ts';
import type { CohortStore } from '../../src/cohorts/store.ts';
import { ReleaseWriter } from '../../src/cohorts/writer.ts';
import { GeneFigures } from '../../src/genes/figures.ts';
import { ABOUT, installTiny, SAMPLES } from '../cohorts/small-cohort.ts';
import { createTestReleases, type TestReleases } from '../support/releases.ts';

/** On which cohorts, and under which name, the page of a gene opens with figures. */

let test: TestReleases;
let store: CohortStore;
const asked: SparseRequest[] = [];

/** A real cohort without GTEx, with tumours and normals; `patients` have a follow-up of their own. */
async function installReal(code: string, symbol: string, samples: number[], patients: number, unit = 'log2(TPM+1)'): Promise<void> {
  const writer = await ReleaseWriter.open(store, code);
  const rows = samples.map((i) => SAMPLES.rows[i] ?? []);
  const matrix = await writer.matrix(
    'expression',
    rows.map(([name]) => name ?? ''),
  );
  await matrix.add(
    { symbol, id: '' },
    rows.map((_, i) => i),
  );
  await matrix.close();
  await writer.table('samples', { ...SAMPLES, rows });
  if (patients > 0)
    await writer.table('survival', {
      columns: ['patient', 'OS', 'OS.time'],
      rows: rows.slice(0, patients).map(([, patient], i) => [patient ?? '', String(i % 2), '100']),
    });
  await writer.finish({ ...ABOUT, code, label: code.toUpperCase(), simulated: false, units: { expression: unit } });
}

/** The gene of the name is its only one: UP has been called OLDUP. */
const find = async (name: string): Promise<GeneDetail> => described(name.toUpperCase());
const described = async (symbol: string): Promise<GeneDetail> => ({
  ...{ symbol, name: '', type: '', entrez: '', ensembl: [], location: [], aliases: symbol === 'UP' ? ['OLDUP'] : [] },
  matched: { by: 'symbol', text: symbol, exact: true },
  namesakes: [],
  cohorts: await geneInCohorts(store, { symbols: symbol === 'UP' ? ['UP', 'OLDUP'] : [symbol], ensembl: [] }),
});

const drawn = { tables: { boxes: '' }, words: {}, texts: {}, values: {} };
const figures = () => {
  const figure: Previews['figure'] = async (_user, body) => {
    asked.push(body);
    return drawn;
  };
  return new GeneFigures({ genes: { find }, cohorts: store, tools: new ToolRegistry(), previews: { figure } as Previews });
};

beforeAll(async () => {
  test = await createTestReleases();
  store = test.cohorts;
  // Simulated, with normals, GTEx and 22 patients.
  await installTiny(store);
});
afterAll(() => test.close());

describe('the figures of a gene', () => {
  it('are of a simulated cohort where there is no other, and it is told', async () => {
    const expression = await figures().draw(1, 'UP', 'expression');
    expect(expression.drawn).toMatchObject({ task_type: 'single_gene_differential_expression', figure: 'box', simulated: true, ...drawn });
    expect(asked.at(-1)).toMatchObject({ dataset: ['tiny'], target_genes: ['UP'] });
    expect((await figures().draw(1, 'UP', 'survival')).drawn).toMatchObject({
      figure: 'km',
      request: { dataset: 'tiny', target_gene: 'UP' },
    });
  });

  it('are drawn once: for whoever asks while they are drawn, and afterwards, until a cohort changes', async () => {
    const drawing = figures();
    const count = asked.length;
    const both = await Promise.all([drawing.draw(1, 'UP', 'survival'), drawing.draw(1, 'up', 'survival')]);
    expect(both[0]).toEqual(both[1]);
    await drawing.draw(2, 'UP', 'survival');
    expect(asked).toHaveLength(count + 1);
    await installTiny(store, { release: '2026-09' });
    await drawing.draw(2, 'UP', 'survival');
    expect(asked).toHaveLength(count + 2);
  });

  it('are sentences where no cohort has the gene', async () => {
    const count = asked.length;
    expect(await figures().draw(1, 'NONE', 'expression')).toEqual({ drawn: null, none: '已安装的队列都没有测到 NONE。' });
    expect(asked).toHaveLength(count);
  });

  it('are of real cohorts as soon as one serves, the one with the most patients for survival', async () => {
    const [tumours, normals] = [Array.from({ length: 24 }, (_, i) => i), [24, 25, 26, 27]];
    await installReal('aaa', 'UP', tumours, 10);
    await installReal('bbb', 'OLDUP', [...tumours, ...normals], 16);
    expect((await figures().draw(1, 'UP', 'survival')).drawn).toMatchObject({
      simulated: false,
      // By its symbol: a former name may be what others call another gene.
      request: { dataset: 'bbb', target_gene: 'UP' },
    });
    // Neither has GTEx, and only one has normals.
    expect((await figures().draw(1, 'UP', 'expression')).drawn).toMatchObject({
      simulated: false,
      request: { target_genes: ['UP'], with_gtex: false, dataset: expect.arrayContaining(['bbb']) },
    });
  });

  it('put one unit on an axis: the commonest, and say which cohorts are in another', async () => {
    const all = Array.from({ length: 28 }, (_, i) => i);
    await installReal('ddd', 'MIXED', all, 0);
    await installReal('eee', 'MIXED', all, 0);
    await installReal('fff', 'MIXED', all, 0, 'log2(RSEM+1)');
    const { drawn } = await figures().draw(1, 'MIXED', 'expression');
    expect([...((drawn?.request.dataset as string[]) ?? [])].sort()).toEqual(['ddd', 'eee']);
    expect(drawn?.apart).toBe(
      '图里 2 个队列的表达量单位都是 log2(TPM+1)。单位不同的队列不能画在同一条轴上，也不能比较高低，请单独分析：FFF（log2(RSEM+1)）。',
    );
    await installReal('ggg', 'ALIKE', all, 0);
    expect((await figures().draw(1, 'ALIKE', 'expression')).drawn?.apart).toBeNull();
  });

  it('say what is lacking where cohorts have the gene and none serves', async () => {
    await installReal('ccc', 'LONELY', [0, 1, 2], 0);
    for (const [kind, reason] of [
      ['expression', '正常样本'],
      ['survival', '随访'],
    ] as const)
      expect((await figures().draw(1, 'LONELY', kind)).none).toMatch(new RegExp(`测到 LONELY 的 1 个队列里，没有一个.*${reason}`));
  });
});
