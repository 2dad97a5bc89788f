import sharp from 'sharp';
import { expect, inject, it } from 'vitest';

/** What tools find in their built-in examples, asked for without an account. */

const ask = async (path: string) => {
  const url = await (await fetch(inject('serverDesk'))).text();
  return fetch(`${url}/api/examples/${path}`);
};

it('shows a visitor the first figure of a plot, and the same to everybody', async () => {
  const first = await ask('volcano_plot_analysis/figure.webp');
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(first.headers.get('cache-control')).toMatch(/^public/);
  const bytes = Buffer.from(await first.arrayBuffer());
  const { width } = await sharp(bytes).metadata();
  expect(width).toBe(960);
  // A picture of something.
  const { channels } = await sharp(bytes).greyscale().stats();
  expect(channels[0]?.stdev).toBeGreaterThan(5);
  const again = await ask('volcano_plot_analysis/figure.webp');
  expect(Buffer.from(await again.arrayBuffer())).toEqual(bytes);
});

it('says what the first tool finds, and nothing of tools that no page shows', async () => {
  const answer = (await (await ask('limma_differential_analysis')).json()) as { about: string; headline: string };
  expect(answer.headline).toMatch(/上调 \d+/);
  expect(answer.about).not.toBe('');
  expect((await ask('go_enrichment')).status).toBe(404);
  expect((await ask('no_such_tool')).status).toBe(404);
});

it('shows each kind of plot that a form offers as a figure of its own', async () => {
  const kinds = ['dot', 'bar', 'cnet', 'emap', 'circle', 'upset'];
  const pictures = await Promise.all(
    kinds.map(async (kind) => {
      const answer = await ask(`go_plot/figure.webp?option=${kind}`);
      expect([kind, answer.status]).toEqual([kind, 200]);
      const picture = Buffer.from(await answer.arrayBuffer());
      const { channels } = await sharp(picture).greyscale().stats();
      expect(channels[0]?.stdev).toBeGreaterThan(5);
      return picture.toString('base64');
    }),
  );
  expect(new Set(pictures).size).toBe(kinds.length);
  const [apart, together] = await Promise.all(['false', 'true'].map((option) => ask(`gsea_plot/figure.webp?option=${option}`)));
  expect([apart?.status, together?.status]).toEqual([200, 200]);
  expect((await ask('go_plot/figure.webp?option=cake')).status).toBe(404);
  expect((await ask('go_plot/figure.webp')).status).toBe(404);
});
