import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AST } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it, vi } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Plain Node: `npm test` runs it before any package is there. */
const { allFiles } = (await import(pathToFileURL(join(root, 'scripts/testing/changed.mjs')).href)) as { allFiles: () => string[] };

/** Where texts of users are read, and what reads them. Tests and set-up read their own. */
const SOURCES = /^(apps|packages|tools)\/.*\.tsx?$/;
const TESTS = /\/tests\/|\.test\.tsx?$/;

/** Patterns that are made within a function, of what it is given: why none of them is slow. */
const MADE_IN_FUNCTIONS: Readonly<Record<string, string>> = {
  'apps/server/src/analyses/texts/methods.ts': 'a heading of a file of the program',
  'apps/server/src/drawing/metadata.ts': 'a number of an object, in a PDF that the program wrote',
  'apps/server/src/projects/paper/cited.ts': 'names of packages and authors, on texts of the program',
  'apps/server/src/projects/paper/packages.ts': 'names of packages, on texts of the program',
  'apps/web/src/genes/gene-list-text.ts': 'a pattern that is measured as a literal, in a group',
  'apps/web/src/upgrade/card-field.ts': 'pieces of a fixed length',
  'packages/tool-kit/src/words/codes.ts': 'a declared word with places, on a text of a limited length',
};

interface Pattern {
  where: string;
  source: string;
  flags: string;
}

interface Found {
  literals: Pattern[];
  /** Are patterns made of texts when the file is loaded, or later in a function? */
  made: Set<'loaded' | 'in a function'>;
}

function patternsOf(file: string): Found {
  const text = readFileSync(join(root, file), 'utf8');
  const found: Found = { literals: [], made: new Set() };
  const functions: { start: number; end: number }[] = [];
  const made: number[] = [];
  const enter = ({ start, end }: { start: number; end: number }) => void functions.push({ start, end });
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const line = text.slice(0, node.start).split('\n').length;
      found.literals.push({ where: `${file}:${line}`, source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression({ callee, start }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') made.push(start);
    },
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
  }).visit(parseSync(file, text).program);
  for (const at of made) found.made.add(functions.some(({ start, end }) => start <= at && at < end) ? 'in a function' : 'loaded');
  return found;
}

const sources = allFiles().filter((file) => SOURCES.test(file) && !TESTS.test(file));
const found = new Map(sources.map((file) => [file, patternsOf(file)]));

/** The patterns that a file makes of texts while it is loaded. */
async function patternsMadeBy(file: string): Promise<Pattern[]> {
  const patterns: Pattern[] = [];
  vi.resetModules();
  vi.stubGlobal(
    'RegExp',
    new Proxy(RegExp, {
      construct(target, [source, flags]: [string, string?]) {
        patterns.push({ where: file, source, flags: flags ?? '' });
        return new target(source, flags);
      },
    }),
  );
  try {
    await import(pathToFileURL(join(root, file)).href);
  } finally {
    vi.unstubAllGlobals();
  }
  return patterns;
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
    const patterns = [...found.values()].flatMap(({ literals }) => literals);
    expect(patterns.length).toBeGreaterThan(300);
    expect(patterns.flatMap(faultsOf)).toEqual([]);
  });

  it.each(sources.filter((file) => found.get(file)?.made.has('loaded')))('that %s makes of texts does so, too', async (file) => {
    const patterns = await patternsMadeBy(file);
    expect(patterns).not.toEqual([]);
    expect(patterns.flatMap(faultsOf)).toEqual([]);
  });

  it('is made within a function only where it is known why', () => {
    const inFunctions = sources.filter((file) => found.get(file)?.made.has('in a function'));
    expect(inFunctions.sort()).toEqual(Object.keys(MADE_IN_FUNCTIONS).sort());
  });
});
