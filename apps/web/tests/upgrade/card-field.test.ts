import { CARD_CODE } from '@oncoloom/contract';
import { describe, expect, test } from 'vitest';
import { formatCard, pasteCard } from '../../src/upgrade/card-field.ts';

/** A field with its caret written as `|`. */
function read(field: string) {
  const caret = field.indexOf('|');
  return { text: field.replace('|', ''), caret };
}
function show({ text, caret }: { text: string; caret: number }): string {
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

describe('typing', () => {
  test.each([
    // What the browser made of the key press, and what stands then.
    ['k|', 'K|'],
    ['k7qf|', 'K7QF|'],
    ['K7QF2|', 'K7QF-2|'],
    ['K7QF-2M9XT|', 'K7QF-2M9X-T|'],
    ['K7QF-2M9X-TB4C-8RWE|', 'K7QF-2M9X-TB4C-8RWE|'],
    // In the middle: what follows moves on, the caret stays behind the new letter.
    ['Ka|7QF-2M9X', 'KA|7Q-F2M9-X'],
    ['K7QFa|-2M9X', 'K7QF-A|2M9-X'],
    ['K7QF-a|2M9X', 'K7QF-A|2M9-X'],
    ['K7Qa|F-2M9X', 'K7QA|-F2M9-X'],
    ['a|K7QF-2M9X-TB4C-8RWE', 'A|K7Q-F2M9-XTB4-C8RW'],
    // Deleting backwards.
    ['K7QF-|', 'K7QF|'],
    ['K7QF|2M9X', 'K7QF|-2M9X'],
    ['K7Q|-2M9X', 'K7Q|2-M9X'],
    ['K7QF-2M9X-|B4C', 'K7QF-2M9X|-B4C'],
    ['|', '|'],
    // What is no letter or digit.
    ['K7 |', 'K7|'],
    ['K7é中_|', 'K7|'],
    ['Ｋ７ｑ|', 'K7Q|'],
  ])('%s becomes %s', (raw, field) => {
    const { text, caret } = read(raw);
    expect(show(formatCard(text, caret))).toBe(field);
  });

  test('deleting forwards passes the hyphen, so that the key goes on deleting', () => {
    expect(show(formatCard('K7QF2M9X', 4, true))).toBe('K7QF-|2M9X');
    expect(show(formatCard('K7QF-M9X', 5, true))).toBe('K7QF-|M9X');
    expect(show(formatCard('K7QF', 4, true))).toBe('K7QF|');
  });
});

describe('pasting', () => {
  test.each([
    ['|', ' k7qf-2m9x-tb4c-8rwe\n', 'K7QF-2M9X-TB4C-8RWE|'],
    ['|', '卡密：K7QF 2M9X TB4C 8RWE，一年', 'K7QF-2M9X-TB4C-8RWE|'],
    ['|', 'k7qf2m9xtb4c8rwe1234', 'K7QF-2M9X-TB4C-8RWE|'],
    ['K7|8RWE', 'qf2m9xtb4c', 'K7QF-2M9X-TB4C|-8RWE'],
    ['K7QF-|', '2m', 'K7QF-2M|'],
    ['K7QF|', '——', 'K7QF|'],
  ])('into %s of %j makes %s', (field, pasted, result) => {
    const { text, caret } = read(field);
    expect(show(pasteCard(text, { start: caret, end: caret }, pasted))).toBe(result);
  });

  test('takes the place of what is selected', () => {
    expect(show(pasteCard('K7QF-2M9X-TB4C', { start: 5, end: 9 }, 'aaaa'))).toBe('K7QF-AAAA|-TB4C');
    expect(show(pasteCard('K7QF-2M9X', { start: 0, end: 9 }, ''))).toBe('|');
  });
});

test('whatever is typed, it never holds more than a code and the caret is in it', () => {
  const signs = 'aZ09-— 中ｑ';
  for (let seed = 1; seed <= 300; seed += 1) {
    const raw = Array.from({ length: seed % 40 }, (_, i) => signs[(seed * 7 + i * i * 13) % signs.length]).join('');
    for (const forward of [false, true]) {
      const { text, caret } = formatCard(raw, seed % (raw.length + 1), forward);
      expect(text).toMatch(/^([A-Z0-9]{4}-){0,3}[A-Z0-9]{0,4}$/);
      expect(text.length === 19).toBe(CARD_CODE.test(text));
      expect(caret).toBeGreaterThanOrEqual(0);
      expect(caret).toBeLessThanOrEqual(text.length);
      // Formatting once more changes nothing.
      expect(formatCard(text, caret).text).toBe(text);
    }
  }
});
