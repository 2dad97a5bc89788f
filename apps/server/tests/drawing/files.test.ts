import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIGURE_FORMATS, type FigureFormat } from '@oncoloom/figures/file';
import { both } from '@oncoloom/tool-kit';
import JSZip from 'jszip';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figureFile } from '../../src/drawing/files.ts';
import { CAPTION, drawVolcano, NOTICE } from './example.ts';

const folder = mkdtempSync(join(tmpdir(), 'oncoloom-figures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GENES = ['TP53', 'HLA-DRB1', ...Array.from({ length: 300 }, (_, i) => `GENE${i}`)];
const TITLE = '肿瘤与癌旁 (TP53)';
const FORMATS = Object.keys(FIGURE_FORMATS) as FigureFormat[];

let files: Record<FigureFormat, Buffer>;
beforeAll(async () => {
  const drawn = await drawVolcano(GENES, { plot_title: TITLE });
  const made = await Promise.all(FORMATS.map(async (format) => [format, Buffer.from(await figureFile(drawn, format))] as const));
  files = Object.fromEntries(made) as Record<FigureFormat, Buffer>;
});

/** What a program of poppler says of a PDF. */
function poppler(program: string, pdf: Uint8Array, ...behind: string[]): string {
  const path = join(folder, 'figure.pdf');
  writeFileSync(path, pdf);
  const { stdout, stderr } = spawnSync(program, [path, ...behind], { encoding: 'utf8' });
  // Poppler tells here of what it could not read.
  expect(stderr).toBe('');
  return stdout;
}

/** Values of a TIFF's first directory by tag; of a fraction, its quotient. */
function tiffTags(tiff: Buffer): Map<number, number> {
  expect(tiff.toString('latin1', 0, 2)).toBe('II');
  const directory = tiff.readUInt32LE(4);
  const entries = Array.from({ length: tiff.readUInt16LE(directory) }, (_, i) => directory + 2 + 12 * i);
  return new Map(
    entries.map((at) => {
      const [tag, type, place] = [tiff.readUInt16LE(at), tiff.readUInt16LE(at + 2), at + 8];
      if (type === 5) return [tag, tiff.readUInt32LE(tiff.readUInt32LE(place)) / tiff.readUInt32LE(tiff.readUInt32LE(place) + 4)];
      return [tag, type === 3 ? tiff.readUInt16LE(place) : tiff.readUInt32LE(place)];
    }),
  );
}

describe('a figure as PDF', () => {
  it('has the printed size and only embedded typefaces', () => {
    expect(poppler('pdfinfo', files.pdf)).toMatch(/Page size:\s+240\.9\d* x 198\.4\d* pts/);
    const fonts = poppler('pdffonts', files.pdf).trim().split('\n').slice(2);
    expect(fonts.length).toBeGreaterThan(1);
    for (const font of fonts) expect(font).toMatch(/ yes yes yes\s+\d+\s+\d+$/);
  });

  it('can be searched for Chinese, genes and the notice', () => {
    const text = poppler('pdftotext', files.pdf, '-');
    for (const part of ['肿瘤与癌旁', 'TP53', 'HLA-DRB1', NOTICE]) expect(text).toContain(part);
  });

  it('paints the points where the picture has them', async () => {
    const path = join(folder, 'points.pdf');
    writeFileSync(path, files.pdf);
    spawnSync('pdftoppm', ['-r', '300', '-png', '-singlefile', path, join(folder, 'points')]);
    const [width, height] = [1004, 827];
    const dots = (input: string | Buffer) =>
      sharp(input).resize(width, height, { fit: 'fill' }).flatten({ background: '#fff' }).removeAlpha();
    const [painted, picture] = await Promise.all([join(folder, 'points.png'), files.png].map((one) => dots(one).raw().toBuffer()));
    const red = (bytes: Buffer | undefined) => {
      let count = 0;
      for (let i = 0; i < (bytes?.length ?? 0); i += 3) if ((bytes?.[i] ?? 0) > (bytes?.[i + 1] ?? 0) + 60) count += 1;
      return count;
    };
    expect(red(picture)).toBeGreaterThan(1000);
    expect(red(painted) / red(picture)).toBeCloseTo(1, 1);
    const differing = painted?.filter((value, i) => Math.abs(value - (picture?.[i] ?? 0)) > 128).length ?? 0;
    expect(differing / (painted?.length ?? 1)).toBeLessThan(0.01);
  });

  it('tells its title, caption and notice as properties', () => {
    const info = poppler('pdfinfo', files.pdf);
    expect(info).toMatch(/^Title: +火山图$/m);
    expect(info).toContain(NOTICE);
    expect(info).toContain(CAPTION);
    expect(info).toMatch(/^Producer: +cairo/m);
  });
});

describe.each([
  ['png', 300],
  ['png600', 600],
  ['tiff', 300],
  ['tiff600', 600],
] as const)('a figure as %s', (format, dpi) => {
  it('has the dots of its millimetres', async () => {
    const { width, height, density } = await sharp(files[format]).metadata();
    expect([width, height]).toEqual([Math.round((85 / 25.4) * dpi), Math.round((70 / 25.4) * dpi)]);
    expect(density).toBe(dpi);
  });

  it('is drawn on white, and not empty', async () => {
    const { data, info } = await sharp(files[format]).flatten({ background: '#000' }).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
    const dark = data.filter((value) => value < 100).length / info.channels;
    expect(dark).toBeGreaterThan(1000);
  });

  it('carries title, caption and notice', async () => {
    const { xmpAsString = '' } = await sharp(files[format]).metadata();
    expect(xmpAsString).toContain('>火山图<');
    expect(xmpAsString).toContain(NOTICE);
    expect(xmpAsString).toContain('&lt;P &lt; 0.05&gt; &amp;');
  });
});

it.each([
  ['tiff', 300],
  ['tiff600', 600],
] as const)('writes %s as journals take it', (format, dpi) => {
  const tags = tiffTags(files[format]);
  // LZW; red, green and blue without transparency; dots per inch.
  expect([tags.get(259), tags.get(262), tags.get(277), tags.get(296)]).toEqual([5, 2, 3, 2]);
  expect(tags.get(282)).toBeCloseTo(dpi, 3);
  expect(tags.get(283)).toBeCloseTo(dpi, 3);
});

it('describes itself in SVG', () => {
  const svg = files.svg.toString('utf8');
  expect(svg).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<svg /);
  expect(/<desc>([\s\S]*?)<\/desc>/.exec(svg)?.[1]).toBe(
    `${NOTICE}\n火山图：上调 2 个\n各点是一个基因 &lt;P &lt; 0.05&gt; &amp; &quot;其他&quot;。`,
  );
  expect(svg).toContain(`>${NOTICE}</text>`);
});

describe('a figure as PPTX', () => {
  let zip: JSZip;
  const part = (path: string) => zip.file(path)?.async('string') ?? Promise.reject(new Error(`no ${path}`));
  beforeAll(async () => {
    zip = await JSZip.loadAsync(files.pptx);
  });

  it('is one slide whose parts are all there and declared', async () => {
    const paths = Object.keys(zip.files).filter((path) => !zip.files[path]?.dir);
    expect(paths.filter((path) => /^ppt\/slides\/[^/]+$/.test(path))).toEqual(['ppt/slides/slide1.xml']);
    const types = await part('[Content_Types].xml');
    for (const path of paths.filter((one) => one !== '[Content_Types].xml')) {
      expect(types.includes(`PartName="/${path}"`) || types.includes(`Extension="${path.split('.').at(-1)}"`)).toBe(true);
    }
    expect(types).toContain('Extension="svg" ContentType="image/svg+xml"');
    for (const rels of paths.filter((path) => path.endsWith('.rels'))) {
      const base = new URL(`http://x/${rels.replace('_rels/', '').replace(/\.rels$/, '')}`);
      for (const [, target] of (await part(rels)).matchAll(/Target="([^"]+)"/g)) {
        expect(paths).toContain(decodeURI(new URL(target ?? '', base).pathname.slice(1)));
      }
    }
  });
});

it('refuses a picture of more dots than fit the memory, with what to do', async () => {
  const drawn = await drawVolcano(GENES, { plot_pdf_width: 20, plot_pdf_height: 20 });
  await expect(figureFile(drawn, 'tiff600')).rejects.toThrow(/12000 × 12000 个像素，太大.*300 dpi/);
});

describe('hostile texts', () => {
  const HOSTILE = [
    `control \u0000\u0007\u001b[31m`,
    '<script>alert(1)</script>',
    ']]> -->&amp;&#x0;',
    '‮שלום‬ مرحبا',
    'x'.repeat(80),
    '极'.repeat(80),
    '\ud800 half a letter \uffff',
  ];

  it.each(FORMATS)('are drawn as text into %s', async (format) => {
    const style = { plot_title: HOSTILE.join(' ').slice(0, 120), label_top: HOSTILE.length };
    const drawn = await drawVolcano([...HOSTILE, ...GENES], style, [both(`${NOTICE} <&\u0001>`)]);
    const file = Buffer.from(await figureFile(drawn, format));
    expect(file.length).toBeGreaterThan(1000);
    if (format === 'pdf') expect(poppler('pdftotext', file, '-')).toContain('</script>');
    const refused = ['<script', '\u0000', '\u0001', '\u001b', '\uffff'];
    if (format === 'svg') expect(refused.filter((one) => file.toString('utf8').includes(one))).toEqual([]);
  });
});
