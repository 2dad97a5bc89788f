import { join } from 'node:path';
import { fillTemplate, type Value } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { describe, expect, it } from 'vitest';
import type { StoredResult } from '../../src/analyses/tables.ts';
import { methodsOf, ToolTexts } from '../../src/analyses/texts/methods.ts';
import { resultWords } from '../../src/analyses/texts/words.ts';
import { ROOT } from '../../src/platform/root.ts';

const texts = new ToolTexts(join(ROOT, 'tools'));
const CHINESE = /[\p{Script=Han}、（）；，。]/u;

/** What a result with such facts says: methods of both languages and the summary. */
async function said(taskType: string, facts: StoredResult['facts'], values: Record<string, Value> = {}) {
  const entry = catalogue.find(({ tool }) => tool.taskType === taskType);
  if (entry === undefined) throw new Error(`no ${taskType}`);
  const result: StoredResult = { facts, tables: [], findings: [], seed: 1, versions: {}, seconds: { read: 0, analyse: 0, write: 0 } };
  const words = resultWords(entry.tool, values, result);
  const methods = methodsOf({ inputs: [], result }, await texts.methods(entry.folder), words);
  return { ...methods, summary: fillTemplate(entry.tool.texts.summary.zh, words) };
}

describe('what the immune and network tools say of an option', () => {
  const cibersort = {
    samples: 12,
    types: 5,
    genes: 120,
    coverage: 1,
    signature_title: '签名',
    signature_english: 'signature',
    svr: true,
    linear_word: '由 log2 还原',
  };
  const estimate = {
    samples: 10,
    cohort: 'BRCA',
    tumors: 10,
    compared: true,
    test_word: 'Wilcoxon 秩和检验',
    stromal_found: 141,
    immune_found: 141,
  };

  // Facts of a run without the option, those that the option changes, and a word of it in each language.
  const options: readonly [string, string, StoredResult['facts'], StoredResult['facts'], RegExp, RegExp][] = [
    ['xcell_analysis', 'alpha', { samples: 10 }, { alpha: 0.5 }, /alpha = 0\.50/, /alpha = 0\.50/],
    ['cibersort_analysis', 'absolute mode', cibersort, { absolute_scores: true }, /绝对模式/, /absolute mode/],
    [
      'cibersort_analysis',
      'genes of tumours',
      { ...cibersort, svr: false },
      { tumour_genes: 17 },
      /去掉 17 个在肿瘤细胞/,
      /tumour cells were left out: 17/,
    ],
    ['cibersort_analysis', 'no RNA content', { ...cibersort, svr: false }, { rna_absent: true }, /没有按它校正/, /none was corrected for/],
    [
      'cibersort_analysis',
      'few permutations',
      { ...cibersort, permuted: 10 },
      { unjudged: true },
      /次数不足 20/,
      /fewer than 20 permutations/,
    ],
    ['cibersort_analysis', 'normalisation', cibersort, { normalised: true }, /，做了分位数标准化/, /, quantile-normalised/],
    ['tumor_microenvironment', 'a gene that parts tumours', estimate, { gene: 'CD8A' }, /CD8A 表达量的中位数/, /median expression of CD8A/],
    ['tumor_microenvironment', 'normals', estimate, { normals: 5 }, /5 个癌旁正常样本/, /5 adjacent normals/],
    [
      'bulk_wgcna_stage2',
      'survival',
      { related: true },
      { survival_tested: true, survival_label: '总生存' },
      /Cox 回归/,
      /overall survival.*Cox regression/,
    ],
    ['wgcna_module_preservation', 'few permutations', {}, { few_permutations: true }, /次数少/, /preliminary/],
    ['wgcna_module_preservation', 'a given table of modules', {}, { own_labels: true }, /归属表/, /given table/],
    ['immune_agreement', 'three groups', { grouped: true }, { several_groups: true }, /每两组/, /each two groups/],
  ];

  it.each(options)('%s: %s', async (taskType, _, without, changed, zh, en) => {
    const before = await said(taskType, without);
    const after = await said(taskType, { ...without, ...changed });
    expect(before.zh).not.toMatch(zh);
    expect(before.en).not.toMatch(en);
    expect(after.zh).toMatch(zh);
    expect(after.en).toMatch(en);
    expect(after.en).not.toMatch(CHINESE);
  });

  it('names test and correction of groups in English', async () => {
    for (const taskType of ['xcell_analysis', 'cibersort_analysis', 'bulk_estimate_score', 'tumor_microenvironment']) {
      const { en } = await said(taskType, { ...cibersort, ...estimate, compared: true, test_word: 'Kruskal–Wallis 检验' });
      expect(en, taskType).toMatch(/Kruskal–Wallis test.*Benjamini–Hochberg/);
      expect(en, taskType).not.toMatch(CHINESE);
    }
  });

  it('does not say of an own signature that RNA content was corrected for', async () => {
    const own = await said('cibersort_analysis', { ...cibersort, svr: false, own_signature: true, rna_absent: true });
    expect(own.zh).not.toContain('按每种细胞的 RNA 含量校正');
    expect(own.en).not.toContain(', corrected for the RNA content');
  });

  it('calls nothing the largest, the most related or the best preserved where nothing is', async () => {
    const noise = await said('cibersort_analysis', { ...cibersort, permuted: 100, doubtful: 12, fitted: 0 });
    expect(noise.summary).toContain('没有一个样本的分解好过随机的混合物');
    expect(noise.summary).not.toContain('平均最多');
    const few = await said('cibersort_analysis', { ...cibersort, permuted: 10, unjudged: true, largest: 'T1' });
    expect(few.summary).not.toContain('P < 0.05');
    const network = { related: true, found: 0, best_module: 'blue', best_trait: 'age', best_padj: 0.4 };
    expect((await said('bulk_wgcna_stage2', network)).summary).not.toContain('blue');
    const lost = { modules: 3, strong: 0, weak: 0, none: 3, best: 'blue', best_z: 0.7 };
    expect((await said('wgcna_module_preservation', lost)).summary).not.toContain('blue');
    expect((await said('wgcna_module_preservation', { ...lost, weak: 1, best_z: 3 })).summary).not.toContain('**blue**');
    expect((await said('wgcna_module_preservation', { ...lost, strong: 1, best_z: 12 })).summary).toContain('**blue**');
  });
});
