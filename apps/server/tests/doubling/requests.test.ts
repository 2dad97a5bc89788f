import {
  completeRequest,
  inputKind,
  isInput,
  numbersOf,
  readColumn,
  readStyle,
  type SparseRequest,
  splitRatio,
  type ToolDefinition,
} from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { describe, expect, it } from 'vitest';
import { growsFaster, LONG_TEXTS } from './growth.ts';

/** Signs of one text: work that is quadratic in it takes a tenth of a second. */
const SIGNS = 6_000;

/** Every field of a tool's requests that brings data, each under its own name and those of its parts. */
const inputFields = ({ parameters }: ToolDefinition): string[] =>
  Object.entries(parameters).flatMap(([name, parameter]) =>
    isInput(parameter) ? [name, ...(inputKind(parameter).fields?.(parameter) ?? []).map(([field]) => field)] : [],
  );

const valueFields = ({ parameters }: ToolDefinition): string[] =>
  Object.entries(parameters).flatMap(([name, parameter]) => (isInput(parameter) ? [] : [name]));

/** The ways in which a request writes a text into a field. */
const SHAPES: readonly ((text: string) => unknown)[] = [
  (text) => text,
  (text) => [text],
  (text) => [{ gene: text, value: text, sample: text, group: text, title: text, genes: text }],
  (text) => ({ columns: [text], rows: [[text]] }),
];

/** Fields of a request that are given together; of sources of data only one may be named. */
function requests(tool: ToolDefinition): readonly (readonly string[])[] {
  return [valueFields(tool), ...inputFields(tool).map((field) => [field])];
}

const filled = (fields: readonly string[], value: unknown): SparseRequest => Object.fromEntries(fields.map((field) => [field, value]));

/** The first of a tool's fields that takes more than double the time for double the text. */
async function faultOf(tool: ToolDefinition): Promise<string | undefined> {
  for (const fields of requests(tool)) {
    for (const shape of SHAPES) {
      for (const { name, text } of LONG_TEXTS) {
        const grown = await growsFaster((size) => completeRequest(tool, filled(fields, shape(text(size)))), SIGNS);
        if (grown !== undefined) return `${fields.join()} ${name}: ${grown}`;
      }
    }
  }
  for (const [figure, { style }] of Object.entries(tool.figures)) {
    for (const { name, text } of LONG_TEXTS) {
      const grown = await growsFaster((size) => readStyle(tool, figure, filled(Object.keys(style), text(size))), SIGNS);
      if (grown !== undefined) return `${figure} ${name}: ${grown}`;
    }
  }
  return undefined;
}

/** Rows of a pasted table, and half the letters that a cell may have. */
const ROWS = 2_000;
const LETTERS = 240;

describe('a request twice as long is read in twice the time', () => {
  it.each(catalogue.map(({ tool }) => [tool.taskType, tool] as const))('%s', async (_, tool) => {
    expect(await faultOf(tool)).toBeUndefined();
  });

  it.each(LONG_TEXTS)('whose cells are $name', async ({ text }) => {
    const column = (size: number) => Array.from({ length: ROWS }, () => text(size));
    expect(await growsFaster((size) => readColumn(column(size)), LETTERS)).toBeUndefined();
    expect(await growsFaster((size) => column(size).map(splitRatio), LETTERS)).toBeUndefined();
    expect(await growsFaster((size) => column(size).map((cell) => numbersOf([cell])), LETTERS)).toBeUndefined();
    for (const { tool } of catalogue) {
      for (const field of inputFields(tool)) {
        const rows = (size: number) =>
          column(size).map((cell, i) => ({ sample: `S${i}`, gene: cell, value: cell, group: cell, time: cell }));
        const faster = await growsFaster((size) => completeRequest(tool, { [field]: rows(size) }), LETTERS);
        expect([tool.taskType, field, faster]).toEqual([tool.taskType, field, undefined]);
      }
    }
  });
});
