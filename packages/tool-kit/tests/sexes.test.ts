import type { MatrixFacts } from '@oncoloom/contract';
import { expect, test } from 'vitest';
import { proposeSexes } from '../src/metadata/sexes.ts';
import all from './sexes-of-all.json' with { type: 'json' };

/** Real arrays: the leukaemias of the package ALL, 42 women, 83 men and 3 of whom nothing is written; `sexes-of-all.json` says of which probes. */
const told = (sex: readonly string[]) =>
  proposeSexes({ samples: all.samples }, [{ name: 'sex', values: sex }], { kind: 'log', sexGenes: all.genes } satisfies Pick<
    MatrixFacts,
    'kind' | 'sexGenes'
  >);

test('of real arrays the three whose genes are plainly those of the other sex are told', () => {
  const [found] = told(all.sex);
  expect(found?.samples).toEqual(['04016', '22010', '36002']);
  expect(found?.reasons[1]).toBe('写的是「F」，表达像男性：XIST 3.1，Y 染色体基因 7.3（log2）');
});

test('of the others no one is told, and whoever is written wrongly is', () => {
  const right = new Map([
    ['04016', 'F'],
    ['22010', 'M'],
    ['36002', 'F'],
  ]);
  const mended = all.sex.map((sex, i) => right.get(all.samples[i] ?? '') ?? sex);
  expect(told(mended)).toEqual([]);
  let missed = 0;
  for (const [i, sex] of mended.entries()) {
    if (sex === '') continue;
    const found = told(mended.with(i, sex === 'F' ? 'M' : 'F'))[0]?.samples ?? [];
    if (found.length === 0) missed += 1;
    else expect(found).toEqual([all.samples[i]]);
  }
  // A blast may have lost its Y, or the silence of its X: of those the rule is silent.
  expect(missed).toBeLessThanOrEqual(12);
});
