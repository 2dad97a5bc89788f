import { describe, expect, it } from 'vitest';
import logTransform from '../../../tools/expression/log-transform/tool.ts';
import { completeRequest, type Parameters, type ToolDefinition } from '../src/index.ts';

const flag = { kind: 'flag', label: '作图', default: false } as const;
const title = { kind: 'text', label: '标题', default: '', maxLength: 20, when: { parameter: 'draw', is: [true] } } as const;

/** A tool with these parameters and no others. */
const withParameters = (parameters: Parameters): ToolDefinition => ({ ...logTransform, parameters, figures: {}, oneOf: [] });

function values(parameters: Parameters, body: Record<string, unknown>) {
  const completed = completeRequest(withParameters(parameters), body);
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  return completed.request.values;
}

function refusedFields(parameters: Parameters, body: Record<string, unknown>): string[] {
  const completed = completeRequest(withParameters(parameters), body);
  return completed.ok ? [] : completed.errors.map(({ field }) => field);
}

describe('a value that a condition hides', () => {
  it('keeps its default whatever the request says of it, so that the same run is the same', () => {
    expect(values({ draw: flag, title }, { title: '肝癌' })).toEqual({ draw: false, title: '' });
    expect(values({ draw: flag, title }, { draw: true, title: '肝癌' })).toEqual({ draw: true, title: '肝癌' });
  });

  it('does so where the condition stands after it', () => {
    expect(values({ title, draw: flag }, { title: '肝癌' })).toEqual({ title: '', draw: false });
    expect(values({ title, draw: flag }, { draw: 1, title: '肝癌' })).toEqual({ title: '肝癌', draw: true });
  });

  it('does so where what shows it is hidden itself', () => {
    const outer = { kind: 'flag', label: '外层', default: false } as const;
    const draw = { ...flag, when: { parameter: 'outer', is: [true] } } as const;
    expect(values({ title, draw, outer }, { draw: true, title: '肝癌' })).toEqual({ title: '', draw: false, outer: false });
    expect(values({ title, draw, outer }, { outer: true, draw: true, title: '肝癌' })).toEqual({ title: '肝癌', draw: true, outer: true });
  });

  it('is refused all the same where it cannot be read', () => {
    expect(refusedFields({ draw: flag, title }, { title: 'x'.repeat(21) })).toEqual(['title']);
  });

  it('does not end where two parameters show each other', () => {
    const one = { ...flag, when: { parameter: 'two', is: [true] } } as const;
    const two = { ...flag, when: { parameter: 'one', is: [true] } } as const;
    expect(values({ one, two }, { one: true })).toEqual({ one: false, two: false });
  });
});

describe('a required field', () => {
  const gene = { kind: 'gene', label: '基因', when: { parameter: 'draw', is: [true] } } as const;
  const file = {
    kind: 'file',
    label: '注释表',
    input: 'annotation',
    fileTypes: ['annotation'],
    when: { parameter: 'draw', is: [true] },
  } as const;

  it('that stands before the flag that shows it is required', () => {
    expect(refusedFields({ file, draw: flag }, { draw: true })).toEqual(['file']);
    expect(refusedFields({ gene, draw: flag }, { draw: true })).toEqual(['gene']);
  });

  it('that is hidden is not', () => {
    expect(refusedFields({ file, draw: flag }, {})).toEqual([]);
    expect(refusedFields({ draw: flag, gene }, {})).toEqual([]);
  });
});
