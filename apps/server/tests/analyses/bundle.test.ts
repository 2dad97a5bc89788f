import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { bundleStream } from '../../src/analyses/results/bundle.ts';
import type { Requested } from '../../src/analyses/results/rendering.ts';
import type { AnalysisRecord, StoredResult } from '../../src/analyses/tables.ts';
import { ToolRegistry } from '../../src/analyses/tools.ts';
import { ApiError } from '../../src/platform/errors.ts';
import { finishedAnalysis } from '../support/finished-analysis.ts';
import { unzip } from '../support/unzip.ts';

const folder = mkdtempSync(join(tmpdir(), 'oncoloom-bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'stored'), 'bytes');

const tools = new ToolRegistry();
const tool = tools.require('limma_differential_analysis');
const result: StoredResult = {
  facts: {},
  tables: Object.keys(tool.tables).map((id) => ({ id, sha256: id, bytes: 5, rows: 1, columns: [] })),
  findings: [],
  seed: 1,
  versions: {},
  seconds: { read: 0, analyse: 0, write: 0 },
};
const analysis = finishedAnalysis(tool, result, { volcano: { up_color: '#123456' } });

/** The bundle, where making the files of the volcano ends with this error. */
async function bundleWith(failure: Error, stored = join(folder, 'stored')) {
  const find = async (_: AnalysisRecord, key: string): Promise<Requested> => {
    const make = async () => {
      if (key === 'volcano_pdf') throw failure;
      return { sha256: 'drawn', size: 5 };
    };
    const meaning = { kind: 'bundle' } as const;
    const item = { file_key: key, filename: key, kind: 'figure', title: '', media_type: '', size: null, meaning, listed: true } as const;
    return { item, key, make };
  };
  const parts = { storage: { path: async () => stored }, cohorts: { release: async () => undefined }, tools };
  return unzip(await buffer(await bundleStream(parts, { find }, tool, analysis, result)));
}

it('tells of a figure that its data do not give, and has everything else', async () => {
  const files = await bundleWith(new ApiError(422, '图需要的数值列「logFC」不在表里'));
  expect(files.get('figures/volcano.txt')?.toString()).toBe('没有画这张图：图需要的数值列「logFC」不在表里\n');
  expect(files.has('figures/volcano.pdf')).toBe(false);
  expect(JSON.parse(files.get('figures/volcano.json')?.toString() ?? '')).toMatchObject({
    chart: 'volcano',
    tables: { points: 'tables/limma.tsv' },
    style: { up_color: '#123456' },
  });
  for (const path of ['figures/ma.pdf', 'figures/ma.svg', 'tables/limma.tsv', 'reproduce.R']) expect(files.has(path)).toBe(true);
  for (const path of ['word/limma.docx', 'word/volcano_legend.docx']) expect(files.has(path)).toBe(true);
  expect(files.get('SHA256SUMS')?.toString()).toContain('  figures/volcano.txt\n');
});

it('is not made where a file could not be drawn for now', async () => {
  await expect(bundleWith(new ApiError(500, '文件没有画出来'))).rejects.toThrow('文件没有画出来');
});

it('is not made, and nothing else ends, where a stored file is gone', async () => {
  await expect(bundleWith(new ApiError(422, '没有'), join(folder, 'gone'))).rejects.toThrow('ENOENT');
});
