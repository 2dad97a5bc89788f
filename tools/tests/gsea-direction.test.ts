import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FigureDeclaration, fillTemplate } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import gsea from '../enrichment/gsea/tool.ts';
import gseaPlot from '../enrichment/gsea-plot/tool.ts';

/** Facts of a result in which everything was found, so that no sentence is left out. */
const facts = (tool: { facts: Record<string, { format: string }>; parameters: object }, of: Record<string, unknown>) => ({
  ...Object.fromEntries(Object.keys(tool.parameters).map((name) => [name, 1])),
  ...Object.fromEntries(Object.entries(tool.facts).map(([name, { format }]) => [name, format === 'flag' ? true : '2'])),
  compared: false,
  ...of,
});

/** All that a reader sees of a result, and its files. */
function shown(tool: typeof gsea | typeof gseaPlot, folder: string, of: Record<string, unknown>): string[] {
  const values = facts(tool, of);
  const figures = Object.values<FigureDeclaration>(tool.figures).flatMap(({ title, caption, statistics, alternative }) => [
    ...[title, caption, statistics, alternative].flatMap((text) => (text === undefined ? [] : [text.zh, text.en])),
  ]);
  const { headline, summary, detail } = tool.texts;
  const methods = readFileSync(join(import.meta.dirname, '..', 'enrichment', folder, 'methods.md'), 'utf8');
  const labels = Object.values(tool.facts).map(({ label }) => label);
  const views = 'sets' in tool.tables ? tool.tables.sets.views.flatMap(({ label }) => [label.zh, label.en]) : [];
  const sentences = [headline, summary, detail].flatMap(({ zh, en }) => [zh, en]);
  return [...[...figures, ...sentences, methods].map((text = '') => fillTemplate(text, values)), ...labels, ...views];
}

const UP_OR_DOWN = /上调|下调|\b(up|down)\b/;
/** Sentences that deny them. */
const DENIED = /不是上调和下调|不是上调|are not up and down|两端是上调和下调/g;
const claims = (texts: string[]) => texts.filter((text) => UP_OR_DOWN.test(text.replace(DENIED, '')));

describe('a ranking without direction', () => {
  it.each([
    ['gsea', gsea],
    ['gsea-plot', gseaPlot],
  ] as const)('prints no up and no down anywhere in %s', (folder, tool) => {
    expect(claims(shown(tool, folder, { up_down: false }))).toEqual([]);
    expect(claims(shown(tool, folder, { up_down: true }))).not.toEqual([]);
  });
});

describe('a result of which nothing withstands the correlation of genes', () => {
  it('claims no set and no direction in its headline', () => {
    const headline = fillTemplate(gsea.texts.headline.zh, facts(gsea, { firm: 0 }));
    expect(headline).toBe('没有计入基因间相关后仍显著的基因集');
    const summary = fillTemplate(gsea.texts.summary.zh, facts(gsea, { firm: 0 }));
    expect(summary).toContain('一个也不剩');
    expect(summary).not.toMatch(/最显著/);
  });
});

it('English methods name the ranking and the gene sets', () => {
  const [, english = ''] = readFileSync(join(import.meta.dirname, '..', 'enrichment', 'gsea', 'methods.md'), 'utf8').split('## English');
  const words = { rank_english: 'the signed test statistic', collection_english: 'KEGG pathways (dated 2011-03-15)' };
  const text = fillTemplate(english, facts(gsea, words));
  for (const word of Object.values(words)) expect(text).toContain(word);
});
