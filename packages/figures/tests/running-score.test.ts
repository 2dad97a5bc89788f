import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { layout } from '../src/kinds/running-score/layout.ts';
import { drawnTexts, figureData, hasShared, SHARED, tableFrom, UGLY_NAMES } from './support/figures.ts';

const COLUMNS = { set: 'set', rank: 'rank', score: 'score', label: 'gene', metric: 'metric', nes: 'NES', padj: 'padj' };
const SIZE = { width: 420, height: 400 };

/** Running sums of Subramanian et al. (2005), weight 1, as a tool would store them. */
function tablesOf(values: readonly { gene: string; metric: number }[], sets: ReadonlyMap<string, readonly string[]>) {
  const ranked = values.toSorted((a, b) => b.metric - a.metric);
  const curve = { set: [] as string[], rank: [] as number[], score: [] as number[] };
  const hits = { set: [] as string[], rank: [] as number[], gene: [] as string[] };
  for (const [set, genes] of sets) {
    const inside = new Set(genes);
    const weight = ranked.reduce((sum, { gene, metric }) => sum + (inside.has(gene) ? Math.abs(metric) : 0), 0);
    const misses = ranked.filter(({ gene }) => !inside.has(gene)).length;
    let score = 0;
    ranked.forEach(({ gene, metric }, i) => {
      const hit = inside.has(gene);
      score += hit ? Math.abs(metric) / weight : -1 / misses;
      curve.set.push(set);
      curve.rank.push(i + 1);
      curve.score.push(score);
      if (!hit) return;
      hits.set.push(set);
      hits.rank.push(i + 1);
      hits.gene.push(gene);
    });
  }
  return {
    curve: tableFrom(curve),
    hits: tableFrom(hits),
    ranks: tableFrom({ rank: ranked.map((_, i) => i + 1), metric: ranked.map(({ metric }) => metric) }),
  };
}

const ten = Array.from({ length: 10 }, (_, i) => ({ gene: `g${i + 1}`, metric: 5 - i }));
const two = new Map([
  ['上', ['g1', 'g2', 'g3']],
  ['下', ['g9', 'g10']],
]);
const draw = (sets: ReadonlyMap<string, readonly string[]>, style = {}) =>
  layout(figureData('running-score', COLUMNS, tablesOf(ten, sets), style), SIZE);

describe('running score', () => {
  const drawn = draw(two);
  const up = drawn.sets.find(({ name }) => name === '上');
  const down = drawn.sets.find(({ name }) => name === '下');

  it('peaks where the score is farthest from zero, on either side', () => {
    expect(up?.peak).toMatchObject({ rank: 3, score: expect.closeTo(1, 9) });
    expect(down?.peak).toMatchObject({ rank: 8, score: expect.closeTo(-1, 9) });
    expect(drawn.score.y.invert(up?.peak.y ?? 0)).toBeCloseTo(1, 9);
    expect(drawn.score.y.invert(drawn.zero.score)).toBeCloseTo(0, 9);
  });

  it('puts hits at their ranks, each set in a band of its own, bands in the order of the legend', () => {
    expect(up?.hits.map(({ x }) => Math.round(drawn.frame.x.invert(x)))).toEqual([1, 2, 3]);
    const bands = drawn.sets.map(({ band }) => band);
    expect(bands[1]?.y).toBeGreaterThanOrEqual((bands[0]?.y ?? 0) + (bands[0]?.height ?? 0));
    expect(drawn.frame.legend.entries.map(({ label }) => label)).toEqual(drawn.sets.map(({ name }) => name));
  });

  it('stacks the three parts without overlap', () => {
    const { score, ranked, sets } = drawn;
    expect(sets[0]?.band.y).toBeGreaterThan(score.plot.y + score.plot.height);
    expect(ranked.plot.y).toBeGreaterThan((sets.at(-1)?.band.y ?? 0) + (sets.at(-1)?.band.height ?? 0));
    expect(ranked.plot.y + ranked.plot.height).toBeLessThan(SIZE.height);
  });

  it('writes what the test says beside the name', () => {
    const tables = { ...tablesOf(ten, two), sets: tableFrom({ set: ['上', '下'], NES: [1.5, -1.25], padj: [0.01, 0.5] }) };
    const { frame } = layout(figureData('running-score', COLUMNS, tables), SIZE);
    const texts = new Map(frame.legend.entries.map(({ label, count }) => [label, count]));
    expect([texts.get('上'), texts.get('下')]).toEqual(['NES 1.50, FDR 0.010', 'NES −1.25, FDR 0.500']);
  });

  it('finds a set by its name and by a gene of it', () => {
    expect(drawn.find('g9')).toBe(drawn.sets.findIndex(({ name }) => name === '下'));
    expect(drawn.find('nobody')).toBeNull();
  });

  it('is English where that is chosen', async () => {
    const data = figureData('running-score', COLUMNS, tablesOf(ten, new Map([['HALLMARK_X', ['g1']]])), { figure_language: 'en' });
    const texts = await drawnTexts('running-score', data);
    expect(texts).toEqual(expect.arrayContaining(['Enrichment score', 'Ranking metric', 'Rank in ordered genes']));
    expect(texts.filter((text) => /[\u4e00-\u9fff]/.test(text))).toEqual([]);
  });

  it('shortens long names, draws one gene, ugly names; an empty curve is told', async () => {
    const long = draw(new Map([['x'.repeat(80), ['g1']]]));
    expect(long.frame.legend.entries[0]?.label.endsWith('…')).toBe(true);
    expect(long.frame.legend.box.x + long.frame.legend.box.width).toBeLessThanOrEqual(SIZE.width);
    const ugly = tablesOf(ten, new Map(UGLY_NAMES.map((name) => [name, ['g2']])));
    expect(await drawnTexts('running-score', figureData('running-score', COLUMNS, ugly))).toContain('中文名');
    expect(() => draw(new Map())).toThrow();
  });

  it('draws the sets of its own table, and of a row of it the one', () => {
    const tables = { sets: tableFrom({ set: ['下'], NES: [-1.2], padj: [0.01] }), ...tablesOf(ten, two) };
    const names = (figure: object) => {
      const data = figureData('running-score', COLUMNS, tables);
      return layout({ ...data, figure: { ...data.figure, ...figure } }, SIZE).sets.map(({ name }) => name);
    };
    expect(names({})).toEqual(['下']);
    tables.sets = tableFrom({ set: ['下', '上'], NES: [-1.2, 1.5], padj: [0.01, 0.02] });
    expect(names({ row: 2 })).toEqual(['上']);
    expect(names({}).toSorted()).toEqual(['上', '下']);
  });

  it('takes the colours of its table, and above them those that the user gave to a name', () => {
    const tables = { sets: tableFrom({ set: ['上', '下'], colour: ['#112233', ''] }), ...tablesOf(ten, two) };
    const columns = { set: 'set', rank: 'rank', score: 'score', label: 'gene', metric: 'metric', colour: 'colour' };
    const colours = (style = {}) =>
      Object.fromEntries(layout(figureData('running-score', columns, tables, style), SIZE).sets.map(({ name, colour }) => [name, colour]));
    expect(colours()).toMatchObject({ 上: '#112233', 下: expect.stringMatching(/^#[0-9a-f]{6}$/i) });
    expect(colours({ group_colours: ['上', '#445566'] })).toMatchObject({ 上: '#445566' });
  });

  it.skipIf(!hasShared)('of a published ranking and its sets: the peak is the largest deviation of all ranks', () => {
    const folder = join(SHARED, 'gsea');
    const lines = readFileSync(join(folder, 'fgsea_exampleRanks.rnk.tsv'), 'utf8').trim().split('\n').slice(1);
    const values = lines.map((line) => line.split('\t')).map(([gene = '', metric]) => ({ gene, metric: Number(metric) }));
    const sets = gunzipSync(readFileSync(join(folder, 'fgsea_examplePathways.gmt.gz')))
      .toString('utf8')
      .trim()
      .split('\n');
    const parsed = sets.map((line) => line.split('\t')).map(([name = '', , ...genes]): [string, string[]] => [name, genes]);
    const chosen = new Map(
      parsed.filter(([, genes]) => genes.filter((gene) => values.some((one) => one.gene === gene)).length > 50).slice(0, 3),
    );
    const tables = tablesOf(values, chosen);
    const { sets: drawnSets, frame } = layout(figureData('running-score', COLUMNS, tables), SIZE);
    const [names, scores] = [tables.curve.columns.set as readonly string[], tables.curve.columns.score as Float64Array];
    for (const { name, peak, hits } of drawnSets) {
      const farthest = Math.max(...[...scores].filter((_, row) => names[row] === name).map(Math.abs));
      expect(Math.abs(peak.score)).toBeCloseTo(farthest, 12);
      expect(hits.length).toBeGreaterThan(50);
    }
    expect(frame.x.domain).toEqual([0, values.length]);
  });
});
