import Mustache from 'mustache';

/**
 * Fills a declaration's text: `{{name}}` is replaced, `{{#name}}…{{/name}}` stands when the value is true or not empty.
 * Nothing is escaped: the texts are ours and the browser never renders them as HTML.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, unknown>>): string {
  return spaced(Mustache.render(template, values, {}, { escape: String }).trim());
}

const HAN = '\\u3400-\\u9fff';
const HAN_THEN_LATIN = new RegExp(`([${HAN}])([A-Za-z0-9])`, 'g');
const LATIN_THEN_HAN = new RegExp(`([A-Za-z0-9%])([${HAN}])`, 'g');

/** House style: a space between Chinese and Latin letters or digits. Values such as group names bring none of their own. */
function spaced(text: string): string {
  return text.replace(HAN_THEN_LATIN, '$1 $2').replace(LATIN_THEN_HAN, '$1 $2');
}
