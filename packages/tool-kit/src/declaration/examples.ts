/** Inputs that come with the program, and the values of their run; the files are in `example/`. */
export interface Example {
  title: string;
  description: string;
  /** `cohort`: the one that an analysis in a file's place would have read. */
  files: Readonly<Record<string, { file: string; name: string; cohort?: string }>>;
  parameters: Readonly<Record<string, unknown>>;
}

/** A number that a publication prints, and where the tool's result has the same. */
export interface PublishedNumber {
  /** What it is, for its reader. */
  label: string;
  /** As it is printed: its digits tell how exact it is. */
  printed: string;
  /** The cell: the table, the row that has these cells, the column; or a fact of the run. */
  at: { table: string; row: Readonly<Record<string, string>>; column: string } | { fact: string };
  /** The result holds the other sign: a difference the other way round. */
  negate?: true;
}

/** A published figure that the tool draws anew from data of an R package. */
export interface PublishedFigure extends Example {
  /** Of the data and the figure. */
  citation: string;
  /** Where the numbers are printed, where that is not the citation. */
  numbersFrom?: string;
  numbers: readonly PublishedNumber[];
}

/** Which of a tool's examples a request means: the tool's own one, or the published figure of this id. */
export type ExampleChoice = true | string;

/** An example of a tool; undefined where it has no published figure of this id. */
export function exampleOf(
  tool: { example: Example; published?: Readonly<Record<string, PublishedFigure>> | undefined },
  choice: ExampleChoice,
): Example | undefined {
  if (choice === true) return tool.example;
  return tool.published !== undefined && Object.hasOwn(tool.published, choice) ? tool.published[choice] : undefined;
}

/** Which example a request asks for; undefined for one with inputs of the caller. */
export function exampleAsked(asked: unknown): ExampleChoice | undefined {
  if (asked === true) return true;
  return typeof asked === 'string' && asked !== '' ? asked : undefined;
}

const PRINTED = /^(?<bound>[<>]?)(?<mantissa>-?\d+(?:\.(?<decimals>\d+))?)(?:e(?<exponent>[+-]?\d+))?$/;

function readPrinted(printed: string) {
  const { bound = '', mantissa, decimals = '', exponent } = PRINTED.exec(printed)?.groups ?? {};
  if (mantissa === undefined) throw new Error(`${printed} is no number as papers print it`);
  const power = Number(exponent ?? 0);
  return { bound, value: Number(`${mantissa}e${power}`), decimals: decimals.length, scientific: exponent !== undefined, power };
}

/** Is a number what was printed, to the last digit that was printed? */
export function agreesWith(printed: string, value: number): boolean {
  const { bound, value: stated, decimals, power } = readPrinted(printed);
  if (bound === '<') return value < stated;
  if (bound === '>') return value > stated;
  return Math.abs(value - stated) <= 0.5 * 10 ** (power - decimals) * (1 + 1e-9);
}

/** A number written with as many digits as the printed one. */
export function writtenAs(printed: string, value: number): string {
  const { decimals, scientific, bound } = readPrinted(printed);
  if (!Number.isFinite(value)) return '—';
  if (bound !== '') return String(Number(value.toPrecision(3)));
  return scientific ? value.toExponential(decimals) : value.toFixed(decimals);
}
