import type { FigureFormat } from '@oncoloom/figures/file';
import { catalogue } from '@oncoloom/tools';
import { expect, it } from 'vitest';
import { renderingKey } from '../../src/analyses/results/result-files.ts';
import type { StoredResult } from '../../src/analyses/tables.ts';

const tool = catalogue.find(({ tool: { taskType } }) => taskType === 'limma_differential_analysis')?.tool;
if (tool === undefined) throw new Error('no limma');

const table = (id: string) => ({ id, sha256: `checksum of ${id}`, bytes: 10, rows: 2, columns: ['gene'] });
const result: StoredResult = {
  facts: { up: 3, down: 2 },
  tables: Object.keys(tool.tables).map(table),
  findings: [],
  seed: 1,
  versions: {},
  seconds: { read: 0, analyse: 0, write: 0 },
};
const analysis = { id: 1, name: 'A', values: { case_group: '肿瘤' }, inputs: [], styles: {}, look: {}, userLook: {} };
const keyOf = (
  format: FigureFormat = 'pdf',
  {
    with: other = {},
    of = {},
    as = {},
    by = tool,
  }: { with?: object; of?: Partial<StoredResult>; as?: Record<string, string>; by?: typeof tool } = {},
) =>
  renderingKey(
    by ?? tool,
    { ...analysis, ...other },
    { ...result, ...of },
    { kind: 'figure', figure: 'volcano', format, variant: null },
    as,
  );

it('is the same for the same drawing, whatever the analysis is called', () => {
  expect(keyOf()).toBe(keyOf('pdf', { with: { name: 'B' } }));
  const others = result.tables.map((one) => (one.id === 'limma' ? one : { ...one, sha256: 'other' }));
  expect(keyOf('pdf', { of: { tables: others } })).toBe(keyOf());
});

it.each([
  ['another format', keyOf('svg')],
  ['other numbers', keyOf('pdf', { of: { tables: result.tables.map((one) => ({ ...one, sha256: 'other' })) } })],
  ['another style', keyOf('pdf', { as: { up_color: '#123456' } })],
  ['another look of all figures of the result', keyOf('pdf', { with: { look: { font_size: 9 } } })],
  ['another look of all figures of the user', keyOf('pdf', { with: { userLook: { figure_language: 'en' } } })],
  ['words of other facts', keyOf('pdf', { of: { facts: { up: 4, down: 2 } } })],
  ['words of other parameters', keyOf('pdf', { with: { values: { case_group: '病灶' } } })],
  ['probes instead of genes', keyOf('pdf', { of: { rowSubject: 'probe' } })],
  ['a simulated cohort', keyOf('pdf', { with: { inputs: [{ simulated: true }] } })],
  [
    'a caption that a release has changed',
    keyOf('pdf', {
      by: { ...tool, figures: { ...tool.figures, volcano: { ...tool.figures.volcano, caption: { zh: '新', en: 'new' } } } } as typeof tool,
    }),
  ],
])('is another one for %s', (_, key) => expect(key).not.toBe(keyOf()));

it('is another one for each density of the same kind of picture', () => {
  const formats: FigureFormat[] = ['png', 'png600', 'tiff', 'tiff600'];
  expect(new Set(formats.map((format) => keyOf(format))).size).toBe(4);
});

it.each(['zh', 'en'] as const)('of a printed legend is another one for a caption that a release has changed, here in %s', (language) => {
  const legendKey = (by: typeof tool) => renderingKey(by ?? tool, analysis, result, { kind: 'legend', figure: 'volcano' }, null);
  const { volcano } = tool.figures;
  const changed = { ...volcano, caption: { zh: '', en: '', ...volcano?.caption, [language]: 'new' } };
  expect(legendKey({ ...tool, figures: { ...tool.figures, volcano: changed } } as typeof tool)).not.toBe(legendKey(tool));
});
