import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToldTable } from '@oncoloom/tool-kit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordFile } from '../../src/drawing/word/index.ts';
import { figureScale } from '../../src/drawing/word/report.ts';
import type { ReportBlock } from '../../src/drawing/word/request.ts';
import { unzip } from '../support/unzip.ts';

const folder = await mkdtemp(join(tmpdir(), 'word-report-'));
afterAll(() => rm(folder, { recursive: true }));
const picture = join(folder, 'figure.png');

beforeAll(async () => {
  await sharp({ create: { width: 30, height: 20, channels: 3, background: '#888' } })
    .png()
    .toFile(picture);
});

/** A table, which is wider than an upright page where it has many columns. */
function tableBlock(number: number, columns = 2): ReportBlock {
  const names = Array.from({ length: columns }, (_, i) => (i === 0 ? 'gene' : `p${i}`));
  const path = join(folder, `table${columns}.tsv`);
  writeFileSync(path, `${names.join('\t')}\n${names.map((_, i) => (i === 0 ? 'TP53' : '0.01')).join('\t')}\n`);
  const declaration: ToldTable = {
    title: '表',
    role: 'result',
    columns: names.map((name) => ({ name, type: name === 'gene' ? 'gene' : 'p', title: name === 'gene' ? '基因' : '校正后的P' })),
  };
  return { kind: 'table', number, table: { source: { path, declaration }, caption: `第 ${number} 张`, notes: [], language: 'zh' } };
}

async function written(blocks: ReportBlock[]): Promise<{ xml: string; files: Map<string, Buffer> }> {
  const files = unzip(Buffer.from(await wordFile({ title: '材料', report: { language: 'zh', blocks } })));
  return { xml: files.get('word/document.xml')?.toString() ?? '', files };
}
const texts = (xml: string): string[] =>
  [...xml.matchAll(/<w:p>(.*?)<\/w:p>|<w:p (.*?)<\/w:p>/gs)].map(([paragraph]) =>
    [...paragraph.matchAll(/<w:t[^>]*>([^<]*)</g)].map(([, text]) => text).join(''),
  );

describe('a long document', () => {
  it('has headings, text with raised citations, numbered tables, pictures with their legends and a list of works', async () => {
    const { xml, files } = await written([
      { kind: 'title', text: '课题' },
      { kind: 'heading', level: 1, text: '方法' },
      { kind: 'text', runs: [{ text: '用 limma' }, { text: '[1]', superScript: true }, { text: '。' }] },
      tableBlock(1),
      tableBlock(2),
      { kind: 'figure', figure: { path: picture, width: 3, height: 2, legend: '图 1　火山图。', alternative: '火山图' } },
      { kind: 'reference', text: '[1] RITCHIE M E.' },
    ]);
    expect(texts(xml).filter((text) => text !== '')).toEqual([
      '课题',
      '方法',
      '用 limma[1]。',
      ...['表 1　第 1 张', '基因', '校正后的P', 'TP53', '0.010'],
      ...['表 2　第 2 张', '基因', '校正后的P', 'TP53', '0.010'],
      '图 1　火山图。',
      '[1] RITCHIE M E.',
    ]);
    expect(xml.match(/w:pStyle w:val="(Title|Heading1)"/g)).toHaveLength(2);
    expect(xml).toMatch(/<w:vertAlign w:val="superscript"\/>.*?\[1\]/s);
    expect([...files.keys()].filter((path) => path.endsWith('.png'))).toHaveLength(1);
    // 3 × 2 inches, as Word measures: 914,400 to an inch.
    expect(xml).toContain('<wp:extent cx="2743200" cy="1828800"/>');
    expect(xml).toContain('火山图');
  });

  it('turns the page for a wide table alone', async () => {
    const { xml } = await written([tableBlock(1), tableBlock(2, 20), tableBlock(3)]);
    expect([...xml.matchAll(/<w:pgSz [^>]*w:orient="(\w+)"/g)].map(([, way]) => way)).toEqual(['portrait', 'landscape', 'portrait']);
  });

  it('prints a figure at its size, and smaller only where the page ends', () => {
    expect(figureScale({ width: 7.2, height: 5 })).toBe(1);
    expect(figureScale({ width: 15, height: 5 })).toBeCloseTo(0.499, 2);
    expect(figureScale({ width: 3, height: 20 })).toBeLessThan(0.5);
  });
});
