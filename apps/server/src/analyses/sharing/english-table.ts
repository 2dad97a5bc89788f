import { Readable } from 'node:stream';
import { codeWord, type TableDeclaration } from '@oncoloom/tool-kit';
import { withCells } from '../results/table-cells.ts';
import { SIMULATED_TEXTS } from '../texts/simulated.ts';

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
  const cellsOf = (name: string): ((text: string) => string) => {
    const column = columns.find((declared) => declared.name === name) ?? rest;
    return column?.codes === undefined ? (text) => text : remembering((text) => codeWord(column, text, 'en'));
  };
  return Readable.from(withCells(source, cellsOf, SIMULATED_TEXTS.comment.en.trimEnd()));
}
