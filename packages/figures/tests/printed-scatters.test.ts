import { both } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { layoutSheet } from '../src/kinds/drawn.tsx';
import { kind } from '../src/kinds/scatter/index.ts';
import { kind as volcano } from '../src/kinds/volcano/index.ts';
import { drawnTexts, figureData, tableFrom } from './support/figures.ts';

/** What the files of figures of points write, and how often. */

const times = (texts: readonly string[], text: string) => texts.filter((one) => one === text).length;
const WIDE = { plot_pdf_width: 6.85, plot_pdf_height: 2.95 };

describe('a scatter', () => {
  const columns = { label: 'label', x: 'x', y: 'y', line_x: 'x', line_y: 'y', text: 'text', x_title: 'x_title', y_title: 'y_title' };
  const points = { label: ['S1', 'S2', 'S3', 'S4'], x: [1, 2, 3, 4], y: [2, 4, 5, 4] };
  const line = tableFrom({ x: [1, 4], y: [2.5, 6] });
  const words = tableFrom({ text: ['r = 0.8'], x_title: ['TP53 表达量'], y_title: ['MDM2 表达量'] });

  it('writes its statistics and titles; the user’s own titles win', async () => {
    const tables = { points: tableFrom(points), line, words };
    const own = await drawnTexts('scatter', figureData('scatter', columns, tables, WIDE));
    for (const text of ['r = 0.8', 'TP53 表达量', 'MDM2 表达量']) expect([text, times(own, text)]).toEqual([text, 1]);
    const titled = await drawnTexts('scatter', figureData('scatter', columns, tables, { ...WIDE, axis_title_x: '横轴' }));
    expect([times(titled, 'TP53 表达量'), times(titled, '横轴')]).toEqual([0, 1]);
  });

  it('is cut into quadrants where its style asks for it, and else not', () => {
    const tables = { points: tableFrom({ label: ['S1', 'S2'], x: [-1, 2], y: [3, -4] }), line, words };
    const guidesOf = (style: object) => {
      const model = kind.family === 'scatter' ? kind.model(figureData('scatter', columns, tables, { ...WIDE, ...style })) : undefined;
      return model?.guides.map(({ axis, value }) => [axis, value]);
    };
    expect(guidesOf({ zero_lines: true })).toEqual([
      ['x', 0],
      ['y', 0],
    ]);
    expect(guidesOf({})).toEqual([]);
  });

  it('counts the points of its groups in the legend, unless its style says otherwise', () => {
    const groups = tableFrom({ ...points, group: ['推荐', '其余', '其余', '其余'] });
    const countsOf = (style: object) => {
      const data = figureData('scatter', { ...columns, group: 'group' }, { points: groups, line, words }, { ...WIDE, ...style });
      return kind.family === 'scatter'
        ? kind
            .model(data)
            .legend.map(({ count }) => count)
            .sort()
        : [];
    };
    expect(countsOf({})).toEqual(['1', '3']);
    expect(countsOf({ show_counts: false })).toEqual(['', '']);
  });

  it('has the same axes in its panels, and each its own words', async () => {
    const twice = { label: [...points.label, ...points.label], x: [...points.x, 21, 22, 23, 24], y: [...points.y, ...points.y] };
    const facet = ['前', '前', '前', '前', '后', '后', '后', '后'];
    const own = tableFrom({ facet: ['前', '后'], text: ['r = 0.8', 'r = 0.2'], x_title: ['甲', '甲'], y_title: ['乙', '乙'] });
    const { line_x: _x, line_y: _y, ...roles } = columns;
    const tables = { points: tableFrom({ ...twice, facet }), words: own };
    const texts = await drawnTexts('scatter', figureData('scatter', { ...roles, facet: 'facet' }, tables, WIDE));
    expect([times(texts, '前　r = 0.8'), times(texts, '后　r = 0.2'), times(texts, '甲'), times(texts, '20')]).toEqual([1, 1, 2, 2]);
  });

  it('keeps the room of its notices free, whatever their number', async () => {
    const data = figureData('scatter', columns, { points: tableFrom(points), line, words }, WIDE);
    const texts = await drawnTexts('scatter', data, ['模拟演示数据', '正常都来自 GTEx']);
    expect([times(texts, '模拟演示数据'), times(texts, '正常都来自 GTEx')]).toEqual([1, 1]);
    const plots = [[], ['一行'], ['一行', '又一行']].map((notices) => {
      const { drawn } = layoutSheet(kind, data, notices.map(both), true);
      const plot = drawn.family === 'scatter' ? drawn.scatters[0]?.layout.frame.plot : undefined;
      return plot === undefined ? Number.NaN : plot.y + plot.height;
    });
    const [none = 0, one = 0, two = 0] = plots;
    expect([none > one, one > two]).toEqual([true, true]);
  });
});

describe('mean against spread', () => {
  const facets = (rows: number) => Array.from({ length: rows * 2 }, (_, i) => (i < rows ? '前' : '后'));
  const genes = Array.from({ length: 50 }, (_, i) => `G${i}`);
  const ranks = genes.map((_, i) => i + 1);
  const spread = genes.map((_, i) => (i === 0 ? Number.NaN : 2 - i / 49));

  it('tells genes and running median, those counted that are drawn', async () => {
    const tables = { points: tableFrom({ gene: genes, rank: ranks, sd: spread }), trend: tableFrom({ rank: [5, 45], sd: [2, 1] }) };
    const columns = { label: 'gene', x: 'rank', y: 'sd', trend_x: 'rank', trend_y: 'sd' };
    const texts = await drawnTexts('mean-sd', figureData('mean-sd', columns, tables, WIDE));
    expect([times(texts, '移动中位数'), times(texts, '均值的秩')]).toEqual([1, 1]);
    expect(texts.join(' ')).toMatch(/基因 ?\D?49/);
  });

  it('has one legend for before and after', async () => {
    const both = { gene: [...genes, ...genes], rank: [...ranks, ...ranks], sd: [...spread, ...spread], facet: facets(50) };
    const trend = tableFrom({ rank: [5, 45, 5, 45], sd: [2, 1, 2, 1], facet: facets(2) });
    const columns = { label: 'gene', x: 'rank', y: 'sd', trend_x: 'rank', trend_y: 'sd', facet: 'facet' };
    const texts = await drawnTexts('mean-sd', figureData('mean-sd', columns, { points: tableFrom(both), trend }, WIDE));
    expect([times(texts, '移动中位数'), times(texts, '均值的秩')]).toEqual([1, 2]);
  });
});

it('dispersions stand on logarithmic axes, outliers counted, genes without counts left out', async () => {
  const gone = Number.NaN;
  const points = tableFrom({
    gene: ['a', 'b', 'c', 'd', 'e'],
    mean: [0, 1, 10, 100, 1000],
    estimate: [gone, 1e-8, 0.5, 0.1, 0.02],
    fitted: [gone, 1, 0.4, 0.1, 0.05],
    final: [gone, 0.7, 0.45, 0.1, 0.02],
    outlier: ['', 'FALSE', 'FALSE', 'FALSE', 'TRUE'],
  });
  const columns = { label: 'gene', mean: 'mean', estimate: 'estimate', fitted: 'fitted', final: 'final', outlier: 'outlier' };
  const texts = await drawnTexts('dispersion', figureData('dispersion', columns, { points }, WIDE));
  expect([times(texts, '1e−8'), times(texts, '1,000')]).toEqual([1, 1]);
  expect(texts.join(' ')).toMatch(/离群基因 ?\D?1\b/);
});

describe('components', () => {
  const samples = Array.from({ length: 24 }, (_, i) => `S${i % 12}`);
  const facet = samples.map((_, i) => (i < 12 ? '前' : '后'));
  const points = {
    sample: samples,
    group: samples.map((_, i) => `B${(i % 3) + 1}`),
    shape: samples.map((_, i) => (i % 12 < 6 ? 'T' : 'N')),
    facet,
    PC1: samples.map((_, i) => Math.sin(i * 7.3) + (i < 12 ? 0 : 40)),
    PC2: samples.map((_, i) => Math.cos(i * 3.1)),
  };
  const variance = tableFrom({ component: ['PC1', 'PC2', 'PC1', 'PC2'], share: [0.4, 0.2, 0.31, 0.1], facet: ['前', '前', '后', '后'] });
  const columns = { label: 'sample', group: 'group', shape: 'shape', facet: 'facet', x: 'PC1', y: 'PC2' };
  const draw = (style: Record<string, string | number | boolean>) =>
    drawnTexts('pca', figureData('pca', columns, { points: tableFrom(points), variance }, { ...WIDE, ...style }));

  it('stand before and after, each with its own share of variance, under one legend', async () => {
    const texts = await draw({});
    for (const text of ['前', '后', 'PC1（40.0%）', 'PC1（31.0%）', 'PC2（10.0%）', 'T', 'N'])
      expect([text, times(texts, text)]).toEqual([text, 1]);
    expect(texts.filter((text) => text.startsWith('B2'))).toHaveLength(1);
  });

  it('share their axes unless the style says otherwise', async () => {
    const ends = (texts: readonly string[]) => texts.filter((text) => /^40(\.0)?$/.test(text)).length;
    expect(ends(await draw({ same_axes: true, ellipse: false }))).toBe(2);
    expect(ends(await draw({ same_axes: false, ellipse: false }))).toBe(1);
  });

  it('have no legend without groups, or where the style wants none', async () => {
    expect((await draw({ legend_position: 'none' })).filter((text) => /^B2|^T$/.test(text))).toEqual([]);
    const plain = tableFrom({ sample: ['A', 'B', 'C'], group: ['', '', ''], PC1: [1, 2, 3], PC2: [2, 1, 3] });
    const shares = tableFrom({ component: ['PC1', 'PC2'], share: [0.5, 0.2] });
    const roles = { label: 'sample', group: 'group', x: 'PC1', y: 'PC2' };
    const texts = await drawnTexts('pca', figureData('pca', roles, { points: plain, variance: shares }, WIDE));
    expect(texts).toEqual(expect.arrayContaining(['PC1（50.0%）']));
    expect(texts).not.toContain('3');
  });
});

describe('volcano plots of several comparisons', () => {
  const columns = { label: 'gene', x: 'change', p: 'p', padj: 'padj' };
  const rows = {
    gene: ['TP53', 'MYC', 'TP53', 'MYC'],
    change: [2, -0.1, 0.2, -3],
    p: [1e-6, 0.5, 0.4, 1e-4],
    padj: [2e-6, 0.5, 0.4, 2e-4],
    comparison: ['B − A', 'B − A', 'C − A', 'C − A'],
  };
  const modelOf = (own: Readonly<Record<string, string>>) =>
    volcano.family === 'scatter'
      ? volcano.model(
          figureData('volcano', { ...columns, ...own }, { points: tableFrom(rows) }, { ...WIDE, label_top: 5, label_genes: ['myc'] }),
        )
      : undefined;

  it('have a panel each on the same axes, with its own names, and no line of a P that passes in one of them alone', () => {
    const model = modelOf({ facet: 'comparison' });
    expect(model?.panels.map(({ name, rows: own, labelled, stops }) => [name, own, labelled, stops])).toEqual([
      ['B − A', [0, 1], [1, 0], [0]],
      ['C − A', [2, 3], [3], [3]],
    ]);
    expect(model?.panels[0]?.home).toEqual(model?.panels[1]?.home);
    expect(model?.guides.map(({ axis }) => axis)).toEqual(['x', 'x']);
    expect(model?.note(7, 0)).toBe('有 7 个不显著的基因被遮住，在屏幕上省略，下载的图包含全部。');
  });

  it('stay one plot with its line of P where no column parts them', () => {
    const model = modelOf({});
    expect(model?.panels.map(({ name, rows: own }) => [name, own])).toEqual([['', [0, 1, 2, 3]]]);
    expect(model?.guides.map(({ axis }) => axis)).toEqual(['x', 'x', 'y']);
  });
});
