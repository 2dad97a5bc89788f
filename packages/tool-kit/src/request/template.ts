import Mustache from 'mustache';
import { PLACE_END, PLACE_START, withoutEmptyPlaces } from '../words/places.ts';

/**
 * Fills a declaration's text: `{{name}}` is replaced, `{{#name}}…{{/name}}` stands when the value is true or not empty.
 * Nothing is escaped: the texts are ours and the browser never renders them as HTML.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, unknown>>): string {
  return fill(template, values, String);
}

/**
 * The same for a text with inline marks: `*gene*`, `**strong**`, `[up:…]`, `[down:…]`. What a value has of their characters, as HLA-A*02
 * does, gets a backslash.
 */
export function fillMarked(template: string, values: Readonly<Record<string, unknown>>): string {
  return fill(template, values, (value) => String(value).replace(/[\\*[\]]/g, '\\$&'));
}

function fill(template: string, values: Readonly<Record<string, unknown>>, write: (value: unknown) => string): string {
  return spaced(withoutEmptyPlaces(Mustache.render(template, values, {}, { escape: write })).trim());
}

/** A declaration's text without its values: two runs whose texts have one wording took the same of its sections. */
export function wordingOf(template: string, values: Readonly<Record<string, unknown>>): string {
  return fill(template, values, () => '\u0000');
}

const HAN = '\\u3400-\\u9fff';
/** Before the space and behind it an edge of a marked place may stand: places.ts. */
const HAN_THEN_LATIN = new RegExp(`([${HAN}]${PLACE_END}?)(${PLACE_START}?[A-Za-z0-9])`, 'g');
const LATIN_THEN_HAN = new RegExp(`([A-Za-z0-9%]${PLACE_END}?)(${PLACE_START}?[${HAN}])`, 'g');

/** House style: a space between Chinese and Latin letters or digits. Values such as group names bring none of their own. */
export function spaced(text: string): string {
  return text.replace(HAN_THEN_LATIN, '$1 $2').replace(LATIN_THEN_HAN, '$1 $2');
}
