import { describe, expect, it } from 'vitest';
import { GENE_REPORT_FOLLOWS, GENE_REPORT_PARTS, geneReportPoints } from '../src/gene-report.ts';

const sum = (points: readonly number[]) => points.reduce((all, one) => all + one, 0);

describe('points of a report', () => {
  it('are together the share of their sum, rounded up, and each is within a point of its own', () => {
    for (const points of [
      [2, 3, 3, 5, 3, 3, 3, 8],
      [1, 1],
      [3, 8],
      [2, 0, 3],
      [1, 2, 3, 4, 5, 6, 7],
    ]) {
      const costs = geneReportPoints(points);
      expect(sum(costs)).toBe(Math.ceil(0.8 * sum(points)));
      for (const [i, cost] of costs.entries()) expect(Math.abs(cost - 0.8 * (points[i] ?? 0))).toBeLessThan(1);
    }
  });

  it('of one analysis that is not free are its own, and what is free stays so', () => {
    expect(geneReportPoints([0, 3, 0])).toEqual([0, 3, 0]);
    expect(geneReportPoints([0, 0])).toEqual([0, 0]);
    expect(geneReportPoints([5, 0, 5])[1]).toBe(0);
  });
});

it('a part stands behind the one that it follows', () => {
  for (const [part, before] of Object.entries(GENE_REPORT_FOLLOWS)) {
    const names: readonly string[] = GENE_REPORT_PARTS;
    expect(names.indexOf(before)).toBeLessThan(names.indexOf(part));
  }
});
