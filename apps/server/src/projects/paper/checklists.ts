import { Readable } from 'node:stream';
import { codeWord, type Language, type ToldTable } from '@oncoloom/tool-kit';
import { tableColumns } from '../../analyses/results/table-columns.ts';
import type { Storage } from '../../storage/storage.ts';
import type { PaperStep } from './steps.ts';

/** An item of a reporting list with what the steps can answer. */
interface Item {
  list: string;
  item: string;
  asks: string;
  answers: { step: number; answer: string; filled: boolean }[];
}

const WORDS = {
  zh: { head: '这些分析', of: (step: number) => `步骤 ${step}：`, between: '；' },
  en: { head: 'These analyses', of: (step: number) => `Step ${step}: `, between: '; ' },
} as const;

const COLUMNS = ['list', 'item', 'asks', 'answer', 'filled'] as const;

/** What the steps answer: where all that can tell say the same, once; what none can tell is left to the authors. */
export function mergedAnswer({ answers }: Item, several: boolean, language: Language): string {
  const words = WORDS[language];
  const filled = answers.filter((one) => one.filled);
  if (filled.length === 0) return answers[0]?.answer ?? '';
  const different = new Set(filled.map(({ answer }) => answer));
  if (!several || (different.size === 1 && filled.length === answers.length)) return filled[0]?.answer ?? '';
  const groups = [...different].map((answer) => ({ answer, steps: filled.filter((one) => one.answer === answer) }));
  return groups.map(({ answer, steps }) => `${steps.map(({ step }) => words.of(step)).join('')}${answer}`).join(words.between);
}

/** Items of the lists of several runs, by list and number. */
export function mergedItems(runs: readonly { step: number; rows: Readonly<Record<(typeof COLUMNS)[number], string>>[] }[]): Item[] {
  const items = new Map<string, Item>();
  for (const { step, rows } of runs)
    for (const { list, item, asks, answer, filled } of rows) {
      const key = `${list} ${item}`;
      const known = items.get(key) ?? { list, item, asks, answers: [] };
      known.answers.push({ step, answer, filled: filled === 'TRUE' });
      items.set(key, known);
    }
  return [...items.values()];
}

/** The list of reporting items of a tool, by its id. */
const listOf = ({ tool }: PaperStep): [string, ToldTable] | undefined =>
  Object.entries(tool.tables).find(([, { paper, columns }]) => paper?.sections === 'list' && columns.some(({ name }) => name === 'asks'));

const asCell = (text: string): string => text.replace(/[\t\n\r]/g, ' ');

/** The reporting lists of all steps that have one as one table; undefined where none has. */
export async function mergedChecklist(
  storage: Storage,
  steps: readonly PaperStep[],
  language: Language,
): Promise<{ sha256: string; declaration: ToldTable } | undefined> {
  const runs: { step: number; rows: Record<(typeof COLUMNS)[number], string>[] }[] = [];
  let declaration: ToldTable | undefined;
  for (const step of steps) {
    const [id, declared] = listOf(step) ?? [];
    const stored = step.result.tables.find((table) => table.id === id);
    if (stored === undefined || declared === undefined) continue;
    declaration ??= declared;
    const columns = await tableColumns(storage, stored.sha256, COLUMNS);
    const told = columns.map((cells, i) => {
      const column = declared.columns.find(({ name }) => name === COLUMNS[i]);
      return (cells ?? []).map((cell) => (column === undefined ? cell : codeWord(column, cell, language)));
    });
    const rows = Array.from({ length: stored.rows }, (_, row) => {
      const cell = (name: (typeof COLUMNS)[number]) =>
        columns[COLUMNS.indexOf(name)] === undefined ? '' : (told[COLUMNS.indexOf(name)]?.[row] ?? '');
      return { list: cell('list'), item: cell('item'), asks: cell('asks'), answer: cell('answer'), filled: cell('filled') };
    });
    runs.push({ step: step.number, rows });
  }
  if (declaration === undefined) return undefined;
  const head = COLUMNS.filter((name) => name !== 'filled');
  const lines = mergedItems(runs).map((item) =>
    [item.list, item.item, item.asks, mergedAnswer(item, runs.length > 1, language)].map(asCell).join('\t'),
  );
  const { sha256 } = await storage.put(Readable.from([`${[head.join('\t'), ...lines].join('\n')}\n`]));
  return { sha256, declaration: declarationOf(declaration, language) };
}

/** The merged table has words, no codes. */
function declarationOf({ title, columns }: ToldTable, language: Language): ToldTable {
  const headOf = (name: string): string => {
    const column = columns.find((one) => one.name === name);
    return column !== undefined && 'title' in column && typeof column.title === 'string' ? column.title : name;
  };
  const text = (name: string) => ({ name, type: 'text', title: headOf(name) }) as const;
  const answer = { name: 'answer', type: 'text', title: WORDS[language].head } as const;
  return { title, role: 'result', columns: [text('list'), text('item'), text('asks'), answer], paper: { sections: 'list', without: [] } };
}
