import type { Say } from '../../text/language.ts';

/** Between a panel's name and what the test says of it. */
export const WIDE_SPACE = '\u3000';

const TITLE = /^(?:(?<gene>\S.*) )?表达量(?:（(?<unit>.+)）)?$/;
const YEARS = /^(?<sign>[<≥]) (?<n>\d+) 岁$/;

/** The title of an axis of expression, which holds a gene and a unit: 「*TP53* 表达量（log~2~(TPM+1)）」. */
export function sayTitle(say: Say, title: string): string {
  const parts = TITLE.exec(title)?.groups;
  if (parts === undefined) return say(title);
  const { gene = '', unit = '' } = parts;
  return say(`${gene === '' ? '' : '{gene} '}表达量${unit === '' ? '' : '（{unit}）'}`, { gene, unit });
}

/** A level without the number of its patients: 「II (24)」 is II. */
export function levelOf(label: string, n: number | undefined): string {
  const count = ` (${n})`;
  return label.endsWith(count) ? label.slice(0, -count.length) : label;
}

/** A category, whose name may end with the number of its values. */
export function sayLevel(say: Say, label: string, n: number | undefined): string {
  const whole = say(label);
  const level = levelOf(label, n);
  if (whole !== label || level === label) return whole;
  const years = YEARS.exec(level)?.groups;
  return `${years === undefined ? say(level) : say(`${years.sign} {n} 岁`, { n: years.n ?? '' })} (${n})`;
}

/** The name of a panel without what the test says of it. */
export const panelName = (facet: string): string => facet.split(WIDE_SPACE)[0] ?? '';
