import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { MISTAKES } from '../../src/quick-start/mistakes.ts';
import { PICTURES } from '../../src/quick-start/pictures.ts';

const root = join(import.meta.dirname, '../../../..');

/** Where sentences to the user come from: checks of the browser and the server, the reader of files, a tool's own checks. */
const SOURCES = [
  'tools/differential/limma-differential/tool.ts',
  ...['packages/tool-kit/src', 'apps/server/src/files', 'engine/R'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|R)$/.test(name))
      .map((name) => join(folder, name)),
  ),
];
const said = SOURCES.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');

/** What a sentence has besides the numbers and names of the case at hand. */
const fixedParts = (sentence: string) =>
  sentence
    .split(/\d[\d.%–]*|T\d+、T\d+ 等|「肿瘤」/)
    .map((part) => part.trim())
    .filter((part) => part.length > 1);

describe('the sentences of common mistakes', () => {
  test.each(MISTAKES.map(({ said: sentence }) => sentence))('%s', (sentence) => {
    const parts = fixedParts(sentence);
    expect(parts.join('').length).toBeGreaterThan(6);
    for (const part of parts) expect(said).toContain(part);
  });

  test('buttons that are named exist', () => {
    const buttons = MISTAKES.flatMap(({ remedy }) => [...remedy.matchAll(/「(.+?)」/g)].map(([, label = '']) => label));
    const fixes = buttons.filter((label) => label !== '文本');
    expect(fixes.length).toBeGreaterThan(2);
    for (const label of fixes) expect(said).toContain(`label: '${label}'`);
  });
});

test.each(Object.entries(PICTURES))('the picture %s has the size that the page keeps free for it', (_, { url, width, height }) => {
  const png = readFileSync(fileURLToPath(url));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
});
