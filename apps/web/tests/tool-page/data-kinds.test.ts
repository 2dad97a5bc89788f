import { type Parameters, type ToolDefinition, unitInName } from '@oncoloom/tool-kit';
import { describe, expect, test } from 'vitest';
import logTransform from '../../../../tools/expression/log-transform/tool.ts';
import {
  addColumn,
  changed,
  emptyGrid,
  filledRows,
  type Grid,
  pasteInto,
  redone,
  setCell,
  undone,
} from '../../src/tool-page/data/grid-edit.ts';
import type { AnalysisChoice, InputChoice } from '../../src/tool-page/data/input-choice.ts';
import { parseRanking, parseSamples } from '../../src/tool-page/data/paste.ts';
import { followUpFrom } from '../../src/tool-page/data/survival-columns.tsx';
import { completeValues, EMPTY_FORM, type FormState, factsOf, missingFields, requestBody } from '../../src/tool-page/form/form-state.ts';

const forest = {
  kind: 'grid',
  label: '表',
  input: 'table',
  columns: [
    { name: 'label', title: '名称', type: 'text' },
    { name: 'hr', title: 'HR', type: 'number' },
  ],
  minRows: 1,
  maxRows: 5,
} as const;
const markers = {
  ...forest,
  columns: [{ name: 'status', title: '结局', type: 'text' }],
  more: { type: 'number', title: '标志物', min: 1, max: 2 },
} as const;
const parameters = {
  gene_list: {
    kind: 'gene-list',
    label: '基因',
    input: 'genes',
    fileField: 'gene_list_file_id',
    source: { field: 'source_analysis_id', directionField: 'direction', moduleField: 'module' },
    max: 50,
  },
  ranked_genes: {
    kind: 'ranked-genes',
    label: '排序',
    input: 'ranking',
    fileField: 'ranked_file_id',
    source: { field: 'ranked_source_id', rankField: 'rank_by', comparisonField: 'comparison' },
    optional: true,
  },
  gene_sets: { kind: 'gene-sets', label: '名单', input: 'sets', fileField: 'sets_file_id', min: 2, max: 3, maxGenes: 9, optional: true },
  table: { ...forest, optional: true },
} as const satisfies Parameters;
const tool: ToolDefinition = { ...logTransform, parameters, figures: {}, oneOf: [], requirements: [] };

const withInputs = (inputs: Record<string, InputChoice>): FormState => ({ ...EMPTY_FORM, inputs });
function bodyOf(state: FormState) {
  const { values } = completeValues(tool, state, factsOf(tool, state));
  const { task_type: _, ...body } = requestBody(tool, state, values);
  return { body, missing: missingFields(tool, state, values).map(({ field }) => field) };
}

describe('what a form sends', () => {
  test('of typed genes: each once; of blanks nothing, and asks for them', () => {
    expect(bodyOf(withInputs({ gene_list: { from: 'genes', text: 'TP53, MYC\nTP53' } }))).toEqual({
      body: { gene_list: ['TP53', 'MYC'] },
      missing: [],
    });
    expect(bodyOf(withInputs({ gene_list: { from: 'genes', text: ' \n' } })).missing).toEqual(['gene_list']);
  });
  test('of an earlier comparison: its id with the direction', () => {
    const state = withInputs({ gene_list: { from: 'analysis', id: 7, name: 'run', direction: 'down' } });
    expect(bodyOf(state).body).toEqual({ source_analysis_id: 7, direction: 'down' });
  });
  test('of a ranking: its id, by what, and of several comparisons the one that is chosen', () => {
    const gene_list: InputChoice = { from: 'genes', text: 'A' };
    const ranked = (of: Pick<AnalysisChoice, 'by' | 'module'>) =>
      bodyOf(withInputs({ gene_list, ranked_genes: { from: 'analysis', id: 9, name: 'run', ...of } })).body;
    expect(ranked({ module: 'B − C', by: 'logFC' })).toEqual({
      gene_list: ['A'],
      ranked_source_id: 9,
      rank_by: 'logFC',
      comparison: 'B − C',
    });
    expect(ranked({ module: '', by: null })).toEqual({ gene_list: ['A'], ranked_source_id: 9 });
  });
  test('of named sets and of a grid, as soon as they are complete', () => {
    const gene_list: InputChoice = { from: 'genes', text: 'A' };
    const half: InputChoice = {
      from: 'sets',
      sets: [
        { title: 'a', color: '#112233', text: 'A' },
        { title: '', color: '', text: 'B' },
      ],
    };
    expect(bodyOf(withInputs({ gene_list, gene_sets: half })).missing).toEqual(['gene_sets']);
    const whole: InputChoice = {
      from: 'sets',
      sets: [
        { title: 'a', color: '#112233', text: 'A' },
        { title: ' b ', color: '', text: 'B C' },
      ],
    };
    expect(bodyOf(withInputs({ gene_list, gene_sets: whole })).body.gene_sets).toEqual([
      { title: 'a', color: '#112233', genes: ['A'] },
      { title: 'b', color: '', genes: ['B', 'C'] },
    ]);
    const placed: InputChoice = {
      from: 'sets',
      sets: [
        { title: 'a', color: '', text: 'kept', of: { from: 'analysis', id: 7, name: 'run', direction: 'up' } },
        { title: 'b', color: '', text: 'B B' },
      ],
    };
    expect(bodyOf(withInputs({ gene_list, gene_sets: placed })).body.gene_sets).toEqual([
      { title: 'a', color: '', source_analysis_id: 7, direction: 'up' },
      { title: 'b', color: '', genes: ['B', 'B'] },
    ]);
    const rows = [
      ['A', '1.5'],
      ['', ''],
    ];
    const table: InputChoice = { from: 'rows', columns: ['label', 'hr'], rows, origin: { kind: 'by-hand' } };
    expect(bodyOf(withInputs({ gene_list, table })).body.table).toEqual({ columns: ['label', 'hr'], rows: [['A', '1.5']] });
  });
});

describe('a grid', () => {
  const grid: Grid = emptyGrid(forest);
  test('takes cells where the caret stands and grows as far as it may', () => {
    const pasted = pasteInto(forest, grid, 3, 0, 'A\t1\nB\t2\nC\t3');
    expect(pasted.rows.slice(3)).toEqual([
      ['A', '1'],
      ['B', '2'],
    ]);
    expect(pasted.columns).toEqual(['label', 'hr']);
  });
  test('gives way to a whole table, whatever the order and the language of its headings', () => {
    expect(pasteInto(forest, grid, 2, 1, 'hr\tx\t名称\n1.2\tz\tTP53\n')).toEqual({ columns: ['label', 'hr'], rows: [['TP53', '1.2']] });
  });
  test('takes further columns only where it may have them', () => {
    const wide = pasteInto(markers, emptyGrid(markers), 0, 0, '1\t2\t3\t4');
    expect(wide.columns).toEqual(['status', '标志物 1', '标志物 2']);
    expect(wide.rows[0]).toEqual(['1', '2', '3']);
    expect(pasteInto(markers, emptyGrid(markers), 0, 0, '结局\tCEA\tAFP\tCA\n1\t2\t3\t4').columns).toEqual(['status', 'CEA', 'AFP']);
    expect(addColumn({ columns: ['status', '标志物 2'], rows: [['1', '2']] }, '标志物')).toEqual({
      columns: ['status', '标志物 2', '标志物 3'],
      rows: [['1', '2', '']],
    });
  });
  test('leaves blank rows out', () => {
    expect(
      filledRows([
        [' a', ''],
        [' ', ''],
      ]),
    ).toEqual([['a', '']]);
  });
  test('takes back a paste as one step and letters of a cell as one', () => {
    const start = { past: [], now: grid, future: [] };
    const typed = changed(changed(start, setCell(grid, 0, 0, 'T')), setCell(grid, 0, 0, 'TP'), true);
    const pasted = changed(typed, pasteInto(forest, typed.now, 1, 0, 'A\t1\nB\t2'));
    expect(undone(pasted).now).toEqual(typed.now);
    expect(undone(undone(pasted)).now).toBe(grid);
    expect(undone(start)).toEqual(start);
    expect(redone(undone(pasted)).now).toBe(pasted.now);
    expect(changed(undone(pasted), setCell(grid, 0, 0, 'X')).future).toEqual([]);
  });
});

describe('pasted text', () => {
  test.each([
    [
      'gene\tscore\nA\t1\nB\t-2',
      [
        ['A', '1'],
        ['B', '-2'],
      ],
    ],
    [
      'A\t1\nB\t-2',
      [
        ['A', '1'],
        ['B', '-2'],
      ],
    ],
    [
      'A 1\nB 2e-3',
      [
        ['A', '1'],
        ['B', '2e-3'],
      ],
    ],
    [
      'gene,note,t\nA,x,3\nB,y,NA',
      [
        ['A', '3'],
        ['B', 'NA'],
      ],
    ],
    ['A\t1', [['A', '1']]],
  ])('%j is a ranking', (text, rows) => {
    expect(parseRanking(text)).toEqual(rows);
  });
  test.each(['A\nB', '', 'A\tx\nB\ty'])('%j is none', (text) => {
    expect(parseRanking(text)).toBeUndefined();
  });
  test('of samples has their column in front, whatever it is called', () => {
    expect(parseSamples('age\tid\n61\ts1\n50\ts2', ['s1', 's2'])).toEqual({
      columns: ['sample', 'age'],
      rows: [
        ['s1', '61'],
        ['s2', '50'],
      ],
    });
    expect(parseSamples('x', [])).toBeUndefined();
  });
});

describe('clinical columns', () => {
  const table = {
    columns: ['sample', 'os (months)', 'vital', 'age'],
    rows: [
      ['s1', 'os (months): 23.5', 'DOD', '60'],
      ['s2', '7', 'NED', '50'],
      ['s3', '9', '', '41'],
    ],
  };
  test('take the last visit of the living, and no event out of what is not known', () => {
    const told = {
      columns: ['case', 'days_to_death', 'days_to_last_follow_up', 'vital_status'],
      rows: [
        ['A', "'--", '900', 'NED'],
        ['B', '365', '100', 'DOD'],
        ['C', "'--", '700', 'Not Reported'],
      ],
    };
    expect(followUpFrom(told, { sample: 0, time: 1, status: 3 }, ['DOD']).rows.map((row) => row.slice(0, 3))).toEqual([
      ['A', '900', '0'],
      ['B', '365', '1'],
      ['C', '700', ''],
    ]);
  });
  test('become follow-up by the words that the user calls an event', () => {
    expect(followUpFrom(table, { sample: 0, time: 1, status: 2 }, ['DOD'])).toEqual({
      columns: ['sample', 'time', 'status', 'age'],
      rows: [
        ['s1', '23.5', '1', '60'],
        ['s2', '7', '0', '50'],
        ['s3', '9', '', '41'],
      ],
    });
  });
  test('tell the unit by their name', () => {
    expect(['OS (months)', 'survival_days', '生存年', 'os'].map(unitInName)).toEqual(['month', 'day', 'year', undefined]);
  });
});
