import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PICTURE_NAMES, PICTURES, picturesPage } from '../pictures/page.ts';

it('has pictures of the menus, colours and drawings that the product has; `npm run pictures` takes them anew', () => {
  expect(PICTURE_NAMES.filter((name) => !existsSync(join(PICTURES, `${name}.png`)))).toEqual([]);
  expect(readFileSync(join(PICTURES, 'README.md'), 'utf8')).toBe(picturesPage());
});
