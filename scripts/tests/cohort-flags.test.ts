import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { COHORTS } from '@oncoloom/contract';
import { describe, expect, it } from 'vitest';
import { flagsOf, GROUPS_SHEET, normalsOf, TOIL_SHEET } from '../cohort-flags.ts';

const sheets = join(process.env.ONCOLOOM_SHARED ?? join(import.meta.dirname, '../../../shared/data'), 'formats');
const missing = [TOIL_SHEET, GROUPS_SHEET].some((name) => !existsSync(join(sheets, name)));

const pairOf = (code: string) => COHORTS.filter((cohort) => cohort.code === code).map(({ onlyTcga, tcgaGtex }) => [onlyTcga, tcgaGtex]);

describe('the sources of normal samples', () => {
  it('has 33 cohorts, and the four pairs that are given', () => {
    expect(new Set(COHORTS.map(({ code }) => code)).size).toBe(33);
    expect(pairOf('acc')).toEqual([[0, 1]]);
    expect(pairOf('chol')).toEqual([[1, 0]]);
    expect(pairOf('meso')).toEqual([[0, 0]]);
    expect(pairOf('uvm')).toEqual([[0, 0]]);
  });

  it('follows from the public sample sheets', (context) => {
    if (missing) context.skip(`needs ${TOIL_SHEET} and ${GROUPS_SHEET} in ${sheets}`);
    const normals = normalsOf(sheets);
    expect(Object.fromEntries(COHORTS.map(({ code, onlyTcga, tcgaGtex }) => [code, { onlyTcga, tcgaGtex }]))).toEqual(
      Object.fromEntries([...normals].map(([code, counts]) => [code, flagsOf(counts)])),
    );
    // Hand-picked ends of the rule: three normals are enough and two are not; blood and cell lines are no tissue of GTEx.
    expect(normals.get('cesc')).toEqual({ tcga: 3, gtex: 10 });
    expect(normals.get('sarc')?.tcga).toBe(2);
    expect(normals.get('laml')?.gtex).toBe(0);
    expect(normals.get('thym')?.gtex).toBe(0);
  });
});
