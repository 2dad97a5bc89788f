import { describe, expect, it } from 'vitest';
import { layout } from '../src/kinds/heatmap/layout.ts';
import { figureData, tableFrom } from './support/figures.ts';

const COLUMNS = { label: 'gene', sample: 'sample', group: 'group' };

/** A heatmap of so many rows and columns, its rows parted after the second. */
function drawn(
  rows: number,
  columns: number,
  words: Record<string, string> = {},
  style: Record<string, string | boolean | readonly string[]> = {},
) {
  const samples = Array.from({ length: columns }, (_, i) => `s${i}`);
  const values = () => Float64Array.from({ length: rows }, (_, i) => i);
  const tables = {
    cells: tableFrom({
      gene: Array.from({ length: rows }, (_, i) => `g${i}`),
      ...Object.fromEntries(samples.map((sample) => [sample, values()])),
    }),
    breaks: tableFrom({ side: ['row', 'column', 'row'], after: Float64Array.of(2, 1, rows) }),
    tree: tableFrom({
      side: ['column'],
      position_from: Float64Array.of(1),
      height_from: Float64Array.of(1),
      position_to: Float64Array.of(2),
      height_to: Float64Array.of(1),
    }),
  };
  return layout(figureData('heatmap', COLUMNS, tables, { show_samples: true, show_genes: true, ...style }, words), {
    width: 700,
    height: 500,
  });
}

describe('blocks of a heatmap', () => {
  it('part in the middle between two rows and two columns, and not beyond the last', () => {
    const { gaps, cells } = drawn(4, 3);
    expect(gaps).toHaveLength(2);
    const [across, down] = gaps;
    expect((across?.y ?? 0) + (across?.height ?? 0) / 2).toBeCloseTo(cells.y + cells.height / 2, 6);
    expect(across?.width).toBe(cells.width);
    expect((down?.x ?? 0) + (down?.width ?? 0) / 2).toBeCloseTo(cells.x + cells.width / 3, 6);
  });

  it('hide no row however many there are', () => {
    const { gaps, cells } = drawn(400, 3);
    expect(gaps[0]?.height).toBeLessThan(cells.height / 400);
  });

  it('say how the columns were clustered, in the language of the figure', () => {
    expect(drawn(4, 3).below.text).toBe('3 个样本（ward.D2，欧氏距离）');
    expect(drawn(4, 3, { column_clustering: 'average，相关距离' }).below.text).toBe('3 个样本（average，相关距离）');
    const english = drawn(
      4,
      3,
      { column_clustering: 'complete，欧氏距离' },
      { figure_language: 'en', said: ['complete，欧氏距离', 'complete, Euclidean distance'] },
    );
    expect(english.below.text).toBe('3 samples (complete, Euclidean distance)');
  });

  it('tell of rows and of samples whose names have no room', () => {
    const { note } = drawn(400, 300);
    expect(note).toContain('400 个基因');
    expect(note).toContain('300 个样本');
  });
});
