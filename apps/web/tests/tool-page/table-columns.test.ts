import type { MatrixFacts, UserFile } from '@oncoloom/contract';
import { defineTool, type ToolDefinition, type Value } from '@oncoloom/tool-kit';
import { describe, expect, test } from 'vitest';
import boxPlot from '../../../../tools/plotting/box-plot/tool.ts';
import { columnsFor, isOfMatrix, pairedLevels } from '../../src/tool-page/data/table-columns.ts';
import {
  completeValues,
  EMPTY_FORM,
  factsOf,
  type InputChoice,
  inputsInView,
  isInUse,
  requestBody,
} from '../../src/tool-page/form/form-state.ts';

/** Columns and groups that a form offers, of tables and of matrices. */

const tool: ToolDefinition = defineTool(boxPlot);
const table = (columns: string[], rows: string[][]): InputChoice => ({ from: 'rows', columns, rows, origin: { kind: 'pasted' } });
const file = (facts: Partial<NonNullable<UserFile['facts']>>): InputChoice => ({
  from: 'file',
  file: {
    id: 1,
    name: 'f',
    file_type: facts.matrix === undefined ? 'table' : 'expression',
    description: '',
    file_size: 1,
    directory_id: null,
    project_id: null,
    validation_status: 'valid',
    created_at: '2026-11-20T00:00:00Z',
    updated_at: '2026-11-20T00:00:00Z',
    version: 1,
    fix: null,
    versions: [],
    suggestions: 0,
    facts: { findings: [], ...facts },
  },
});
const matrix = { samples: ['S1', 'S2', 'S3', 'S4'], annotations: null, kind: 'log' } as MatrixFacts;
const groups = table(
  ['sample', 'group', 'subtype'],
  ['S1', 'S2', 'S3', 'S4'].map((sample, i) => [sample, i < 2 ? 'T' : 'N', i % 2 === 0 ? 'A' : 'B']),
);

function form(inputs: Record<string, InputChoice>, changed: Record<string, Value> = {}) {
  const state = { ...EMPTY_FORM, inputs, changed };
  const { values } = completeValues(tool, state, factsOf(tool, state));
  return { tool, state, values, facts: factsOf(tool, { ...state, inputs: inputsInView(tool, state, values) }) };
}
const pairs = (...given: Parameters<typeof form>) => pairedLevels(form(...given), boxPlot.parameters.comparisons);

const LONG = table(['组别', 'value'], [['A', '1'], ['B', '2'], ['A', '3'], ['C', '4']]); // biome-ignore format: rows of a table
const WIDE = table(['drug A', 'drug B', 'drug C'], [['1', '2', '3'], ['4', '5', '1,000']]); // biome-ignore format: rows of a table

describe('pairs of groups are offered', () => {
  test('of a pasted long table, by its usual heading or the column that was chosen', () => {
    expect(pairs({ table: LONG })).toEqual(['A', 'B', 'C']);
  });

  test('of a pasted wide table: its columns of numbers, or those that were chosen', () => {
    expect(pairs({ table: WIDE })).toEqual(['drug A', 'drug B', 'drug C']);
    expect(pairs({ table: WIDE }, { genes: ['drug A', 'drug C'] })).toEqual(['drug A', 'drug C']);
    expect(pairs({ table: LONG }, { layout: 'wide' })).toEqual(['value']);
  });

  test('of a file, long or wide', () => {
    const column = (name: string, type: 'text' | 'number', levels?: string[]) => ({
      name,
      type,
      missing: 0,
      ...(levels === undefined ? {} : { levels: levels.map((value) => ({ value, count: 3 })) }),
    });
    const facts = (columns: ReturnType<typeof column>[]) => ({
      table: { rows: 6, describes: null, nameColumn: null, columns, preview: [] },
    });
    const long = file(
      facts([column('id', 'text', ['1a', '2a', '3a', '4a', '5a', '6a']), column('arm', 'text', ['x', 'y']), column('v', 'number')]),
    );
    expect(pairs({ file_id: long })).toEqual(['x', 'y']);
    expect(pairs({ file_id: file(facts([column('x', 'number'), column('y', 'number', ['1', '2'])])) })).toEqual(['x', 'y']);
  });

  test('of a matrix: the groups of its samples', () => {
    expect(pairs({ file_id: file({ matrix }) })).toEqual([]);
    expect(pairs({ file_id: file({ matrix }), sample_groups: groups })).toEqual(['T', 'N']);
    expect(pairs({ file_id: file({ matrix }), sample_groups: groups }, { group_column: 'subtype' })).toEqual(['A', 'B']);
  });
});

describe('a form whose file is a matrix', () => {
  test('shows what a matrix needs, and hides what is of tables', () => {
    const shown = (inputs: Record<string, InputChoice>) => {
      const { state, values } = form(inputs);
      return ['sample_groups', 'layout', 'value_column', 'genes'].filter((name) => isInUse(tool, state, name, values));
    };
    expect(shown({ file_id: file({ matrix }) })).toEqual(['sample_groups', 'genes']);
    expect(shown({ table: LONG })).toEqual(['layout', 'value_column', 'genes']);
    expect(isOfMatrix(form({ file_id: file({ matrix }) }), 'values')).toBe(true);
    expect(columnsFor(form({ file_id: file({ matrix }), sample_groups: groups }), 'values')?.map(({ name }) => name)).toEqual([
      'group',
      'subtype',
    ]);
  });

  test('sends the groups with the matrix alone', () => {
    const sent = (inputs: Record<string, InputChoice>) => {
      const { state, values } = form(inputs, { genes: ['TP53'], layout: 'wide' });
      return Object.keys(requestBody(tool, state, values));
    };
    expect(sent({ file_id: file({ matrix }), sample_groups: groups })).toContain('sample_groups');
    expect(sent({ file_id: file({ matrix }), sample_groups: groups })).not.toContain('layout');
    expect(sent({ table: LONG, sample_groups: groups })).not.toContain('sample_groups');
  });
});
