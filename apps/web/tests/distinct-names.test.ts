import { expect, test } from 'vitest';
import { distinctNames } from '../src/base/distinct-names.ts';

test('long names lose the words that they begin with in common', () => {
  const names = ['A375 melanoma cells treated with vemurafenib', 'A375 melanoma cells treated with vehicle (0.1% DMSO)'];
  expect([...distinctNames(names).values()]).toEqual(['…vemurafenib', '…vehicle (0.1% DMSO)']);
});

test('short names, a single name and names without a common head stay whole', () => {
  for (const names of [
    ['treated', 'treatment'],
    ['A375 melanoma cells treated with vemurafenib'],
    ['a long name of tumour samples', 'normal'],
  ])
    expect([...distinctNames(names).values()]).toEqual(names);
});

test('a name that is the head of another stays whole', () => {
  const names = ['cells of melanoma with DMSO', 'cells of melanoma with DMSO batch A'];
  expect([...distinctNames(names).keys()]).toEqual(names);
  expect(new Set(distinctNames(names).values()).size).toBe(2);
});
