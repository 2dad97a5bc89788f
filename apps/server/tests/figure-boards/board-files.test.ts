import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BoardContent, type FigureBoard, NEW_BOARD } from '@oncoloom/contract';
import JSZip from 'jszip';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWholeServer, type WholeServer } from '../support/whole.ts';
import { type BoardUser, boardUser, contentOf, panelsOf } from './board-user.ts';

const folder = mkdtempSync(join(tmpdir(), 'oncoloom-board-'));
let whole: WholeServer;
let user: BoardUser;
let analysis: number;

beforeAll(async () => {
  whole = await createWholeServer();
  user = await boardUser(whole);
  analysis = await user.analysis();
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await whole.close();
});

const URL = '/api/figure_boards';

/** A board of four figures of one analysis. */
async function fourFigures(change: Partial<BoardContent> = {}): Promise<FigureBoard> {
  const { id } = (await user.call('POST', URL, { name: '图 1/总览' })).body as FigureBoard;
  const panels = panelsOf([
    [analysis, 'volcano'],
    [analysis, 'ma'],
    [analysis, 'volcano'],
    [analysis, 'ma'],
  ]);
  return (await user.call('PUT', `${URL}/${id}`, { revision: 1, name: '图 1/总览', content: contentOf(panels, change) })).body;
}

/** What a program of poppler says of a PDF. */
function poppler(program: string, pdf: Uint8Array, ...behind: string[]): string {
  const path = join(folder, 'board.pdf');
  writeFileSync(path, pdf);
  const { stdout, stderr } = spawnSync(program, [path, ...behind], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
}

describe('a board as PDF', { timeout: 60_000 }, () => {
  it('has its page, all panels with their letters, and only embedded typefaces', async () => {
    const { id } = await fourFigures();
    const { status, bytes, headers } = await user.file(`${URL}/${id}/file/pdf`);
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain('图_1_总览.pdf');
    // 174 × 120 mm.
    const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+) pts/.exec(poppler('pdfinfo', bytes)) ?? [];
    expect(Number(width)).toBeCloseTo((174 / 25.4) * 72, 0);
    expect(Number(height)).toBeCloseTo((120 / 25.4) * 72, 0);
    const words = poppler('pdftotext', bytes, '-').split(/\s+/);
    for (const letter of 'ABCD') expect(words.filter((word) => word === letter)).toHaveLength(1);
    expect(words.filter((word) => word === 'TP53').length).toBeGreaterThanOrEqual(2);
    const fonts = poppler('pdffonts', bytes).trim().split('\n').slice(2);
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/ yes yes yes\s+\d+\s+\d+$/);
  });

  it('tells its caption, made from those of the figures or the user’s own', async () => {
    const made = await fourFigures();
    const subject = async (id: number) => {
      const path = poppler('pdfinfo', (await user.file(`${URL}/${id}/file/pdf`)).bytes);
      return /Subject:\s+(.*)/.exec(path)?.[1] ?? '';
    };
    expect(await subject(made.id)).toMatch(/^A，火山图。.*B，MA 图。/);
    const own = { ...made.content, captions: { zh: '图 1 两组的差异。', en: null } };
    await user.call('PUT', `${URL}/${made.id}`, { revision: made.revision, name: 'a', content: own });
    expect(await subject(made.id)).toBe('图 1 两组的差异。');
  });
});

describe('a board as other files', { timeout: 60_000 }, () => {
  it('is a PNG and a TIFF of its page at their dots per inch', async () => {
    const { id } = await fourFigures();
    for (const [format, kind, dpi] of [
      ['png', 'png', 300],
      ['tiff', 'tiff', 300],
    ] as const) {
      const { status, bytes } = await user.file(`${URL}/${id}/file/${format}`);
      expect(status).toBe(200);
      const { format: found, width, height } = await sharp(bytes).metadata();
      expect([found, width, height]).toEqual([kind, Math.round((174 / 25.4) * dpi), Math.round((120 / 25.4) * dpi)]);
    }
  });

  it('is a slide of shapes, a group for each figure', async () => {
    const { id } = await fourFigures();
    const { bytes } = await user.file(`${URL}/${id}/file/pptx`);
    const slide = (await (await JSZip.loadAsync(bytes)).file('ppt/slides/slide1.xml')?.async('string')) ?? '';
    const groups = [...slide.matchAll(/<p:grpSp><p:nvGrpSpPr><p:cNvPr id="\d+" name="([^"]*)"/g)].map(([, name]) => name);
    expect(groups).toEqual(['图 1/总览', 'A', 'B', 'C', 'D']);
    const ids = [...slide.matchAll(/<p:cNvPr id="(\d+)"/g)].map(([, one]) => one);
    expect(new Set(ids).size).toBe(ids.length);
    expect(slide).toContain('<a:t>TP53</a:t>');
    expect(slide).not.toContain('<p:pic>');
  });

  it('follows a figure that is edited, and its ETag does', async () => {
    const own = await user.analysis();
    const { id } = (await user.call('POST', URL, { name: 'a' })).body;
    await user.call('POST', `${URL}/${id}/panels`, { analysis_id: own, figure: 'volcano' });
    const before = await user.file(`${URL}/${id}/file/svg`);
    const held = { 'if-none-match': String(before.headers.etag) };
    expect((await user.file(`${URL}/${id}/file/svg`, held)).status).toBe(304);
    const style = { plot_title: '改过的标题', up_color: '#123456' };
    expect((await user.call('POST', '/api/replot_analysis', { analysis_id: own, plot: 'volcano', style, save: true })).status).toBe(200);
    const after = await user.file(`${URL}/${id}/file/svg`, held);
    expect(after.status).toBe(200);
    for (const text of ['改过的标题', '#123456']) {
      expect(before.bytes.toString()).not.toContain(text);
      expect(after.bytes.toString()).toContain(text);
    }
    expect((await user.call('GET', `${URL}/${id}`)).body.sources[0].title.zh).toBe('改过的标题');
  });

  it('is written in one size, whatever sizes its figures have', async () => {
    const own = await user.analysis();
    await user.call('POST', '/api/replot_analysis', { analysis_id: own, plot: 'volcano', style: { font_size: 12 }, save: true });
    const { id } = (await user.call('POST', URL, { name: 'a' })).body;
    const panels = panelsOf([
      [own, 'volcano'],
      [analysis, 'volcano'],
    ]);
    const content = contentOf(panels, { font: { family: 'Arial', size: 6 }, letters: { ...NEW_BOARD.letters, style: 'none' } });
    await user.call('PUT', `${URL}/${id}`, { revision: 1, name: 'a', content });
    const svg = (await user.file(`${URL}/${id}/file/svg`)).bytes.toString();
    const sizes = [...svg.matchAll(/ font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    expect(sizes.length).toBeGreaterThan(2);
    // Numbers and names of 6 pt, titles of axes 13/12 of it; 12 units are 7 pt.
    const base = (6 * 12) / 7;
    for (const size of sizes) expect(size).toBeLessThanOrEqual((base * 13) / 12 + 0.01);
  });

  it('says what to do where a figure has no room', async () => {
    const { id } = (await user.call('POST', URL, { name: 'a' })).body;
    const [panel] = panelsOf([[analysis, 'volcano']]);
    const content = contentOf([{ ...(panel as NonNullable<typeof panel>), width: 15, height: 15 }]);
    await user.call('PUT', `${URL}/${id}`, { revision: 1, name: 'a', content });
    expect(await user.call('GET', `${URL}/${id}/file/pdf`)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/^图 A：.*请/) },
    });
  });
});
