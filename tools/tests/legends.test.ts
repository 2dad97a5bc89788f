import type { FigureDeclaration, ToolDefinition } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

/** What templates may name besides facts and parameters: what kind of rows it is, and that it is read on paper. */
const TOLD = new Set(['row_subject', 'paper']);

function unknownNames(tool: ToolDefinition, template: string): string[] {
  const names = [...template.matchAll(/\{\{[#^/]?([\w.]+)\}\}/g)].map(([, name = '']) => name);
  return names.filter((name) => !(name in tool.facts) && !(name in tool.parameters) && !name.startsWith('version_') && !TOLD.has(name));
}

const figures = catalogue.flatMap(({ tool }) =>
  Object.entries(tool.figures as Record<string, FigureDeclaration>).map(([id, figure]) => [tool.taskType, id, tool, figure] as const),
);

describe('what a legend says of the statistics', () => {
  it.each(figures)('names facts and parameters of %s: %s', (_, __, tool, { caption = '', captionEnglish = '', ...figure }) => {
    const { statistics = '', statisticsEnglish = '' } = figure;
    expect([caption, captionEnglish, statistics, statisticsEnglish].flatMap((template) => unknownNames(tool, template))).toEqual([]);
  });

  it('is said of every figure, in both languages', () => {
    const without = figures.filter(([, , , figure]) =>
      [figure.statistics, figure.statisticsEnglish].some((text = '') => text.trim() === ''),
    );
    expect(without.map(([taskType, id]) => `${taskType}.${id}`)).toEqual([]);
    const chinese = figures.filter(([, , , { statisticsEnglish = '' }]) => /\p{Script=Han}/u.test(statisticsEnglish));
    expect(chinese.map(([taskType, id]) => `${taskType}.${id}`)).toEqual([]);
  });
});
