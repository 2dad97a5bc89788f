import type { Chunks } from '../../platform/inflate.ts';

/**
 * CLS files of GSEA: 「6 2 1」 (samples, classes, 1), 「# tumour normal」, and the class of each sample in the order of the matrix beside it. They become
 * a table of groups whose samples are called by their places; the form gives them the names of the matrix.
 */

/** The numbers stand at the very beginning, and the names of the classes behind a sign of comments. */
const HEAD = /^\s*(\d+)[ \t]+(\d+)[ \t]+1[ \t]*\n[ \t]*#[ \t]*(?!numeric)(\S[^\n]*)\n/i;
/** Enough to see the first two lines; a file of labels is hardly larger. */
const HEAD_BYTES = 4096;
/** Labels of 5,000 samples are shorter. */
const FILE_BYTES = 1_000_000;

const words = (line: string): string[] => line.trim().split(/[ \t]+/);

/** The table that a CLS file stands for, as text; undefined where it is none, or holds another number of labels than it says. */
export function classTable(text: string): string | undefined {
  const head = HEAD.exec(text);
  if (head === null) return undefined;
  const [all, samples = '', classes = '', names = ''] = head;
  const labels = words(text.slice(all.length).replaceAll('\n', ' '));
  const titles = words(names);
  const codes = [...new Set(labels)];
  if (labels.length !== Number(samples) || titles.length !== Number(classes) || codes.length > titles.length) return undefined;
  // The first code that occurs is that of the first class, whatever it is, unless the names themselves stand there.
  const known = new Set(titles);
  const named = codes.every((code) => known.has(code));
  const titleOf = new Map(codes.map((code, i) => [code, titles[i] ?? code]));
  const groups = labels.map((label) => (named ? label : titleOf.get(label)));
  return `sample\tgroup\n${groups.map((group, i) => `${i + 1}\t${group}\n`).join('')}`;
}

/** What was made of a text on its way. */
export interface ClassLabels {
  /** Samples of a CLS file; 0: it is none. */
  samples: number;
}

/** The text as it comes, or the table that a CLS file stands for. @param told Gets the number of its samples. */
export async function* classesAsTable(text: Chunks, told: ClassLabels): AsyncGenerator<Buffer> {
  const iterator = text[Symbol.asyncIterator]();
  try {
    let head = Buffer.alloc(0);
    const more = async (bytes: number): Promise<boolean> => {
      while (head.length < bytes) {
        const next = await iterator.next();
        if (next.done === true) return false;
        head = Buffer.concat([head, next.value]);
      }
      return true;
    };
    const goesOn = await more(HEAD_BYTES);
    const isLong = goesOn && HEAD.test(head.toString('utf8')) ? await more(FILE_BYTES) : goesOn;
    const table = isLong ? undefined : classTable(head.toString('utf8'));
    if (table !== undefined) {
      told.samples = table.split('\n').length - 2;
      yield Buffer.from(table);
      return;
    }
    if (head.length > 0) yield head;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
