import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { TableDeclaration } from '@oncoloom/tool-kit';
import { englishCell, englishFlag, SAYS_YES } from '../drawing/word/english.ts';
import { SIMULATED_TEXTS } from './simulated.ts';

/** Different texts of a table that are remembered: most repeat a few. */
const REMEMBERED = 5_000;

function remembering(change: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const changed = change(text);
    if (known.size < REMEMBERED) known.set(text, changed);
    return changed;
  };
}

/** A table of a result as a stream of lines, the texts that the program wrote into it in English; names of genes and numbers stay. */
export function englishTable(source: Readable, { columns, rest }: TableDeclaration): Readable {
  const cell = remembering(englishCell);
  async function* lines(): AsyncGenerator<string> {
    let textual: readonly ((text: string) => string)[] | undefined;
    for await (const line of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
      // The line before a simulated table.
      if (textual === undefined && line.startsWith('# ')) {
        yield `# ${SIMULATED_TEXTS.english.trim()}\n`;
        continue;
      }
      const cells = line.split('\t');
      if (textual === undefined) {
        textual = cells.map((name) => {
          const type = columns.find((column) => column.name === name)?.type ?? rest?.type ?? 'text';
          if (type !== 'text') return (text: string) => text;
          return name === SAYS_YES ? englishFlag : cell;
        });
        yield `${line}\n`;
      } else yield `${cells.map((text, i) => textual?.[i]?.(text) ?? text).join('\t')}\n`;
    }
  }
  return Readable.from(lines());
}
