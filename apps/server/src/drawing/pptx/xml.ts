/** English Metric Units: the lengths of Office's files. */
export const EMU_PER_INCH = 914_400;
export const EMU_PER_POINT = 12_700;
/** Shares and percentages are whole thousandths of a percent. */
const WHOLE = 100_000;

const MEANT: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Line ends in an attribute would be read as blanks.
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** A text in an attribute or between tags. */
export function escaped(text: string): string {
  return text.replace(/[&<>"\n\r\t]/g, (letter) => MEANT[letter] ?? letter);
}

/** A share of 1. */
export const share = (value: number): number => Math.round(value * WHOLE);

/** A colour of SVG as six digits. @throws for what is no colour of the pictures. */
export function colourCode(colour: string): string {
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(colour) ?? [];
  const code = short === undefined ? long : [...short].map((digit) => digit + digit).join('');
  if (code !== undefined) return code.toUpperCase();
  const [, ...rgb] = /^rgb\((\d+), *(\d+), *(\d+)\)$/.exec(colour) ?? [];
  if (rgb.length !== 3) throw new Error(`a colour ${colour} in a picture`);
  return rgb
    .map((value) => Number(value).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

/** A plain colour (ECMA-376-1, 20.1.8.54). */
export function solidFill(colour: string, opacity: number): string {
  const faint = opacity < 1 ? `<a:alpha val="${share(opacity)}"/>` : '';
  return `<a:solidFill><a:srgbClr val="${colourCode(colour)}">${faint}</a:srgbClr></a:solidFill>`;
}

/** What a selection pane calls a shape. @param more Of it, after its name. */
export function properties(id: number, name: string, more = ''): string {
  return `<p:cNvPr id="${id}" name="${escaped(name)}"${more}/>`;
}
