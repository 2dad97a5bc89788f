import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COLOURS, type Colours, SCHEMES } from '../../src/base/look/colours.ts';

const web = join(import.meta.dirname, '../..');
const sheets = readdirSync(join(web, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
const read = (path: string) => readFileSync(join(web, path), 'utf8');

/** WCAG 2: relative luminance of #rrggbb, 0 to 1. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

type Name = keyof Colours;
const GROUNDS: Name[] = ['card', 'page', 'raised', 'soft'];
/** Words, and what they stand on. */
const WORDS: [Name, Name[]][] = [
  ['ink', [...GROUNDS, 'neutral', 'accent-tint', 'failed-tint', 'warning-tint']],
  ['ink-2', [...GROUNDS, 'neutral', 'accent-tint', 'failed-tint', 'warning-tint']],
  ['ink-3', GROUNDS],
  ['placeholder', ['card', 'raised']],
  ['accent', [...GROUNDS, 'accent-tint', 'neutral']],
  ['accent-hover', [...GROUNDS, 'accent-tint']],
  ['on-accent', ['accent', 'accent-hover', 'failed']],
  ['done', GROUNDS],
  ['failed', [...GROUNDS, 'failed-tint']],
  ['warning', [...GROUNDS, 'warning-tint']],
  ['up-text', GROUNDS],
  ['down-text', GROUNDS],
  ['card', ['ink']],
];

describe.each(SCHEMES)('the %s colours', (scheme) => {
  const colours = COLOURS[scheme];

  it('give words a contrast of 4.5 at least, edges of controls 3', () => {
    const weak = WORDS.flatMap(([words, grounds]) =>
      grounds.flatMap((ground) => {
        const measured = contrast(colours[words], colours[ground]);
        return measured < 4.5 ? [`${words} on ${ground}: ${measured.toFixed(2)}`] : [];
      }),
    );
    expect(weak).toEqual([]);
    expect(contrast(colours.control, colours.card)).toBeGreaterThanOrEqual(3);
  });

  it('are those that the page has before its scripts', () => {
    const css = read('public/first-paint.css');
    const block = css.slice(css.indexOf(scheme === 'light' ? ':root {' : ':root[data-scheme="dark"]'));
    for (const [variable, name] of [
      ['page', 'page'],
      ['card', 'card'],
      ['line', 'line'],
    ] as const)
      expect(block).toContain(`--first-${variable}: ${colours[name]};`);
  });
});

it('are named where they are used: no style sheet has a colour of its own, but those of the data and of shadows', () => {
  const own = sheets.flatMap((name) =>
    [...read(`src/${name}`).matchAll(/#[0-9a-f]{3,8}\b|rgba?\([^)]*\)/gi)].map(([colour]) => `${name} ${colour}`),
  );
  expect(own.filter((line) => !/rgb\((0 0 0|22 36 43) \//.test(line))).toEqual([
    'figure-boards/boards.css rgb(255 255 255 / 60%)',
    'result-page/tables/result-table.css #ff4757',
    'result-page/tables/result-table.css #546de5',
  ]);
  const used = new Set(sheets.flatMap((name) => [...read(`src/${name}`).matchAll(/var\(--([\w-]+)\)/g)].map(([, variable]) => variable)));
  const declared = new Set([
    ...Object.keys(COLOURS.light),
    ...sheets.flatMap((name) => [...read(`src/${name}`).matchAll(/--([\w-]+):/g)].map(([, variable]) => variable)),
  ]);
  expect([...used].filter((variable) => variable !== undefined && !declared.has(variable) && !variable.startsWith('ant-'))).toEqual([]);
});

it('are kept under one name', () => {
  const [, key] = /const KEY = '([^']+)'/.exec(read('src/base/look/colour-scheme.ts')) ?? [];
  expect(read('public/first-paint.js')).toContain(`localStorage.getItem('${key}')`);
});
