import { XMLSerializer } from '@xmldom/xmldom';
import sharp from 'sharp';
import { rsvg } from '../rsvg.ts';
import type { Box } from './outline.ts';
import { type Drawn, type Picture, readPicture } from './picture.ts';
import { marksIn } from './shapes.ts';

/** A slide with more shapes than these can hardly be moved any more. */
const MOST_MARKS = 3000;
const DPI = 300;

/** One part of one panel: parts of several panels have the same names. */
const partKey = ({ panel, part }: Pick<Drawn, 'panel' | 'part'>): string => `${panel}/${part}`;

/** The parts of a picture that have too many marks for shapes of their own. */
export function denseParts({ drawn }: Picture): Set<string> {
  const counts = new Map<string, number>();
  for (const one of drawn) {
    if (one.element.tagName === 'text') continue;
    counts.set(partKey(one), (counts.get(partKey(one)) ?? 0) + marksIn(one));
  }
  return new Set([...counts].filter(([, count]) => count > MOST_MARKS).map(([part]) => part));
}

/** The dense part that a mark belongs to. */
export function densePartOf(one: Drawn, parts: ReadonlySet<string>): string | undefined {
  const part = partKey(one);
  return one.element.tagName !== 'text' && parts.has(part) ? part : undefined;
}

/** One dense part of a picture alone, without ground, as dots, and where they stand in the units of the sheet. */
export async function partAsDots(svg: string, size: { width: number; height: number }, part: string): Promise<{ png: Buffer; box: Box }> {
  const { root, width, height, drawn } = readPicture(svg);
  for (const one of drawn) if (densePartOf(one, new Set([part])) === undefined) one.element.parentNode?.removeChild(one.element);
  const [across, down] = [Math.round(size.width * DPI), Math.round(size.height * DPI)];
  const whole = await rsvg(new XMLSerializer().serializeToString(root), ['--format=png', `--width=${across}`, `--height=${down}`]);
  const { data, info } = await sharp(whole).trim({ threshold: 0 }).png().toBuffer({ resolveWithObject: true });
  const [perX, perY] = [width / across, height / down];
  const [left, top] = [-(info.trimOffsetLeft ?? 0), -(info.trimOffsetTop ?? 0)];
  return { png: data, box: { x: left * perX, y: top * perY, width: info.width * perX, height: info.height * perY } };
}
