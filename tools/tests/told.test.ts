import { tellTool } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

/** What tools say of their results, and tables and figures of themselves, for genes and for probes, in both languages. */

const CHINESE = /\p{Script=Han}/u;

const cases = catalogue.flatMap(({ tool }) => (['gene', 'probe'] as const).map((subject) => [tool.taskType, subject, tool] as const));

type Tool = (typeof cases)[number][2];

/** Every text with its place; a column without a title has the package's name for it. */
function textsOf(tool: Tool, language: 'zh' | 'en', subject: 'gene' | 'probe'): [place: string, text: string][] {
  const { tables, figures, texts } = tellTool(tool, language, subject);
  const { headline, summary, detail } = texts;
  return [
    ...Object.entries({ headline, summary, detail }),
    ...Object.entries(tables).flatMap(([id, { title, paper, role, columns, rest, views = [], similar }]): [string, string][] => [
      [`table ${id}`, title],
      ...(paper?.note === undefined ? [] : [[`note of ${id}`, paper.note] as [string, string]]),
      ...(role === 'figure' ? [] : columns.map(({ name, title = '' }): [string, string] => [`${id}.${name}`, title])),
      ...views.map(({ label }, i): [string, string] => [`view ${i} of ${id}`, label]),
      ...(similar === undefined ? [] : [[`rows of ${id}`, similar.what] as [string, string]]),
      ...(rest?.title === undefined ? [] : [[`rest of ${id}`, rest.title] as [string, string]]),
    ]),
    ...Object.entries(figures).flatMap(([id, { title, caption = '', statistics = '', alternative, notice = '' }]): [string, string][] => [
      [`figure ${id}`, title],
      [`caption of ${id}`, caption],
      [`statistics of ${id}`, statistics],
      [`alternative of ${id}`, alternative],
      [`notice of ${id}`, notice],
    ]),
  ];
}

describe.each(cases)('%s for rows that are a %s each', (_, subject, tool) => {
  const [chinese, english] = [textsOf(tool, 'zh', subject), textsOf(tool, 'en', subject)];

  it('says the same things in both languages, and no Chinese in English', () => {
    const said = (texts: [string, string][]) => texts.filter(([, text]) => text.trim() !== '').map(([place]) => place);
    expect(said(english)).toEqual(said(chinese));
    expect(english.filter(([, text]) => CHINESE.test(text))).toEqual([]);
  });

  it('calls its rows what they are', () => {
    for (const [place, text] of [...chinese, ...english]) expect([place, text]).toEqual([place, expect.not.stringMatching(/row_subject/i)]);
  });
});

/** A text without the marks of italics, which only genes have. */
const upright = (text: string) => text.replace(/(?<!\*)\*(\{\{\w+\}\})\*(?!\*)/g, '$1');

describe('a table of probes', () => {
  it.each(['limma_differential_analysis', 'batch_sd_calculation', 'heatmap_analysis'])(
    'of %s says probe where that of genes says gene',
    (taskType) => {
      const [, , tool] = cases.find(([type]) => type === taskType) ?? [];
      if (tool === undefined) throw new Error(`no ${taskType}`);
      const [genes, probes] = [textsOf(tool, 'en', 'gene'), textsOf(tool, 'en', 'probe')];
      const changed = genes.flatMap(([place, text], i) => (probes[i]?.[1] === text ? [] : [[place, text, probes[i]?.[1]]]));
      expect(changed.length).toBeGreaterThan(1);
      for (const [place, gene = '', probe = ''] of changed)
        expect([place, probe]).toEqual([
          place,
          upright(gene).replace(/(?<!\{\{[#^/]?)\b([gG])ene/g, (_, g) => (g === 'g' ? 'probe' : 'Probe')),
        ]);
    },
  );
});

describe('the texts that figures begin with, such as titles of axes', () => {
  it('have their English beside them', () => {
    const without = catalogue.flatMap(({ tool }) =>
      Object.entries(tool.figures).flatMap(([id, { style }]) =>
        Object.entries(style).flatMap(([name, field]) =>
          field.kind === 'text' && CHINESE.test(field.default ?? '') && CHINESE.test(field.english ?? field.default ?? '')
            ? [`${tool.taskType} ${id} ${name}`]
            : [],
        ),
      ),
    );
    expect(without).toEqual([]);
  });
});
