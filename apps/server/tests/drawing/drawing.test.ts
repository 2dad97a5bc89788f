import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeStyle } from '@oncoloom/tool-kit';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { Drawing, type DrawRequest, type Turn } from '../../src/drawing/drawing.ts';
import { told, tool, volcano } from './example.ts';

const folder = mkdtempSync(join(tmpdir(), 'oncoloom-drawing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A thread that does what the format says: `pdf` is drawn, anything else goes wrong. */
const thread = join(folder, 'thread.mjs');
writeFileSync(
  thread,
  `let running = 0;
let most = 0;
export default async function draw({ format }) {
  running += 1;
  most = Math.max(most, running);
  await new Promise((resolve) => setTimeout(resolve, 5));
  running -= 1;
  if (format === 'svg') for (;;);
  if (format === 'png') process.exit(3);
  if (format === 'tiff') { const all = []; for (;;) all.push({ text: 'x'.repeat(10) + all.length }); }
  if (format === 'pptx') throw new Error('secret path');
  return { file: new Uint8Array([most]) };
}
`,
);

const MINE: Turn = { owner: 'me', waitingMax: 100 };
const request: DrawRequest = {
  figure: volcano,
  tables: {},
  style: completeStyle(tool, 'volcano', {}, {}),
  words: {},
  notices: [],
  format: 'pdf',
};

describe('a drawing thread', () => {
  let drawing: Drawing;
  let told: unknown[];
  const start = (timeoutMs: number, worker?: string) => {
    told = [];
    drawing = new Drawing((error) => told.push(error), { timeoutMs, memoryMb: 64 }, worker);
  };
  afterEach(() => drawing.stop());

  it.each([
    ['hangs', 'svg', /^这张图画了 3 秒还没有画完，已经停下。/],
    ['dies', 'png', /^文件没有画出来。请再下载一次/],
    ['needs too much memory', 'tiff', /^画这张图用的内存超过了上限/],
    ['fails', 'pptx', /^文件没有画出来。请再下载一次/],
  ] as const)('that %s is told of in a sentence, and the next figure is drawn', async (_, format, sentence) => {
    start(format === 'svg' ? 3_000 : 45_000, thread);
    const [bad, good] = await Promise.allSettled([drawing.draw({ ...request, format }, MINE), drawing.draw(request, MINE)]);
    expect(bad).toMatchObject({ status: 'rejected', reason: { name: 'ApiError', status: 500, message: expect.stringMatching(sentence) } });
    expect(good.status).toBe('fulfilled');
    expect(told).toHaveLength(1);
  });

  it('draws one figure after the other', async () => {
    start(45_000, thread);
    const files = await Promise.all([1, 2, 3, 4].map(() => drawing.draw(request, MINE)));
    expect(files.map(([most]) => most)).toEqual([1, 1, 1, 1]);
  });
});

describe('the built drawing thread', () => {
  const drawing = new Drawing(() => undefined);
  afterAll(() => drawing.stop());
  const points = (header: string, ...rows: string[]): DrawRequest => {
    const path = join(folder, 'points.tsv');
    writeFileSync(path, `${[header, ...rows].join('\n')}\n`);
    const declaration = told.tables.limma;
    if (declaration === undefined) throw new Error('limma has no table');
    return { ...request, tables: { points: { path, declaration } } };
  };

  it('draws a stored table', async () => {
    const drawn = points('gene\tlogFC\tAveExpr\tt\tP.Value\tadj.P.Val\tB', 'TP53\t3\t5\t2\t1e-9\t1e-7\t3', 'EGFR\t0.1\t5\t2\t0.5\t0.7\t3');
    const svg = Buffer.from(await drawing.draw({ ...drawn, format: 'svg' }, MINE)).toString('utf8');
    expect(svg).toContain('上调');
  });

  it('says in a sentence why data have no such figure', async () => {
    const refused = drawing.draw({ ...points('gene', 'TP53'), format: 'pdf' }, MINE);
    await expect(refused).rejects.toMatchObject({ name: 'ApiError', status: 422, message: expect.stringMatching(/图需要的/) });
  });
});
