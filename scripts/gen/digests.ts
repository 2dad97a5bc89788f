import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import type { ToolEntry } from './faults.ts';

/** Keys of a declaration that a reader sees or the form uses; no number and no table changes with them. */
const UNCOUNTED = new Set(
  ['label', 'help', 'title', 'placeholder', 'aliases', 'feeds', 'advanced', 'suggestedBy', 'remembered', 'step', 'unit'].concat([
    'digits',
    'key',
    'views',
    'whole',
    'sort',
    'similar',
    'hideEmpty',
    'role',
    'en',
  ]),
);

/** What of a declaration a result depends on: keys in one order, texts left out. */
function counting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(counting);
  if (value === null || typeof value !== 'object') return value;
  // A parameter or a column may have the name of a key that does not count; its own value is an object then.
  const kept = Object.entries(value).filter(
    ([key, inner]) => !UNCOUNTED.has(key) || (inner !== null && typeof inner === 'object' && 'kind' in inner),
  );
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, counting(inner)]));
}

/** R code without comments and white space at the ends of lines; a # within a string stays. */
function bareCode(code: string): string {
  return code
    .split('\n')
    .map((line) => line.replace(/^((?:[^"'`#]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`)*)#.*$/, '$1').trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

/** Everything that a file of R defines at its top level: by name, its code. */
export function definitions(code: string): Map<string, string> {
  const found = new Map<string, string>();
  let name: string | undefined;
  for (const line of bareCode(code).split('\n')) {
    const start = /^`?([\w.%]+)`?\s*<-/.exec(line)?.[1];
    // Lines that begin with a bracket or a blank go on with what was begun.
    if (start !== undefined) name = start;
    else if (!/^[\s)}\]]/.test(line)) name = undefined;
    if (name !== undefined) found.set(name, `${found.get(name) ?? ''}${line}\n`);
  }
  return found;
}

/** The code of a tool with every function and constant of the engine that it uses, at first or second hand. */
export function codeOf(run: string, engine: ReadonlyMap<string, string>): string {
  const used = new Map<string, string>();
  const follow = (code: string): void => {
    for (const word of new Set(code.match(/[A-Za-z_.][\w.]*/g))) {
      const definition = engine.get(word);
      if (definition === undefined || used.has(word)) continue;
      used.set(word, definition);
      follow(definition);
    }
  };
  const own = bareCode(run);
  follow(own);
  return [own, ...[...used].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, code]) => code)].join('\n');
}

/** The engine's functions that compute: of jobs and files alone no table depends. */
function engineDefinitions(root: string): Map<string, string> {
  const folders = ['statistics', 'cohorts'].map((folder) => join(root, 'engine', 'R', folder));
  const files = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.R'));
  return new Map(files.flatMap((path) => [...definitions(readFileSync(path, 'utf8'))]));
}

/** What the tables of a tool depend on: its completed declaration, its code, and what it uses of the engine. */
export function digestOf(tool: Pick<ToolDefinition, 'parameters' | 'tables' | 'facts'>, code: string): string {
  const { parameters, tables, facts } = tool;
  const declared = counting({ parameters, tables, facts: Object.keys(facts).sort() });
  return createHash('sha256')
    .update(JSON.stringify([declared, code]))
    .digest('hex')
    .slice(0, 16);
}

export type Digests = Readonly<Record<string, { version: string; digest: string }>>;

/** Digests of all tools as they are now. */
export function currentDigests(root: string, entries: readonly ToolEntry[]): Digests {
  const engine = engineDefinitions(root);
  return Object.fromEntries(
    entries.map(({ path, tool }) => {
      const run = readFileSync(join(root, 'tools', path, 'run.R'), 'utf8');
      const sources = (tool.libraries ?? []).map((name) => readFileSync(join(root, 'engine', 'src', `${name}.cpp`), 'utf8'));
      return [tool.taskType, { version: tool.version, digest: digestOf(tool, [codeOf(run, engine), ...sources].join('\n')) }];
    }),
  );
}

/** Tools whose results may differ from those of the same version before, such as all that use a changed composer. */
export function unraised(before: Digests, now: Digests): string[] {
  return Object.entries(now).flatMap(([taskType, { version, digest }]) =>
    before[taskType]?.version === version && before[taskType]?.digest !== digest ? [taskType] : [],
  );
}
