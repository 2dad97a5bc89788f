import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

const methodsOf = (folder: string) => readFileSync(join(import.meta.dirname, '..', folder, 'methods.md'), 'utf8');
const namesOf = (text: string) => [...text.matchAll(/\{\{[#^/]?([^}]+)\}\}/g)].map(([, name = '']) => name);
const tools = catalogue.map(({ folder, tool }) => [folder, tool] as const);

describe('a methods paragraph', () => {
  it.each(tools)('of %s names facts and parameters that there are', (folder, tool) => {
    const versions = tool.packages.map((name) => `version_${name.replaceAll('.', '_')}`);
    const known = new Set([...Object.keys(tool.facts), ...Object.keys(tool.parameters), ...versions, 'version_R']);
    expect(namesOf(methodsOf(folder)).filter((name) => !known.has(name))).toEqual([]);
  });
});

const enrichment = tools.filter(([folder]) => folder.startsWith('enrichment/') || folder === 'prognosis/intersection-genes');

/** One fact in two languages. */
const CHINESE: Readonly<Record<string, string>> = {
  rank_english: 'rank_word',
  organism_english: 'organism_word',
  ontologies_english: 'ontologies',
  backgrounds_english: 'backgrounds',
  plot_english: 'plot_word',
  universe_english: 'universe_words',
  lists_english: 'list_words',
  covariates_english: 'covariates_used',
};
/** Said by a longer fact of the other language, or its own words: name and release of a collection; a name that may be Chinese. */
const WITHIN = new Set([
  'collection',
  'collection_english',
  'release',
  'release_english',
  'release_packages',
  'date',
  'source',
  'compared_source',
]);

describe.each(enrichment)('the methods of %s', (folder, tool) => {
  const [chinese = '', english = ''] = methodsOf(folder).split('## English');
  const said = (text: string) =>
    new Set(
      namesOf(text)
        .map((name) => CHINESE[name] ?? name)
        .filter((name) => !WITHIN.has(name)),
    );

  it('say the same in both languages', () => {
    expect([...said(english)].sort()).toEqual([...said(chinese)].sort());
    expect(english).not.toMatch(/\p{Script=Han}|[、（）：；，。]/u);
  });

  /** Facts that an option is told by. */
  const TOLD: Readonly<Record<string, string>> = {
    ontology: 'ontologies',
    organism: 'organism_word',
    simplify: 'simplified',
    method: 'method_word',
    kcdf: 'kcdf_used',
    plot_type: 'plot_word',
    covariates: 'covariates_used',
    pairs: 'paired',
    pair_column: 'pair_column',
  };
  /** They change what is drawn, not what is computed: figures and their legends tell of them. */
  const DRAWN = new Set(['top_n', 'combinePlots']);

  it('tell every option that changes numbers', () => {
    const options = Object.entries(tool.parameters).filter(([, { kind }]) => ['number', 'integer', 'choice', 'flag'].includes(kind));
    const silent = options.map(([name]) => name).filter((name) => !DRAWN.has(name) && !said(chinese).has(TOLD[name] ?? name));
    expect(silent).toEqual([]);
  });
});
