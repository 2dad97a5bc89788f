import type { MatrixFacts } from '@oncoloom/contract';
import { describe, expect, it } from 'vitest';
import normalization from '../../../tools/expression/microarray-normalization/tool.ts';
import { checkInputs, completeRequest, type InputFacts, mayBeUnset, type SparseRequest, toolJsonSchema } from '../src/index.ts';

const matrix: MatrixFacts = {
  rows: 1000,
  columns: 4,
  kind: 'log',
  identifiers: 'probe',
  identifierColumn: 'ID_REF',
  platform: 'GPL571',
  species: 'human',
  annotations: null,
  samples: ['A', 'B', 'C', 'D'],
  minimum: 2,
  maximum: 14,
  missing: 0,
  negative: 0,
  fractional: 1,
  constantRows: 0,
  zeroRows: 0,
  columnSums: [1, 1, 1, 1],
  preview: { rows: [], values: [] },
};

function complete(body: SparseRequest) {
  const completed = completeRequest(normalization, body);
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  return completed.request;
}

function check(body: SparseRequest, facts: Partial<MatrixFacts> = {}, annotation: Record<string, InputFacts> = {}) {
  return checkInputs(normalization, complete({ file_id: 1, ...body }), {
    file_id: { name: 'm', matrix: { ...matrix, ...facts } },
    ...annotation,
  });
}
const must = (...args: Parameters<typeof check>) =>
  check(...args)
    .findings.filter(({ level }) => level === 'must')
    .map(({ code }) => code);
const codes = (...args: Parameters<typeof check>) => check(...args).findings.map(({ code }) => code);

describe('a platform as an input', () => {
  it('is read in any case, with blanks around it', () => {
    expect(complete({ file_id: 1, annotate: 1, platform: ' gpl570 ' }).inputs.platform).toEqual({ from: 'platform', platform: 'GPL570' });
  });

  it.each([570, 'GPL', 'GPL12345678', 'GPL570/../x', ['GPL570'], { id: 1 }])('is refused as %j', (platform) => {
    const completed = completeRequest(normalization, { file_id: 1, annotate: 1, platform });
    expect(completed.ok ? [] : completed.errors.map(({ field }) => field)).toEqual(['platform']);
  });

  it('is not read where the value that it hangs on is off, and neither is its alternative', () => {
    const { inputs } = complete({ file_id: 1, annotate: 0, platform: 'GPL570', annotation_file_id: 2 });
    expect(Object.keys(inputs)).toEqual(['file_id']);
  });

  it('leaves the columns of its table unset where there is no table', () => {
    expect(mayBeUnset(normalization.parameters, normalization.parameters.probe_column)).toBe(true);
    expect(complete({ file_id: 1 }).values).toMatchObject({ probe_column: null, symbol_column: null });
  });

  it('is told from the platform that the file is of, with the file’s own in one click', () => {
    const facts = (platform: string) => ({
      platform: { name: platform, platform, table: { columns: ['probe', 'symbol'], numeric: [false, false], rowCount: 9 } },
    });
    const chosen = (platform: string) => check({ annotate: 1, platform }, {}, facts(platform));
    expect(chosen('GPL571').findings).toEqual([]);
    expect(chosen('GPL571').values).toMatchObject({ probe_column: 'probe', symbol_column: 'symbol' });
    const [finding] = chosen('GPL96').findings;
    expect(finding).toMatchObject({ code: 'platform_differs', level: 'should', fix: { parameters: { platform: 'GPL571' } } });
    expect(codes({ annotate: 1, platform: 'GPL96' }, { platform: null }, facts('GPL96'))).toEqual([]);
  });

  it('is published as GEO writes it', () => {
    const { properties } = toolJsonSchema(normalization) as { properties: Record<string, { pattern?: string }> };
    expect('GPL570').toMatch(new RegExp(properties.platform?.pattern ?? '$^'));
    expect('570').not.toMatch(new RegExp(properties.platform?.pattern ?? '$^'));
  });
});

describe('checks of the normalisation', () => {
  const linear = { kind: 'linear', maximum: 9000, minimum: 1 } as const;
  it.each([
    ['loess on linear data', { normalization_method: 'cyclicloess' }, linear, 'loess_linear'],
    ['negative intensities', {}, { ...linear, negative: 3, minimum: -4 }, 'negative'],
    ['two logarithms', { log2_before: 1, log2_transform: 1 }, linear, 'log_both'],
    ['the logarithm of log ratios', { log2_transform: 1 }, { minimum: -3, negative: 9 }, 'log_of_negative'],
    ['a share above 1', { filter_enabled: 1, filter_threshold: 25 }, {}, 'share_above'],
    ['a share below 0', { filter_enabled: 1, filter_threshold: -1 }, {}, 'share_below'],
  ])('refuse %s', (_, body, facts, code) => {
    expect(must(body, facts)).toEqual([code]);
  });

  it('have a way out of one click where loess meets linear data', () => {
    const [finding] = check({ normalization_method: 'cyclicloess' }, linear).findings;
    expect(finding?.fix).toEqual({ label: '先取 log2', parameters: { log2_before: true, log2_transform: false } });
    expect(must({ normalization_method: 'cyclicloess', ...finding?.fix?.parameters }, linear)).toEqual([]);
  });

  it('let linear data be scaled, and advise the logarithm afterwards', () => {
    expect(must({ normalization_method: 'scale' }, linear)).toEqual([]);
    expect(codes({ normalization_method: 'scale' }, linear)).toContain('stays_linear');
    expect(codes({ normalization_method: 'scale', log2_transform: 1 }, linear)).not.toContain('stays_linear');
    expect(must({ normalization_method: 'scale' }, { minimum: -3, negative: 9 })).toEqual([]);
  });

  it('look at a threshold only where it is used', () => {
    expect(must({ filter_threshold: 25 })).toEqual([]);
    expect(must({ filter_enabled: 1, filter_method: 'mean', filter_threshold: 25 })).toEqual([]);
    expect(must({ filter_enabled: 1, filter_threshold: 0.99 })).toEqual([]);
  });

  it('advise on logarithms that are missing or taken already, and on counts', () => {
    expect(codes({}, linear)).toContain('stays_linear');
    expect(codes({ log2_transform: 1 })).toContain('log_twice');
    expect(codes({ log2_transform: 1 }, linear)).not.toContain('log_twice');
    expect(codes({}, { kind: 'counts', maximum: 9000 })).toContain('counts');
    expect(codes({ normalization_method: 'none' })).toContain('idle');
  });
});
