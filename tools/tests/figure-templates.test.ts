import { completeRequest, completeStyle, FIGURE_TEMPLATES, fileFieldOf, lookOf } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

const previewed = catalogue.map(({ tool }) => tool).filter(({ preview }) => preview === true);
const pairs = previewed.flatMap((tool) => FIGURE_TEMPLATES.map((template) => [tool.taskType, template.id, tool, template] as const));

describe('a look that comes with the program', () => {
  it.each(pairs)('is a request that %s takes, and changes no statistic: %s', (_, __, tool, template) => {
    const { values, look } = lookOf(tool, template);
    const files = Object.fromEntries(Object.keys(tool.example.files).map((name) => [fileFieldOf(tool.parameters, name), 1]));
    const plain = completeRequest(tool, { ...tool.example.parameters, ...files });
    const taken = completeRequest(tool, { ...tool.example.parameters, ...files, ...values, ...look });
    if (!plain.ok || !taken.ok) throw new Error(JSON.stringify([plain, taken]));
    const colours = Object.entries(tool.parameters).flatMap(([name, { kind }]) => (kind === 'colour' ? [name] : []));
    expect(Object.keys(values).sort()).toEqual(colours.filter((name) => Object.hasOwn(values, name)).sort());
    const rest = (all: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !colours.includes(name)));
    expect(rest(taken.request.values)).toEqual(rest(plain.request.values));
    for (const [id, style] of Object.entries(taken.request.styles)) {
      const drawn = completeStyle(tool, id, taken.request.values, style);
      for (const [name, value] of Object.entries(template.style)) if (name in drawn) expect([name, drawn[name]]).toEqual([name, value]);
    }
  });

  it('leaves nothing of another that was taken before', () => {
    for (const tool of previewed) {
      const [plain, ...others] = FIGURE_TEMPLATES.map((template) => lookOf(tool, template));
      for (const { values } of others) expect(Object.keys(values).every((name) => Object.hasOwn(plain?.values ?? {}, name))).toBe(true);
    }
  });
});
