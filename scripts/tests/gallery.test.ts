import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DRAWING_VERSION } from '@oncoloom/figures/file';
import { CHARTS } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { REFERENCES, TABLE_ENTRIES, TOOL_ENTRIES } from '../gallery/entries.ts';
import { galleryPage } from '../gallery/page.ts';

const gallery = join(import.meta.dirname, '../../docs/gallery');
const charts = [...TOOL_ENTRIES, ...TABLE_ENTRIES].map(({ chart }) => chart);

describe('the gallery', () => {
  it('shows every kind of figure once', () => {
    expect(charts.toSorted()).toEqual(CHARTS.toSorted());
  });

  it('is of the drawing that the code has', () => {
    expect(readFileSync(join(gallery, 'README.md'), 'utf8')).toBe(galleryPage(DRAWING_VERSION));
  });

  it.each(charts)('has the pictures of %s', (chart) => {
    const kinds = ['zh', 'en', ...(REFERENCES[chart] === undefined ? [] : ['reference'])];
    expect(kinds.filter((kind) => !existsSync(join(gallery, `${chart}.${kind}.png`)))).toEqual([]);
  });
});
