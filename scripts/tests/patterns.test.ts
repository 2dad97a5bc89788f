import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AST } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Plain Node: `npm test` runs it before any package is there. */
const { allFiles } = (await import(pathToFileURL(join(root, 'scripts/testing/changed.mjs')).href)) as { allFiles: () => string[] };

/** Where texts of users are read, and what reads them. Tests and set-up read their own. */
const SOURCES = /^(apps|packages|tools)\/.*\.tsx?$/;
const TESTS = /\/tests\/|\.test\.tsx?$/;

interface Pattern {
  where: string;
  source: string;
  flags: string;
}

function patternsOf(file: string): Pattern[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found: Pattern[] = [];
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const line = text.slice(0, node.start).split('\n').length;
      found.push({ where: `${file}:${line}`, source: node.regex.pattern, flags: node.regex.flags });
    },
  }).visit(parseSync(file, text).program);
  return found;
}

const MANY = 10;
const takesAll = ({ element }: AST.Quantifier): boolean =>
  element.type === 'CharacterSet'
    ? element.kind === 'any'
    : element.type === 'CharacterClass' && /^\[(\\s\\S|\\S\\s|\\d\\D|\\w\\W|\^)\]$/.test(element.raw);

/** A part that takes any sign, in a group that is repeated: it takes the end of the group and its next beginning as well, so that each repetition doubles the ways. */
function repeatsAll(node: AST.Node, repeated = false): boolean {
  const loops = node.type === 'Quantifier' && node.max > MANY;
  if (loops && repeated && takesAll(node)) return true;
  if (node.type === 'Quantifier') return repeatsAll(node.element, repeated || loops);
  const inner = 'alternatives' in node ? node.alternatives : 'elements' in node ? node.elements : [];
  return inner.some((part) => repeatsAll(part, repeated));
}

/** What makes a pattern take more than double the time for double the text; empty where nothing does. */
function faultsOf({ where, source, flags }: Pattern): string[] {
  const { reports, parsed } = analyse({ source, flags });
  const found = reports.map(({ type, character }) => `${type} ${character.literal.source}`);
  if (repeatsAll(parsed.pattern)) found.push('any sign, repeated');
  return found.map((fault) => `${where} /${source}/${flags}: ${fault}`);
}

describe('a pattern', () => {
  it.each([
    ['of digits twice', /^(\d+\.?\d*)$/],
    ['looked for at each blank', /\s+$/],
    ['with a repetition in another', /^(a+)+$/],
    ['of repeated comments', /^(<!--[\s\S]*?-->\s*)*</],
  ])('%s is found', (_, { source, flags }) => {
    expect(faultsOf({ where: '', source, flags })).not.toEqual([]);
  });

  it('takes at most double the time for double the text', () => {
    const files = allFiles().filter((file) => SOURCES.test(file) && !TESTS.test(file));
    const patterns = files.flatMap(patternsOf);
    expect(patterns.length).toBeGreaterThan(300);
    expect(patterns.flatMap(faultsOf)).toEqual([]);
  });
});
