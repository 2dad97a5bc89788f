import { parseTsv } from '@oncoloom/figures';
import { drawFigure } from '@oncoloom/figures/file';
import { both, SIMULATED } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { describe, expect, it } from 'vitest';
import { figureDrawing } from '../../src/analyses/figures/figure-drawing.ts';
import type { StoredResult, UsedInput } from '../../src/analyses/tables.ts';

const CHINESE = /\p{Script=Han}/u;
const figures = catalogue.flatMap(({ tool }) => Object.entries(tool.figures).map(([id, figure]) => ({ tool, id, figure })));

/** Words that a result of the tool has. */
const wordsOf = ({ facts, parameters }: (typeof figures)[number]['tool']) =>
  new Set([...Object.keys(facts), ...Object.keys(parameters), 'row_subject', 'Row_subject']);
const namesIn = (template: string) => [...template.matchAll(/\{\{[#^/]?(\w+)\}\}/g)].map(([, name]) => name as string);

describe('what a legend says of the statistics', () => {
  it.each(figures.filter(({ figure }) => figure.statistics !== undefined).map((one) => [`${one.tool.taskType} ${one.id}`, one] as const))(
    'is declared of %s in both languages, in words that the result has',
    (_, { tool, figure }) => {
      const { zh, en } = figure.statistics ?? both('');
      expect(en).not.toMatch(CHINESE);
      const known = wordsOf(tool);
      expect(namesIn(`${zh}${en}`).filter((name) => !known.has(name))).toEqual([]);
    },
  );
});

describe('the caption of a figure in English', () => {
  it.each(figures.filter(({ figure }) => figure.caption !== undefined).map((one) => [`${one.tool.taskType} ${one.id}`, one] as const))(
    'is declared of %s, without Chinese, in words that the result has',
    (_, { tool, figure }) => {
      const { en } = figure.caption ?? both('');
      expect(en).not.toMatch(CHINESE);
      const known = wordsOf(tool);
      expect(namesIn(en).filter((name) => !known.has(name))).toEqual([]);
    },
  );

  it('stands in its file with the notice of simulated data, and nothing Chinese does', async () => {
    const tool = catalogue.find(({ tool: { taskType } }) => taskType === 'limma_differential_analysis')?.tool;
    if (tool === undefined) throw new Error('no limma');
    const result: StoredResult = {
      facts: { significant: true, samples: 6 },
      tables: Object.keys(tool.tables).map((id) => ({ id, sha256: id, bytes: 1, rows: 1, columns: [] })),
      findings: [],
      seed: 1,
      versions: {},
      seconds: { read: 0, analyse: 0, write: 0 },
    };
    const input: UsedInput = {
      field: 'file_id',
      input: 'expression',
      type: 'matrix',
      name: 'a.tsv',
      sha256: 'a',
      blob: 'b',
      format: 'bin',
      rows: 2,
      columns: 2,
      simulated: true,
      request: { from: 'file', id: 1 },
    };
    const analysis = { id: 1, values: {}, inputs: [input], styles: {}, look: {}, userLook: {} };
    const drawn = async (figure_language: string) => {
      const { figure, tables, style, words, notices } = figureDrawing(tool, analysis, result, 'pca', { figure_language });
      const texts = { points: 'sample\tgroup\tPC1\tPC2\nS1\tA\t1\t2\nS2\tB\t2\t1\n', variance: 'component\tshare\nPC1\t0.4\nPC2\t0.2\n' };
      const parsed = Object.entries(texts).map(([role, text]) => {
        const table = tables[role];
        if (table === undefined) throw new Error(`no table for ${role}`);
        return [role, parseTsv(text, table.declaration)] as const;
      });
      return drawFigure(figure.chart, { figure, tables: Object.fromEntries(parsed), style, words }, notices);
    };
    const english = await drawn('en');
    expect(english.svg.replace(/ font-family="[^"]*"/g, '')).not.toMatch(CHINESE);
    expect(english.title).toBe('Principal components');
    expect(english.caption).toMatch(new RegExp(`^${SIMULATED.en}\\. The 500 genes of largest variance`));
    const chinese = await drawn('zh');
    expect(chinese.caption).toContain('方差最大的 500 个基因');
    expect(chinese.caption).toContain('模拟演示数据');
  });

  it.each([
    [
      'TCGA-LUAD、TCGA-LUSC 共 2 个队列',
      'TCGA-LUAD、TCGA-LUSC',
      'TCGA-LUAD, TCGA-LUSC (2 cohorts)',
      'TCGA-LUAD, TCGA-LUSC: all normal samples',
    ],
    [
      'TCGA-ACC、TCGA-GBM、TCGA-LGG 等 5 个队列',
      'TCGA-ACC、TCGA-GBM、TCGA-LGG 等',
      'TCGA-ACC, TCGA-GBM, TCGA-LGG and others (5 cohorts)',
      'TCGA-ACC, TCGA-GBM, TCGA-LGG and others: all normal samples',
    ],
  ])('names several cohorts, against GTEx too, in English: %s', (cohort, confounded, named, notice) => {
    const tool = catalogue.find(({ tool: { taskType } }) => taskType === 'single_gene_differential_expression')?.tool;
    if (tool === undefined) throw new Error('no single gene');
    const result: StoredResult = {
      facts: { cohort, confounded, pan: true, single: false, tests: 4 },
      tables: [],
      findings: [],
      seed: 1,
      versions: {},
      seconds: { read: 0, analyse: 0, write: 0 },
    };
    const analysis = { id: 1, values: {}, inputs: [], styles: {}, look: {}, userLook: {} };
    const { words, notices } = figureDrawing(tool, analysis, result, 'box', { figure_language: 'en' });
    expect(words.caption).toMatch(/^TCGA/);
    expect(words.caption?.startsWith(`${named}. Points: samples`)).toBe(true);
    expect(words.caption).not.toMatch(CHINESE);
    const said = notices.map(({ en }) => en).join('');
    expect(said.startsWith(notice)).toBe(true);
    expect(said).not.toMatch(CHINESE);
  });
});
