/**
 * `npm run font-metrics`: measures the letters of the figures' typefaces in Debian's Chromium and writes
 * packages/figures/src/text/metrics.json. Run it when a typeface or a letter is added; e2e/font-metrics.spec.ts compares.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { BROWSER } from '../e2e/support/browser.ts';
import { FACES, KERNED, MEASURED, VARIANTS } from '../packages/figures/src/text/faces.ts';

/** Units of the em square of the Liberation faces: at this size in pixels all widths are whole numbers. */
const EM = 2048;

interface Request {
  em: number;
  faces: [name: string, stack: string][];
  variants: readonly string[];
  letters: readonly string[];
  kerned: readonly string[];
}

/** Runs in the page. */
function measure({ em, faces, variants, letters, kerned }: Request) {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('no canvas');
  const measured: Record<string, { widths: number[]; kerning: Record<string, string> }> = {};
  for (const [name, stack] of faces) {
    for (const variant of variants) {
      context.font = `${variant} ${em}px ${stack}`;
      const width = (text: string) => Math.round(context.measureText(text).width);
      const own = new Map(letters.map((letter) => [letter, width(letter)]));
      const kerning: Record<string, string> = {};
      for (const left of kerned) {
        // Letters of one distance together: the table stays small.
        const distances = new Map<number, string>();
        for (const right of kerned) {
          const distance = width(left + right) - (own.get(left) ?? 0) - (own.get(right) ?? 0);
          if (distance !== 0) distances.set(distance, (distances.get(distance) ?? '') + right);
        }
        for (const [distance, rights] of distances) kerning[`${left}${distance}`] = rights;
      }
      measured[`${name} ${variant}`] = { widths: [...own.values()], kerning };
    }
  }
  return measured;
}

const path = join(import.meta.dirname, '../packages/figures/src/text/metrics.json');
const browser = await chromium.launch(BROWSER);
try {
  const page = await browser.newPage();
  // tsx keeps functions' names by a helper that the page does not have.
  await page.evaluate('globalThis.__name = (named) => named');
  const request = { em: EM, faces: Object.entries(FACES), variants: VARIANTS, letters: MEASURED, kerned: KERNED };
  const faces = await page.evaluate(measure, request);
  await writeFile(path, `${JSON.stringify({ em: EM, faces })}\n`);
} finally {
  await browser.close();
}
