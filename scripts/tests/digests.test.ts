import { type ToolDefinition, twoGroupComparison } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import limma from '../../tools/differential/limma-differential/tool.ts';
import { codeOf, definitions, digestOf, unraised } from '../gen/digests.ts';

const RUN = 'analyse <- function(inputs, params, job) fit_two(inputs, params)\n';
const ENGINE = definitions(
  'fit_two <- function(inputs, params) {\n  ranked(inputs, CUT) # by t\n}\nranked <- function(x, cut) x[x > cut]\nCUT <- 3\nidle <- function() 1\n',
);
const digest = (change: Partial<ToolDefinition> = {}, run = RUN, engine: ReadonlyMap<string, string> = ENGINE) =>
  digestOf({ ...limma, ...change }, codeOf(run, engine));

describe('the digest of a tool', () => {
  it('changes with a composer that the declaration uses', () => {
    const composed = twoGroupComparison({ covariates: 'lmFit', pairs: 'lmFit' }, {});
    const other = { ...composed, pair_column: { ...composed.pair_column, optional: false } };
    expect(digest({ parameters: { ...limma.parameters, ...other } })).not.toBe(
      digest({ parameters: { ...limma.parameters, ...composed } }),
    );
  });

  it.each([
    ['a column', { tables: { limma: { ...limma.tables.limma, columns: limma.tables.limma.columns.slice(1) } } }],
    ['a default', { parameters: { ...limma.parameters, padj: { ...limma.parameters.padj, default: 0.1 } } }],
  ])('changes with %s', (_, change) => {
    expect(digest(change)).not.toBe(digest());
  });

  it('stays with other words for the same thing', () => {
    const padj = { ...limma.parameters.padj, label: '别的名字', help: '别的说明' };
    expect(digest({ parameters: { ...limma.parameters, padj } })).toBe(digest());
  });

  it('changes with its code and with what that uses of the engine at second hand', () => {
    expect(digest({}, RUN.replace('fit_two(inputs, params)', 'fit_two(inputs, NULL)'))).not.toBe(digest());
    expect(digest({}, RUN, new Map([...ENGINE, ['CUT', 'CUT <- 4\n']]))).not.toBe(digest());
  });

  it('stays with comments and with functions that it does not use', () => {
    const told = `# What it does.\n${RUN.replace('\n', ' # so\n')}`;
    expect(digest({}, told)).toBe(digest());
    expect(digest({}, RUN, new Map([...ENGINE, ['idle', 'idle <- function() 2\n']]))).toBe(digest());
  });

  it('knows a sign of number within a text from a comment', () => {
    expect([...definitions('colour <- "#ff0000" # red\nother <- 1\n')]).toEqual([
      ['colour', 'colour <- "#ff0000"\n'],
      ['other', 'other <- 1\n'],
    ]);
  });
});

describe('a change under the same version', () => {
  const before = { a: { version: '1.0.0', digest: 'x' }, b: { version: '1.0.0', digest: 'y' } };
  it('names the tools of which nobody has said that they changed', () => {
    expect(unraised(before, { a: { version: '1.0.0', digest: 'z' }, b: before.b })).toEqual(['a']);
    expect(unraised(before, { a: { version: '1.0.1', digest: 'z' }, b: before.b })).toEqual([]);
    expect(unraised(before, { ...before, c: { version: '1.0.0', digest: 'new' } })).toEqual([]);
  });
});
