import { tellTool } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { describe, expect, it } from 'vitest';
import { wordRequest } from '../../src/analyses/paper/documents.ts';
import { legendOf } from '../../src/analyses/paper/legends.ts';
import { resultFiles } from '../../src/analyses/results/result-files.ts';
import type { StoredResult } from '../../src/analyses/tables.ts';
import { resultWords } from '../../src/analyses/texts/words.ts';
import { paperColumnsOf } from '../../src/drawing/word/cells.ts';
import { finishedAnalysis } from '../support/finished-analysis.ts';

const CHINESE = /\p{Script=Han}/u;

function toolOf(taskType: string) {
  const tool = catalogue.find((entry) => entry.tool.taskType === taskType)?.tool;
  if (tool === undefined) throw new Error(`no ${taskType}`);
  return tool;
}

/** A completed analysis whose tables have so many rows, and what the server knows of it. */
function completed(taskType: string, rows: Record<string, number>, facts: StoredResult['facts'] = {}) {
  const tool = toolOf(taskType);
  const tables = Object.entries(tool.tables).map(([id, { columns }]) => ({
    id,
    sha256: id,
    bytes: 5,
    rows: rows[id] ?? 1,
    columns: columns.map(({ name }) => name),
  }));
  const result: StoredResult = { facts, tables, findings: [], seed: 1, versions: {}, seconds: { read: 0, analyse: 0, write: 0 } };
  return { tool, result, analysis: finishedAnalysis(tool, result) };
}

describe('the Word files of a result', () => {
  it('are offered of tables that a paper has room for, and of every figure a legend', () => {
    const { tool, result, analysis } = completed('limma_differential_analysis', { limma: 200 });
    const files = resultFiles(tool, analysis, result, new Map());
    const word = files.filter(({ filename }) => filename.endsWith('.docx'));
    expect(word.filter(({ listed }) => listed).map(({ file_key }) => file_key)).toContain('limma_docx');
    expect(word.map(({ file_key }) => file_key)).toEqual(expect.arrayContaining(['limma_docx_en', 'volcano_legend']));
    expect(word.find(({ file_key }) => file_key === 'limma_docx_en')?.filename).toBe('A_差异表_en.docx');
    expect(new Set(files.map(({ file_key }) => file_key)).size).toBe(files.length);
  });

  it.each([
    ['box_plot', 'tests_docx'],
    ['multi_group_boxplot', 'tests_docx'],
    ['batch_roc_plot', 'auc_docx'],
  ])('of %s are those of its tests', (taskType, key) => {
    const { tool, result, analysis } = completed(taskType, {});
    expect(resultFiles(tool, analysis, result, new Map()).map(({ file_key }) => file_key)).toContain(key);
  });

  it('are not offered of a longer table', () => {
    const { tool, result, analysis } = completed('limma_differential_analysis', { limma: 201 });
    const keys = resultFiles(tool, analysis, result, new Map()).map(({ file_key }) => file_key);
    expect(keys).toContain('limma_xlsx');
    expect(keys).not.toContain('limma_docx');
  });
});

describe('a legend', () => {
  const facts = {
    high_n: 39,
    high_events: 21,
    low_n: 38,
    low_events: 7,
    p: 0.00001234,
    p_name: 'Log-rank P',
    hr: 3.5,
    hr_low: 1.5,
    hr_high: 8.2,
  };
  const { tool, result, analysis } = completed(
    'survival_analysis',
    {},
    { ...facts, gene: 'FOXM1', cohort: 'TCGA-ACC', event_word: '死亡' },
  );
  const words = resultWords(tool, { gene: 'FOXM1' }, result);
  const legend = legendOf(tool, 'gene', analysis, 'km', words);

  it('says in both languages what is drawn, n, test, exact P, interval and correction', () => {
    for (const part of ['生存曲线。', '39 例（21 例死亡）', 'Log-rank P = 1.2 × 10⁻⁵', '未作多重校正', 'HR 3.50（95% CI 1.50–8.20'])
      expect(legend.zh).toContain(part);
    for (const part of ['n = 39 (21 events)', 'Log-rank P = 1.2 × 10⁻⁵', 'not corrected for multiple testing', 'HR 3.50 (95% CI 1.50–8.20'])
      expect(legend.en).toContain(part);
    expect(legend.en).not.toMatch(CHINESE);
  });
});

describe('a legend of a plotting tool', () => {
  const legendOfFacts = (taskType: string, figure: string, facts: StoredResult['facts']) => {
    const { tool, result, analysis } = completed(taskType, {}, facts);
    return legendOf(tool, 'gene', analysis, figure, resultWords(tool, {}, result));
  };

  it('of the training curves of a Cox model says n, events and exact P', () => {
    const { zh, en } = legendOfFacts('multi_cox_analysis', 'km', {
      high_n: 343,
      low_n: 343,
      events: 299,
      event_word: '事件',
      risk_p: 2e-19,
    });
    expect(zh).toContain('高风险 343 例，低风险 343 例，共 299 例事件');
    expect(en).toContain('High risk: n = 343; low risk: n = 343; 299 events. Log-rank P = 2.0 × 10⁻¹⁹ (two-sided');
  });

  it('names tests and effect sizes in English', () => {
    const facts = { compared: true, single: true, n_values: 38, groups: 2, first_what: 'CCND3 ALL 对 AML', first_test: 't 检验（Welch）' };
    const effect = { first_p: 0.00000987, first_effect_name: '秩二列相关 r', first_effect: 0.9, first_low: 0.8, first_high: 0.95 };
    const { en } = legendOfFacts('box_plot', 'box', { ...facts, ...effect, boxed_from: 6 });
    expect(en).toContain('CCND3 ALL vs AML: Welch’s t test P = 9.9 × 10⁻⁶, rank-biserial r 0.90 (95% CI 0.80 to 0.95).');
    expect(en).not.toMatch(CHINESE);
  });

  it('of cell types by group names the groups, their sizes, the test and the smallest adjusted P', () => {
    const { zh, en } = legendOfFacts('tumor_microenvironment', 'scores', {
      ...{ samples: 10, compared: true, group_names: '正常、肿瘤', group_counts: '5、5', tested_types: 4, significant_n: 1 },
      ...{
        test_word: 'Wilcoxon 秩和检验',
        first_type: '免疫评分',
        first_padj: 0.0123,
        first_effect_name: '秩二列相关 r',
        first_effect: 0.6,
      },
    });
    expect(zh).toContain(
      '10 个样本；正常、肿瘤依次有 5、5 个。检验 4 项，双侧，校正后 P < 0.05 的有 1 项；最小的是「免疫评分」（校正后 P = 0.012',
    );
    expect(en).toContain(
      'n = 10 samples; Normal, Tumour: 5, 5. Wilcoxon rank-sum test, two-sided, of 4 items, 1 with an adjusted P below 0.05',
    );
    expect(en).toContain('smallest: Immune score (adjusted P = 0.012, rank-biserial r 0.60)');
    expect(en).not.toMatch(CHINESE);
  });

  it('of a gene that parts tumours has an English name for its groups', () => {
    const { en } = legendOfFacts('tumor_microenvironment', 'scores', {
      samples: 400,
      group_names: 'CDK1 低、CDK1 高',
      group_counts: '200、200',
    });
    expect(en).toContain('n = 400 samples; CDK1 low, CDK1 high: 200, 200. No test was made.');
    expect(en).not.toMatch(CHINESE);
  });

  it('says nothing of the controls of the page', () => {
    const { zh } = legendOfFacts('bulk_wgcna_stage1', 'tree', { samples_in: 95, genes: 1500 });
    expect(zh).toContain('95 个样本按 1,500 个基因');
    expect(zh).not.toContain('编辑图形');
  });
});

describe('a table for Word', () => {
  it('of a reporting list has its lists as sections, and no note of numbers', () => {
    const { tool, result, analysis } = completed('lasso_analysis', {});
    const { reporting } = tellTool(tool, 'zh', 'gene').tables;
    if (reporting === undefined) throw new Error('no list');
    const sources = { reporting: { path: 'x', declaration: reporting } };
    const meaning = { kind: 'word-table', table: 'reporting', language: 'zh' } as const;
    const { table } = wordRequest(tool, analysis, result, meaning, { zh: '方法', en: 'Methods' }, sources);
    expect(table).toMatchObject({ caption: '报告清单（REMARK、TRIPOD+AI）', notes: [] });
    expect(table?.source.declaration.paper).toEqual({ sections: 'list', without: ['filled'] });
  });

  it('says below what the numbers are, in English too: the line of details, then the paragraph of the methods', () => {
    const { tool, result, analysis } = completed('limma_differential_analysis', {});
    const { limma } = tellTool(tool, 'en', 'gene').tables;
    if (limma === undefined) throw new Error('no table');
    const sources = { limma: { path: 'x', declaration: limma } };
    const meaning = { kind: 'word-table', table: 'limma', language: 'en' } as const;
    const { table } = wordRequest(tool, analysis, result, meaning, { zh: '方法', en: 'Moderated t statistics.' }, sources);
    const [first, ...rest] = table?.notes ?? [];
    expect([table?.caption, rest]).toEqual(['Differential expression', ['Moderated t statistics.']]);
    expect(first).toMatch(/^Note: genes · .* expected by chance\.$/);
    const heads = Object.fromEntries(table?.source.declaration.columns.map(({ name, title }) => [name, title]) ?? []);
    expect(heads).toMatchObject({ gene: 'Gene', logFC: 'log2 fold change', 'adj.P.Val': 'Adjusted P' });
  });

  it('has the words of its columns in English, and leaves names of groups', () => {
    const sides = { high: { zh: '高', en: 'High' } };
    const columns = [
      { name: 'group', type: 'text', title: '组' },
      { name: 'side', type: 'text', title: '一侧', codes: sides },
      { name: 'tested', type: 'flag', title: '参与检验' },
    ] as const;
    const table = {
      order: ['group', 'side', 'tested'],
      rowCount: 2,
      columns: { group: ['高', '否'], side: ['高', '别的'], tested: ['TRUE', 'FALSE'] },
    };
    const source = { path: '', declaration: { title: '各组', role: 'result', columns } } as const;
    const cells = paperColumnsOf(table, { caption: '', notes: [], language: 'en', source }).map((column) => column.cells);
    expect(cells).toEqual([
      ['高', '否'],
      ['High', '别的'],
      ['Yes', 'No'],
    ]);
  });
});
