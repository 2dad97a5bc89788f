import Mustache from 'mustache';

/**
 * Fills a declaration's text: `{{name}}` is replaced, `{{#name}}…{{/name}}` stands when the value is true or not empty.
 * Nothing is escaped: the texts are ours and the browser never renders them as HTML.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, unknown>>): string {
  return Mustache.render(template, values, {}, { escape: String }).trim();
}
