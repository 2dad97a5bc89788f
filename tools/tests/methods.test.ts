import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

const namesOf = (text: string) => [...text.matchAll(/\{\{[#^/]?([^}]+)\}\}/g)].map(([, name = '']) => name);

/** One fact under two names that differ in more than the language behind it. */
const SAME: Readonly<Record<string, string>> = { lists: 'list', covariates_used: 'covariates' };
/** `test_word` of the Chinese text and `test_english` of the English one are one fact. */
function factOf(name: string): string {
  const stem = name.replace(/_(?:english|words?|chinese)$/, '');
  return SAME[stem] ?? stem;
}

/** Said by a longer fact of the other language, or in its own words: name and release of a collection. */
const WITHIN = new Set(['collection', 'release', 'release_packages', 'date', 'source', 'compared_source']);
/** The same of one tool, with the reason. */
const WITHIN_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {};

describe.each(catalogue)('the methods of $folder', ({ folder, tool }) => {
  const text = readFileSync(join(import.meta.dirname, '..', folder, 'methods.md'), 'utf8');
  const [chinese = '', english = ''] = text.split(/^## English$/m);

  it('name facts and parameters that there are', () => {
    const versions = tool.packages.map((name) => `version_${name.replaceAll('.', '_')}`);
    const known = new Set([...Object.keys(tool.facts), ...Object.keys(tool.parameters), ...versions, 'version_R']);
    expect(namesOf(text).filter((name) => !known.has(name))).toEqual([]);
  });

  it('say the same in both languages', () => {
    const reasons = WITHIN_OF[tool.taskType] ?? {};
    const said = (section: string) =>
      new Set(
        namesOf(section)
          .map(factOf)
          .filter((name) => !WITHIN.has(name)),
      );
    const [zh, en] = [said(chinese), said(english)];
    const onlyIn = (one: Set<string>, other: Set<string>) => [...one].filter((name) => !other.has(name) && !(name in reasons)).sort();
    expect({ chinese: onlyIn(zh, en), english: onlyIn(en, zh) }).toEqual({ chinese: [], english: [] });
    // A reason that is needed no more.
    expect(Object.keys(reasons).filter((name) => zh.has(name) === en.has(name))).toEqual([]);
  });

  it('hold no Chinese in the English part', () => {
    expect(english.replace(/\{\{[^}]*\}\}/g, '')).not.toMatch(/[\p{Script=Han}，。、；：（）「」]/u);
  });
});
