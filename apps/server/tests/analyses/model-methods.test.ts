import { join } from 'node:path';
import { fillTemplate, type Value } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../tools/catalogue.ts';
import { methodsOf, ToolTexts } from '../../src/analyses/texts/methods.ts';
import { resultWords } from '../../src/analyses/texts/words.ts';

const TEXTS = new ToolTexts(join(import.meta.dirname, '../../../../tools'));

const MODELS = [
  'lasso_analysis',
  'bulk_lasso_regression',
  'random_survival_forest',
  'bulk_random_survival_forest',
  'machine_learning_key_gene',
  'multi_cox_analysis',
  'survival_nomogram',
  'risk_model_validation',
] as const;

/** Facts as R gives them, whatever the tool; those of a model, of chance and of other patients stand in what a case has. */
const STUDY = {
  data: 'GSE1.tsv',
  cohort: 'TCGA-ACC',
  cohort_name: '肾上腺皮质癌',
  cohort_source: 'UCSC Xena',
  cohort_release: '2024',
  endpoint_word: '总生存（OS）',
  event_word: '死亡',
  patients: 80,
  events: 40,
  total: 90,
  excluded: 10,
  follow_up: 41.5,
  unit_word: '个月',
  expression_unit: '矩阵里的 log2 表达量',
  level_filter: true,
  candidates: 20,
  columns: 20,
  variables: 3,
  events_each: 12.5,
  lambda_word: 'λ.min',
  oob_error: 0.45,
  repeats_done: 5,
  folds_done: 5,
  step_word: '全部进入',
  cox_genes: 2,
  lasso_genes: 3,
  forest_genes: 1,
  by_chance: 0.35,
  cox_adjusted: 0,
  size_least: 0,
  size_most: 7,
  stable_genes: 0,
  told_times: '1 年、3 年',
  axes_word: '1 年、3 年、5 年',
  model_word: '多因素 Cox',
  cutoff: 0.1,
  missing_genes: 0,
  bootstrap_runs: 500,
  c_corrected: 0.7,
  slope: 0.9,
  slope_low: 0.5,
  slope_high: 1.3,
  c_apparent_low: 0.6,
  c_apparent_high: 0.8,
  example_name: 'S1',
  example_total: 100,
  example_survival: '1 年生存率 0.90',
  significant_n: 1,
};
const CASES = {
  'a model': {
    ...STUDY,
    ...{
      modelled: true,
      model_genes: 7,
      reliable: true,
      chosen_genes: 2,
      first_genes: 'TP53',
      key_genes: 1,
      first_key: 'TP53',
      chosen: 2,
      some: true,
    },
    ...{ c_nested: 0.6, c_nested_low: 0.5, c_nested_high: 0.7, c_apparent: 0.8, no_better: true, auc_name: '3 年 AUC', auc_nested: 0.61 },
    ...{
      nested_c: 0.6,
      nested_c_low: 0.5,
      nested_c_high: 0.7,
      apparent_c: 0.8,
      apparent_c_low: 0.7,
      apparent_c_high: 0.9,
      chosen_names: 'age',
    },
    ...{ chance_checked: true, permuted_p: 0.2, permuted_c: 0.79, permuted_median: 0.79, drawn_p: 0.4, drawn_c: 0.58, drawn_median: 0.58 },
    ...{
      c_validated: 0.66,
      c_validated_low: 0.55,
      c_validated_high: 0.77,
      c_low: 0.55,
      c_high: 0.77,
      c_trained: 0.6,
      model_clinical: 'age、stage',
    },
    ...{
      overlap_checked: true,
      overlap: 16,
      overlap_share: 0.2,
      mixed: true,
      high_n: 40,
      low_n: 40,
      high_events: 30,
      low_events: 10,
      again: true,
    },
  },
  'no gene in the model, none in any fold': {
    ...STUDY,
    ...{ modelled: false, model_genes: 0, reliable: false, chosen_genes: 0, by_cutoff: 4, key_genes: 0, chosen: 0, some: false },
    ...{
      nothing_chosen: true,
      no_better: false,
      chance_checked: false,
      high_n: 0,
      low_n: 80,
      high_events: 0,
      low_events: 40,
      overlap_checked: true,
    },
  },
};

const HOLES = /（[，；、\s]*）|\([,;\s]*\)|为 ?[。，]|，，|。。|[—–]\s*[）)]|undefined|NaN|NA\b|\{\{|\.\.| {2}/;

describe.each(MODELS)('%s', (taskType) => {
  const found = catalogue.find(({ tool }) => tool.taskType === taskType);
  if (found === undefined) throw new Error(taskType);
  const { tool, folder } = found;
  const defaults: Record<string, Value> = {};
  for (const [name, parameter] of Object.entries(tool.parameters))
    defaults[name] = 'default' in parameter ? (parameter.default as Value) : null;

  // These fit what they are given.
  const cases = Object.entries(CASES).slice(0, ['survival_nomogram', 'risk_model_validation'].includes(taskType) ? 1 : 2);
  it.each(cases)('says %s without holes, in English without Chinese', async (_, facts) => {
    const words = resultWords(tool, defaults, {
      facts,
      versions: { R: '4.2', survival: '3', glmnet: '4', ranger: '0.14', riskRegression: '2022', rms: '6' },
    } as never);
    const { zh, en } = methodsOf({ inputs: [], result: {} } as never, await TEXTS.methods(folder), words);
    expect(en).not.toMatch(/[\p{Script=Han}（）、，。；：]/u);
    for (const text of [zh, en, fillTemplate(tool.texts.headline.zh, words), fillTemplate(tool.texts.summary.zh, words)])
      expect(text).not.toMatch(HOLES);
    expect(en).toContain('overall survival (OS)');
    expect(en).toContain('months');
  });

  /** Options that do not change the numbers, those that the tables show (how a column is read, which variables, which patient), and what is said for all tools at once. */
  const SHOWN =
    /color|_id$|^survival_data$|^dataset$|^gene_list$|^covariate|^cohort_features$|^example_patient$|^p_value_threshold$|^stepwise$|^status_event$/;
  /** By which fact an option stands in the texts. */
  const BY_FACT: Readonly<Record<string, RegExp>> = {
    endpoint: /endpoint_word/,
    time_unit: /unit_word/,
    lambda: /lambda/,
    times: /told_times|axes_word/,
    repeats: /repeats_done/,
    chance: /permuted_p/,
    chance_check: /permuted_p/,
    bootstrap: /bootstrap_runs/,
    standardise: /standardised/,
    entry_column: /entry_word/,
  };
  it('names every option that changes a number, in both languages', async () => {
    const texts = await TEXTS.methods(folder);
    const open = Object.keys(tool.parameters).filter((name) => !SHOWN.test(name));
    for (const text of [texts.zh, texts.en])
      expect(open.filter((name) => !(BY_FACT[name] ?? new RegExp(`\\{\\{#?${name}\\}\\}`)).test(text))).toEqual([]);
  });
});
