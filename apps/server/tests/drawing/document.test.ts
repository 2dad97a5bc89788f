import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it, vi } from 'vitest';
import { documentFile } from '../../src/drawing/document.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'document-'));
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

it('is one PDF of several pages whose texts can be found, in embedded typefaces', async () => {
  const table = join(folder, 'rows.tsv');
  await writeFile(table, `sample\tvalue\n${Array.from({ length: 90 }, (_, i) => `芯片${i + 1}\t${i / 7}`).join('\n')}\n`);
  vi.stubEnv('TMPDIR', folder);
  const bytes = await documentFile({
    about: {
      title: '质量评估报告',
      task: '第一批',
      facts: [],
      summary: '好',
      points: [],
      methods: '方法段落',
      citations: ['Kauffmann A.'],
    },
    contents: [
      { formula: ['*H*~upper~ + ', { over: ['1'], under: ['*n*'] }] },
      {
        table: 'rows',
        columns: [
          { column: 'sample', width: 1 },
          { column: 'value', width: 1, digits: 3 },
        ],
      },
    ],
    words: {},
    tables: {
      rows: {
        path: table,
        declaration: {
          title: '行',
          role: 'result',
          columns: [
            { name: 'sample', type: 'text', title: '芯片' },
            { name: 'value', type: 'number', title: '数值' },
          ],
        },
      },
    },
    figures: [],
    notice: '模拟演示数据',
  });
  const path = join(folder, 'document.pdf');
  await writeFile(path, bytes);
  const { stdout: info } = await run('pdfinfo', [path]);
  expect(info).toMatch(/Pages:\s+3/);
  expect(info).toMatch(/Page size:.*A4/);
  const { stdout: text } = await run('pdftotext', ['-layout', path, '-']);
  const pages = text.split('\f').slice(0, 3);
  pages.forEach((page, i) => {
    if (i < 2) expect(page).toMatch(/芯片 +数值/);
    expect(page).toMatch(new RegExp(`模拟演示数据 +第 ${i + 1} 页，共 3 页`));
  });
  expect(pages[0]).toContain('质量评估报告');
  expect(pages[2]).toContain('Kauffmann A.');
  const { stdout: fonts } = await run('pdffonts', [path]);
  const embedded = fonts
    .split('\n')
    .slice(2)
    .filter((line) => line !== '');
  expect(embedded.length).toBeGreaterThan(0);
  for (const font of embedded) expect(font).toMatch(/ yes (yes|no) +(yes|no) +\d+/);
  // Nothing of the pages stays behind.
  expect((await readdir(folder)).sort()).toEqual(['document.pdf', 'rows.tsv']);
});
