import { InvalidArgumentError, Option } from 'commander';

/** Rows of a list unless the operator says otherwise. */
const LIMIT = 50;
const LIMIT_MAX = 100_000;

/** A whole number within bounds. */
export function whole(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < minimum || value > maximum)
      throw new InvalidArgumentError(`Allowed choices are ${minimum} 到 ${maximum} 的整数.`);
    return value;
  };
}

export const idArgument = whole(1, 2_147_483_647);
export const jsonOption = () => new Option('--json', '以 JSON 输出');
export const limitOption = () => new Option('--limit <行数>', '最多列出多少行').default(LIMIT).argParser(whole(1, LIMIT_MAX));
