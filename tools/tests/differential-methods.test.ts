import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

const methodsOf = (folder: string) => readFileSync(join(import.meta.dirname, '..', folder, 'methods.md'), 'utf8');
const namesOf = (text: string) => [...text.matchAll(/\{\{[#^/]?([^}]+)\}\}/g)].map(([, name = '']) => name);

const tools = catalogue
  .map(({ folder, tool }) => [folder, tool] as const)
  .filter(([folder]) => /^(differential|expression)\//.test(folder) || folder === 'tcga/gene-differential');

/** One fact in two languages. */
const CHINESE: Readonly<Record<string, string>> = {
  change_english: 'change_word',
  covariates_english: 'covariates_used',
  cohort_source_english: 'cohort_source',
  values_english: 'values_word',
  filter_english: 'filter_rule',
  merge_english: 'merge_rule',
  rule_english: 'rule',
  from_english: 'from_unit',
  renamed_english: 'renamed',
  names_english: 'names_given',
};
/** The Chinese of a table of lengths is one fact, its English is put together of these. */
const WITHIN = new Set(['annotation', 'length_version', 'length_build']);

/** Options that a fact tells by another name. */
const TOLD: Readonly<Record<string, string>> = {
  hidden_factors: 'hidden_n',
  data_type: 'voom',
  log2_transform: 'offset_zero',
  lfc_threshold_test: 'threshold_test',
  protect_groups: 'protected',
  reference_batch: 'reference',
  parametric: 'nonparametric',
  with_gtex: 'gtex_normals',
  filter_enabled: 'filter_rule',
  filter_method: 'filter_rule',
  filter_threshold: 'filter_rule',
  log2_before: 'logged_before',
  annotate: 'annotated',
  duplicate_method: 'merge_rule',
  extract_partial_rows: 'asked',
  from: 'from_unit',
  to: 'to_unit',
  id_from: 'names_given',
  id_to: 'renamed',
  organism: 'annotation',
};
const TOLD_IN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'differential/limma-differential': { filter_threshold: 'filter_threshold' },
  'differential/deseq2-differential': { filter_threshold: 'filter_threshold' },
  'expression/count-transform': { transform_method: 'by_vst', filter_threshold: 'rule', filter_enabled: 'rule', filter_method: 'rule' },
  'expression/consensus-clustering': {
    time_unit: 'unit_word',
    status_event: 'survival_events',
    top_genes: 'genes',
    method: 'nmf',
    algorithm: 'algorithm_word',
    distance: 'distance_word',
  },
  'expression/log-transform': { transform_method: 'transform' },
  'expression/batch-removal': { method: 'by_combat' },
  'expression/microarray-normalization': { log2_transform: 'logged_after' },
  'expression/microarray-quality-assessment': { log2_transform: 'logged' },
  'differential/multi-study-differential': {
    test: 'by_z',
    min_studies: 'least',
    label_permutations: 'permutations',
    forest_top: 'forest_genes_n',
  },
  'differential/multi-group': {
    method: 'by_limma',
    comparisons: 'crossed',
    threshold_test: 'treat',
    main_comparison: 'main_name',
    filter_threshold: 'filter_threshold',
  },
  'differential/time-course': {
    method: 'by_voom',
    course: 'spline',
    spline_df: 'spline_df_used',
    curves_shown: 'curves_n',
    filter_threshold: 'filter_threshold',
  },
  'tcga/gene-differential': { method: 'by_limma' },
};
/** There is one way of it. */
const SINGLE = new Set(['join']);

describe.each(tools)('the methods of %s', (folder, tool) => {
  const [chinese = '', english = ''] = methodsOf(folder).split('## English');
  const said = (text: string) =>
    new Set(
      namesOf(text)
        .map((name) => CHINESE[name] ?? name)
        .filter((name) => !WITHIN.has(name)),
    );

  it('say the same in both languages', () => {
    expect([...said(english)].sort()).toEqual([...said(chinese)].sort());
    expect(english).not.toMatch(/\p{Script=Han}|[、（）：；，。「」]/u);
  });

  it('tell every option that changes numbers', () => {
    const options = Object.entries(tool.parameters).filter(([, { kind }]) => ['number', 'integer', 'choice', 'flag'].includes(kind));
    const names = new Set(namesOf(chinese));
    const told = (name: string) => TOLD_IN[folder]?.[name] ?? TOLD[name] ?? name;
    expect(options.map(([name]) => name).filter((name) => !SINGLE.has(name) && !names.has(told(name)))).toEqual([]);
  });
});
