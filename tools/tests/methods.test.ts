import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

const methodsOf = (folder: string) => readFileSync(join(import.meta.dirname, '..', folder, 'methods.md'), 'utf8');

describe('a methods paragraph', () => {
  it.each(catalogue.map(({ folder, tool }) => [folder, tool] as const))(
    'of %s names facts and parameters that there are',
    (folder, tool) => {
      const versions = tool.packages.map((name) => `version_${name.replaceAll('.', '_')}`);
      const known = new Set([...Object.keys(tool.facts), ...Object.keys(tool.parameters), ...versions, 'version_R']);
      const named = [...methodsOf(folder).matchAll(/\{\{[#^/]?([^}]+)\}\}/g)].map(([, name = '']) => name);
      expect(named.filter((name) => !known.has(name))).toEqual([]);
    },
  );
});
