import { COHORTS, type Cohort } from '@oncoloom/contract';
import { expect, test } from 'vitest';
import { chooseCohorts } from '../../src/data-download/choose-cohorts.ts';

const cohorts = COHORTS.map(
  ({ code, name, english, onlyTcga, tcgaGtex }): Cohort => ({
    code,
    label: `TCGA-${code.toUpperCase()}`,
    name,
    english,
    installed: code === 'luad',
    only_tcga: onlyTcga,
    tcga_gtex: tcgaGtex,
    usable: { tumour_vs_normal: false, with_gtex: false, OS: false, PFI: false },
    samples: null,
    normals: null,
    events: null,
    source: null,
    release: null,
    simulated: false,
    matrices: {},
    clinical: {},
    survival: {},
    notes: [],
  }),
);
const codes = (...args: [Parameters<typeof chooseCohorts>[1], string]) => chooseCohorts(cohorts, ...args).map(({ code }) => code);

test('a query meets code, label, Chinese and English names, in any case', () => {
  expect(codes('all', 'luad')).toEqual(['luad']);
  expect(codes('all', 'TCGA-LUAD')).toEqual(['luad']);
  expect(codes('all', '肺')).toEqual(['luad', 'lusc']);
  expect(codes('all', 'Lung  SQUAMOUS')).toEqual(['lusc']);
  expect(codes('all', ' ')).toHaveLength(33);
  expect(codes('all', '骨')).toEqual([]);
});

test('filters go by the sources of normals and by what is installed', () => {
  expect(codes('tcga', '')).toHaveLength(21);
  expect(codes('gtex', '')).toHaveLength(24);
  expect(codes('gtex', '肾')).toEqual(['acc', 'kich', 'kirc', 'kirp']);
  expect(codes('installed', '')).toEqual(['luad']);
  // A few genes of a cohort are not the cohort.
  expect(codes('whole', '')).toEqual([]);
});
