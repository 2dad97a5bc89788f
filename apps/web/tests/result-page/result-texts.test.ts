import { parseTsv } from '@oncoloom/figures';
import { absentIn, CHANGES, formatTyped, type ToldTable } from '@oncoloom/tool-kit';
import { menu } from '@oncoloom/tools/menu';
import { describe, expect, it } from 'vitest';
import { formAgain } from '../../src/base/form-links.ts';
import { geneLinks, genePageOf } from '../../src/genes/gene-links.ts';
import { parameterRows } from '../../src/result-page/about/parameter-rows.ts';
import { splitAdvice } from '../../src/result-page/advice.ts';
import { editsOf } from '../../src/result-page/figures/style-edits.ts';
import { usefulHints } from '../../src/result-page/steps/empty-hints.tsx';
import { shownColumns } from '../../src/result-page/tables/table-columns.ts';

const [entry] = menu;
if (entry === undefined) throw new Error('the menu is empty');

describe('cells', () => {
  it.each([
    [2.2e-20, 'p', '2.2e−20'],
    [0.0123, 'p', '0.012'],
    [-3.1149, 'log2', '−3.11'],
    [12403, 'integer', '12,403'],
    [-0.00012, 'number', '−1.2e−4'],
    [0.332, 'fraction', '33.2%'],
    [Number.NaN, 'number', '—'],
    ['', 'text', '—'],
    ['TRUE', 'flag', '是'],
  ] as const)('%s as %s', (value, type, text) => {
    expect(formatTyped(value, type)).toBe(text);
  });

  it('has the decimals that the column declares', () => {
    expect(formatTyped(0.05854, 'number', 4)).toBe('0.0585');
  });

  it('stays empty in a column that only some rows fill', () => {
    expect(formatTyped(Number.NaN, 'p', undefined, absentIn({ blank: true }))).toBe('');
    expect(formatTyped('', 'text', undefined, absentIn({}))).toBe('—');
  });
});

describe('columns', () => {
  const declaration: ToldTable = {
    title: '图中数据',
    role: 'result',
    columns: [
      { name: 'gene', type: 'gene', title: '基因' },
      { name: 'change', type: 'text', title: '变化', codes: CHANGES, asCodes: true },
    ],
  };
  const columnsOf = (tsv: string) => shownColumns(parseTsv(tsv, declaration), declaration);

  it('give long names the room to tell them apart, also on a phone', () => {
    const [short] = columnsOf('gene\tchange\nTP53\tup\n');
    const [long] = columnsOf('gene\tchange\nENSG00000141510\tup\n');
    expect(long?.width.narrow).toBeGreaterThan(150);
    expect(short?.width.narrow).toBeLessThan(120);
  });
  it('read the classes of genes in Chinese', () => {
    const [, change] = columnsOf('gene\tchange\nTP53\tup\n');
    expect(change?.codes?.up?.zh).toBe('上调');
  });
});

describe('links', () => {
  it('leads a symbol to NCBI and GeneCards, an Ensembl id to Ensembl, a probe nowhere', () => {
    expect(geneLinks('HLA-DRB1').map(({ label }) => label)).toEqual(['NCBI', 'GeneCards']);
    expect(geneLinks('ENSG00000141510.18')).toEqual([{ label: 'Ensembl', href: 'https://www.ensembl.org/id/ENSG00000141510' }]);
    expect(geneLinks('7157')[0]?.href).toBe('https://www.ncbi.nlm.nih.gov/gene/7157');
    // A probe of a newer Affymetrix array is no Entrez number.
    expect(['7965335', '16650045', '7893923_st', '1007_s_at'].flatMap(geneLinks)).toEqual([]);
    for (const probe of ['201746_at', '1007_s_at', 'ILMN_1762337', 'A_23_P26810', '']) expect(geneLinks(probe)).toEqual([]);
  });

  it('lead from a human gene to its page, and from nothing else', () => {
    expect(genePageOf('HLA-DRB1')).toBe('/gene/HLA-DRB1');
    expect(genePageOf('7157')).toBe('/gene/7157');
    expect(genePageOf('ENSG00000141510.18')).toBe('/gene/ENSG00000141510');
    for (const other of ['1007_s_at', 'ILMN_1762337', 'ENSMUSG00000059552', 'ENST00000269305', '总计', ''])
      expect(genePageOf(other)).toBeUndefined();
  });
  it('carries changed parameters to the form', () => {
    expect(formAgain(entry, 7)).toBe(`${entry.routes.analysis}?from=7`);
    const query = new URL(formAgain(entry, 7, { padj: 0.1 }), 'http://here').searchParams;
    expect(JSON.parse(query.get('set') ?? '')).toEqual({ padj: 0.1 });
  });
});

it('tells what happened from what to change', () => {
  expect(splitAdvice('计算没有收敛。把最大迭代次数改为 10,000 再运行。')).toEqual({
    happened: '计算没有收敛。',
    advice: '把最大迭代次数改为 10,000 再运行。',
  });
  expect(splitAdvice('分组完全重合')).toEqual({ happened: '分组完全重合。', advice: '' });
});

it('leaves out hints that the run has followed already', () => {
  const hints = [
    { title: '放宽', text: '', parameters: { padj: 0.1 } },
    { title: '核对', text: '' },
  ];
  expect(usefulHints(hints, { padj: 0.1 }).map(({ title }) => title)).toEqual(['核对']);
  expect(usefulHints(hints, { padj: 0.05 })).toHaveLength(2);
});

it('saves only what differs from the run’s own style', () => {
  expect(editsOf({ a: 1, genes: ['TP53'], c: 'x' }, { a: 1, genes: [], c: 'x' })).toEqual({ genes: ['TP53'] });
});

it('writes parameters with the form’s words, without those that the form hides', async () => {
  const limma = await menu.find(({ taskType }) => taskType === 'limma_differential_analysis')?.load();
  if (limma === undefined) throw new Error('limma is not in the menu');
  const rows = parameterRows(limma, {
    parameters: { case_group: '肿瘤', data_type: 'rnaseq', log2fc: 1.5, trend: true, covariates: ['age', 'sex'] },
    inputs: [],
  });
  const shown = new Map(rows.map(({ name, value }) => [name, value]));
  expect(shown.get('病例组')).toBe('肿瘤');
  expect(shown.get('数据类型')).toBe('RNA-seq 计数');
  expect(shown.get('均值–方差趋势')).toBe('开');
  expect(shown.get('协变量')).toBe('age、sex');
  expect(shown.get('配对列')).toBe('无');
  expect(shown.has('取 log2')).toBe(false);
});

it('writes how an input was read only where the run had it', async () => {
  const clustering = await menu.find(({ taskType }) => taskType === 'consensus_clustering')?.load();
  if (clustering === undefined) throw new Error('consensus clustering is not in the menu');
  const parameters = { time_unit: 'month', status_event: 'auto', method: 'consensus' };
  const names = (inputs: Parameters<typeof parameterRows>[1]['inputs']) =>
    parameterRows(clustering, { parameters, inputs }).map(({ name }) => name);
  expect(names([])).not.toContain('时间单位');
  expect(names([])).not.toContain('状态里的发生事件');
  const followUp = { field: 'survival_data', name: '随访', sha256: '', rows: 40, columns: 3 };
  expect(names([followUp])).toEqual(expect.arrayContaining(['时间单位', '状态里的发生事件']));
});
