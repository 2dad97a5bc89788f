import { checkInputs, completeRequest } from '@oncoloom/tool-kit';
import { expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

const MATRIX = {
  ...{ rows: 100, columns: 6, minimum: 0, maximum: 5000, negative: 0, missing: 0, fractional: 1, zeroRows: 0, constantRows: 0 },
  ...{ kind: 'linear', identifiers: 'symbol', samples: ['a', 'b', 'c', 'd', 'e', 'f'] },
};

/** What the form says of values without logarithms. */
function findings(taskType: string, fields: object) {
  const tool = catalogue.find((entry) => entry.tool.taskType === taskType)?.tool;
  if (tool === undefined) throw new Error(`no ${taskType}`);
  const completed = completeRequest(tool, { file_id: 1, ...fields });
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  return checkInputs(tool, completed.request, { file_id: { name: 'm.csv', matrix: MATRIX as never } }).findings;
}

it.each([
  ['log2_x', 'log2_x_plus_1'],
  ['log10_x', 'log10_x_plus_1'],
])('a zero under %s is mended by %s, and no other base is advised', (transform_method, remedy) => {
  const [refusal] = findings('log_transform', { transform_method }).filter(({ level }) => level === 'must');
  expect(refusal?.fix?.parameters).toEqual({ transform_method: remedy });
  expect(refusal?.message).toContain(remedy.startsWith('log10') ? 'log10(x + 1)' : 'log2(x + 1)');
});

it('cyclic loess of values without logarithms runs in the order of the specification, explained, and not without any logarithm', () => {
  const codes = (fields: object) =>
    findings('microarray_normalization', { normalization_method: 'cyclicloess', ...fields }).flatMap(({ code, level }) =>
      code.startsWith('loess') ? [`${level} ${code}`] : [],
    );
  expect(codes({ log2_transform: true })).toEqual(['should loess_then_log']);
  expect(codes({})).toEqual(['must loess_linear']);
  expect(codes({ log2_before: true })).toEqual([]);
});
