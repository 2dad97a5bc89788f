import { inputKind, isInput, matrixSource, readInput } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

const taking = catalogue.map(({ tool }) => tool).filter(({ parameters }) => matrixSource(parameters) !== undefined);

describe('a matrix that an earlier analysis made', () => {
  it.each(taking.map((tool) => [tool.taskType, tool] as const))('is read as it was written: %s', (_, tool) => {
    const name = matrixSource(tool.parameters)?.name ?? '';
    const parameter = tool.parameters[name];
    if (parameter === undefined || !isInput(parameter)) throw new Error(`${name} is no input`);
    const value = { from: 'analysis', id: 7 } as const;
    expect(readInput(tool, name, Object.fromEntries(inputKind(parameter).write(parameter, name, value)))).toEqual(value);
  });
});
