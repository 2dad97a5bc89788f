import type { MatrixFacts } from '@oncoloom/contract';
import { describe, expect, test } from 'vitest';
import boxPlot from '../../../tools/plotting/box-plot/tool.ts';
import correlation from '../../../tools/plotting/correlation-scatterplot/tool.ts';
import { checkInputs, completeRequest, type InputFacts, type ToolDefinition } from '../src/index.ts';

/** Tools whose file is a table or a matrix: what is asked of each. */

const samples = ['S1', 'S2', 'S3', 'S4'];
const matrix: MatrixFacts = {
  rows: 10,
  columns: 4,
  kind: 'log',
  identifiers: 'symbol',
  identifierColumn: 'gene',
  platform: null,
  species: null,
  samples,
  minimum: 0,
  maximum: 15,
  missing: 0,
  negative: 0,
  fractional: 1,
  constantRows: 0,
  zeroRows: 0,
  columnSums: [],
  preview: { rows: [], values: [] },
  annotations: null,
};
const columns = ['sample', 'group', 'subtype'];
const cells = samples.map((sample, i) => [sample, i < 2 ? 'T' : 'N', 'A']);
const listed = cells.map(([sample, group, subtype]) => ({ sample, group, subtype }));
const groups: InputFacts = { name: '分组', table: { columns, numeric: [], rowCount: 4, cells } };

function check(tool: ToolDefinition, body: Record<string, unknown>, facts: Record<string, InputFacts>) {
  const completed = completeRequest(tool, body);
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  return checkInputs(tool, completed.request, facts);
}
const refused = (...given: Parameters<typeof check>) =>
  check(...given).findings.flatMap(({ level, code, field }) => (level === 'must' ? [`${field}: ${code}`] : []));
const ofMatrix = { file_id: { name: 'm', matrix } };
const ofTable = { file_id: { name: 't', table: { columns: ['group', 'value'], numeric: [false, true], rowCount: 3 } } };

describe('a file that may be a table or a matrix', () => {
  test('of a table, asks for no genes and no groups', () => {
    expect(refused(boxPlot, { file_id: 1 }, ofTable)).toEqual([]);
    expect(refused(correlation, { file_id: 1 }, ofTable)).toEqual([]);
  });

  test('of a matrix, asks for the genes, and for groups where these are compared', () => {
    expect(refused(boxPlot, { file_id: 1 }, ofMatrix)).toEqual(['sample_groups: groups_missing', 'genes: genes_missing']);
    expect(refused(correlation, { file_id: 1, x: 'TP53' }, ofMatrix)).toEqual(['y: genes_missing']);
    expect(refused(correlation, { file_id: 1, x: 'TP53', y: 'P16' }, ofMatrix)).toEqual([]);
  });

  test('of a matrix, takes columns of what is known of its samples', () => {
    const body = { file_id: 1, sample_groups: listed, genes: ['TP53'] };
    const { values } = check(boxPlot, body, { ...ofMatrix, sample_groups: groups });
    expect(values.group_column).toBe('group');
    expect(refused(boxPlot, { ...body, group_column: 'subtype' }, { ...ofMatrix, sample_groups: groups })).toEqual([]);
    expect(refused(boxPlot, { ...body, group_column: 'stage' }, { ...ofMatrix, sample_groups: groups })).toEqual([
      'group_column: column_absent',
    ]);
  });

  test('of an earlier result, is its matrix', () => {
    const completed = completeRequest(correlation, { source_analysis_id: 9, x: 'TP53', y: 'CDK1' });
    expect(completed.ok && completed.request.inputs).toEqual({ file_id: { from: 'analysis', id: 9 } });
  });

  test('of counts, says that they are not comparable', () => {
    const counts = { file_id: { name: 'm', matrix: { ...matrix, kind: 'counts' as const } } };
    expect(check(correlation, { file_id: 1, x: 'TP53', y: 'CDK1' }, counts).findings.map(({ code }) => code)).toContain('counts');
  });
});
