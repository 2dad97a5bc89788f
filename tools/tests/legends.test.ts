import type { FigureDeclaration, ToolDefinition } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

/** What templates may name besides facts and parameters: what kind of rows it is, and that it is read on paper. */
const TOLD = new Set(['row_subject', 'Row_subject', 'paper']);

function unknownNames(tool: ToolDefinition, template: string): string[] {
  const names = [...template.matchAll(/\{\{[#^/]?([\w.]+)\}\}/g)].map(([, name = '']) => name);
  return names.filter((name) => !(name in tool.facts) && !(name in tool.parameters) && !name.startsWith('version_') && !TOLD.has(name));
}

const figures = catalogue.flatMap(({ tool }) =>
  Object.entries(tool.figures as Record<string, FigureDeclaration>).map(([id, figure]) => [tool.taskType, id, tool, figure] as const),
);

describe('what a legend says of the statistics', () => {
  it.each(figures)('names facts and parameters of %s: %s', (_, __, tool, { title, caption, statistics }) => {
    const templates = [title, caption, statistics].flatMap((text) => (text === undefined ? [] : [text.zh, text.en]));
    expect(templates.flatMap((template) => unknownNames(tool, template))).toEqual([]);
  });

  it('is said of every figure, in both languages', () => {
    const without = figures.filter(
      ([, , , { statistics }]) => statistics === undefined || statistics.zh.trim() === '' || statistics.en.trim() === '',
    );
    expect(without.map(([taskType, id]) => `${taskType}.${id}`)).toEqual([]);
  });
});
