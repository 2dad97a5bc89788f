import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PICTURES } from '../../src/quick-start/pictures.ts';

test.each(Object.entries(PICTURES))('the picture %s has the size that the page keeps free for it', (_, { url, width, height }) => {
  const png = readFileSync(fileURLToPath(url));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
});
