import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

const namesOf = (text: string) => [...text.matchAll(/\{\{[#^/]?([^}]+)\}\}/g)].map(([, name = '']) => name);

/** One fact under two names that differ in more than the language behind them. */
const SAME: Readonly<Record<string, string>> = {
  lists: 'list',
  covariates_used: 'covariates',
  merge_rule: 'merge',
  filter_rule: 'filter',
  from_unit: 'from',
  names_given: 'names',
  correction: 'pAdjustMethod',
  cox_weighted: 'weighting',
  per_sd: 'scale',
  stepwise: 'step',
};
/** `test_word` of the Chinese text and `test_english` of the English one are one fact. */
function factOf(name: string): string {
  const stem = name.replace(/_(?:english|words?|chinese)$/, '');
  return SAME[stem] ?? stem;
}

/** Said by a longer fact of the other language, or in its own words: name and release of a collection or a signature. */
const WITHIN = new Set([
  'row_subject',
  'Row_subject',
  'collection',
  'release',
  'release_packages',
  'date',
  'source',
  'compared_source',
  'signature',
  'signature_title',
]);
const DATA = { data: 'the English names the cohort and its release, or the own data: names of files may be Chinese' };
const COHORT = {
  ...DATA,
  cohort: 'the Chinese fact `data` has it',
  cohort_release: 'the Chinese fact `data` has it',
  cohort_source: 'as before',
};
const EVENT = { event: 'the endpoint says what an event is' };
const EXCLUDED = { excluded: 'the English has all patients and those that were included' };
/** The same of one tool, with the reason. */
const WITHIN_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rna_seq_conversion: {
    annotation: 'the English says what the table is made of',
    length_build: 'part of the Chinese annotation',
    length_version: 'part of the Chinese annotation',
  },
  heatmap_analysis: { column_clustering: 'distance and linkage', distance: 'column_clustering', linkage: 'column_clustering' },
  bulk_wgcna_stage1: { fitted: 'part of the Chinese why', r2: 'part of the Chinese why', mean_k: 'part of the Chinese why' },
  single_gene_differential_expression: { test: 'by is_paired' },
  bulk_lasso_regression: { ...DATA, ...EVENT },
  bulk_random_survival_forest: { ...DATA, ...EVENT },
  diagnostic_lasso: DATA,
  diagnostic_learners: DATA,
  diagnostic_gene_selection: DATA,
  diagnostic_nomogram: DATA,
  diagnostic_model_validation: { ...DATA, trained_on: 'names of files may be Chinese' },
  bulk_uni_cox_analysis: EVENT,
  machine_learning_key_gene: EVENT,
  lasso_analysis: EVENT,
  random_survival_forest: EVENT,
  uni_cox_analysis: EVENT,
  multi_cox_analysis: { ...DATA, ...EVENT },
  survival_nomogram: { ...COHORT, ...EVENT },
  risk_model_validation: { ...COHORT, ...EVENT, trained_on: 'names of files may be Chinese' },
  survival_analysis: EXCLUDED,
  pfs_analysis: EXCLUDED,
  plot_km_survival_curve: { ...EXCLUDED, ...EVENT },
  log_rank_survival: { ...EXCLUDED, ...EVENT },
};

describe.each(catalogue)('the methods of $folder', ({ folder, tool }) => {
  const text = readFileSync(join(import.meta.dirname, '..', folder, 'methods.md'), 'utf8');
  const [chinese = '', english = ''] = text.split(/^## English$/m);

  it('name facts and parameters that there are', () => {
    const versions = tool.packages.map((name) => `version_${name.replaceAll('.', '_')}`);
    const known = new Set([
      ...Object.keys(tool.facts),
      ...Object.keys(tool.parameters),
      ...versions,
      'version_R',
      'row_subject',
      'Row_subject',
    ]);
    expect(namesOf(text).filter((name) => !known.has(name))).toEqual([]);
  });

  it('say the same in both languages', () => {
    const reasons = WITHIN_OF[tool.taskType] ?? {};
    const said = (section: string) =>
      new Set(
        namesOf(section)
          .map(factOf)
          .filter((name) => !WITHIN.has(name)),
      );
    const [zh, en] = [said(chinese), said(english)];
    const onlyIn = (one: Set<string>, other: Set<string>) => [...one].filter((name) => !other.has(name) && !(name in reasons)).sort();
    expect({ chinese: onlyIn(zh, en), english: onlyIn(en, zh) }).toEqual({ chinese: [], english: [] });
    // A reason that is needed no more.
    expect(Object.keys(reasons).filter((name) => zh.has(name) === en.has(name))).toEqual([]);
  });

  it('hold no Chinese in the English part', () => {
    expect(english.replace(/\{\{[^}]*\}\}/g, '')).not.toMatch(/[\p{Script=Han}，。、；：（）「」]/u);
  });
});
