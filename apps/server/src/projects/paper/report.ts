import type { PaperRequest } from '@oncoloom/contract';
import { inPaperWords, type Language, parseMarks, SIMULATED, tellText, wordingOf } from '@oncoloom/tool-kit';
import { sentencesOf as resultSentences } from '../../analyses/lists/view.ts';
import { isPrinted, notesOf } from '../../analyses/paper/documents.ts';
import { legendOf } from '../../analyses/paper/legends.ts';
import type { StoredResult } from '../../analyses/tables.ts';
import { mergedRows } from '../../analyses/texts/conversions.ts';
import { FILL } from '../../analyses/texts/english.ts';
import { type MethodsText, methodsInWordsOf, methodsOf, worksOf } from '../../analyses/texts/methods.ts';
import { isSimulated, SIMULATED_TEXTS } from '../../analyses/texts/simulated.ts';
import type { ReportBlock, WordTable } from '../../drawing/word/request.ts';
import { type Run, textRuns } from '../../drawing/word/runs.ts';
import { type CitedText, References } from './cited.ts';
import { type MethodStep, mergeMethods } from './methods.ts';
import { withoutVersions } from './packages.ts';
import { BETWEEN, paragraphOf, sentencesOf } from './sentences.ts';
import { type SupplementTable, supplementLines } from './sheets.ts';
import type { PaperStep } from './steps.ts';

/** A figure of a step as it was drawn. */
export interface PaperFigure {
  step: PaperStep;
  id: string;
  /** Of its PNG, its bytes, and its printed size in inches. */
  sha256: string;
  bytes: number;
  width: number;
  height: number;
}

/** A block with the checksum of what it shows in the place of its path. */
export type StoredBlock =
  | Exclude<ReportBlock, { kind: 'table' | 'figure' }>
  | {
      kind: 'table';
      number: number;
      sha256: string;
      table: Omit<WordTable, 'source'> & { declaration: WordTable['source']['declaration'] };
    }
  | { kind: 'figure'; sha256: string; figure: Omit<Extract<ReportBlock, { kind: 'figure' }>['figure'], 'path'> };

interface ReportParts {
  title: string;
  steps: readonly PaperStep[];
  /** The templates of each tool's methods, by type. */
  methods: ReadonlyMap<string, MethodsText>;
  figures: readonly PaperFigure[];
  supplement: readonly SupplementTable[];
  checklist: { sha256: string; declaration: WordTable['source']['declaration'] } | undefined;
}

const WORDS = {
  zh: {
    methods: '方法',
    reading: '数据的读入',
    software: '软件和版本',
    results: '结果',
    references: '参考文献',
    supplement: '补充表',
    supplementNote: '下面的表在补充材料工作簿（xlsx）里，每张表一个工作表，第一个工作表是目录。',
    checklist: '报告清单',
    checklistNote: '各项由所选的分析填写；分析不能回答的请作者填写。',
    step: (n: number, name: string) => `${n}　${name}`,
    figure: (n: number, legend: string) => `图 ${n}　${legend}`,
    see: (figures: string, tables: string, supplement: string) => {
      const parts = [figures && `图 ${figures}`, tables && `表 ${tables}`, supplement && `补充表 ${supplement}`];
      return `见${parts.filter((part) => part !== '').join('、')}。`;
    },
    noted: (table: number) => `注：同表 ${table} 的注。`,
    ofStep: (title: string, step: number) => `${title}（步骤 ${step}）`,
    simulated: (steps: string) => `步骤 ${steps}：`,
    between: '、',
    range: (from: string, to: string) => `${from}–${to}`,
  },
  en: {
    methods: 'Methods',
    reading: 'Reading of the data',
    software: 'Software and versions',
    results: 'Results',
    references: 'References',
    supplement: 'Supplementary tables',
    supplementNote: 'These tables are in the supplementary workbook (xlsx), a sheet each; its first sheet is the index.',
    checklist: 'Reporting checklists',
    checklistNote: 'Items are completed from the chosen analyses; what these cannot answer is left to the authors.',
    step: (n: number, name: string) => `${n}. ${name}`,
    figure: (n: number, legend: string) => `Figure ${n}. ${legend}`,
    see: (figures: string, tables: string, supplement: string) => {
      const many = (list: string) => (/[–,]/.test(list) ? 's' : '');
      const named = (what: string, list: string) => (list === '' ? [] : [`${what}${many(list)} ${list}`]);
      const parts = [...named('Figure', figures), ...named('Table', tables), ...named('Table', supplement)];
      return `See ${parts.length < 3 ? parts.join(' and ') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`}.`;
    },
    noted: (table: number) => `Note: as below Table ${table}.`,
    ofStep: (title: string, step: number) => `${title} (step ${step})`,
    simulated: (steps: string) => `Steps ${steps}: `,
    between: ', ',
    range: (from: string, to: string) => `${from}–${to}`,
  },
} as const;

/** What runs of numbers in a row are called: 1–3. */
function numberList(numbers: readonly number[], language: Language, letter = ''): string {
  const { range, between } = WORDS[language];
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${letter}${from}` : range(`${letter}${from}`, `${letter}${to}`))).join(between);
}

const plainRuns = (text: string): Run[] => textRuns(inPaperWords(text));
const textBlock = (text: string): StoredBlock => ({ kind: 'text', runs: plainRuns(text) });

/** A step as the merged methods see it. */
function methodStep(step: PaperStep, templates: MethodsText, language: Language): MethodStep {
  const { analysis, result, words, declared, tool, number, name } = step;
  const inWords = methodsInWordsOf(templates, result.rowSubject ?? 'gene');
  // How files were read is told once for all steps, and so is that data are simulated.
  const told = methodsOf({ inputs: [], result }, inWords, words);
  return {
    number,
    name,
    taskType: tool.taskType,
    tool: language === 'zh' ? tool.title : tool.english,
    text: told[language],
    wording: wordingOf(inWords[language], words),
    reading: mergedRows(analysis, language),
    versions: result.versions,
    citations: worksOf(declared, words, told),
  };
}

function citedBlock(text: CitedText, references: References): StoredBlock {
  const runs = text.flatMap(({ text: piece, works }): Run[] => [
    ...(piece === '' ? [] : plainRuns(piece)),
    ...(works.length === 0 ? [] : [{ text: references.mark(works), superScript: true } as const]),
  ]);
  return { kind: 'text', runs };
}

function methodBlocks(
  parts: ReportParts,
  references: References,
  language: Language,
): { blocks: StoredBlock[]; packages: ReadonlySet<string> } {
  const words = WORDS[language];
  const steps = parts.steps.map((step) => methodStep(step, parts.methods.get(step.tool.taskType) ?? { zh: '', en: '' }, language));
  const { reading, sections, versions, packages } = mergeMethods(steps, language);
  const heading = (text: string): StoredBlock => ({ kind: 'heading', level: 2, text });
  const blocks: StoredBlock[] = [
    { kind: 'heading', level: 1, text: words.methods },
    ...(reading === '' ? [] : [heading(words.reading), textBlock(reading)]),
    ...sections.flatMap(({ heading: tool, paragraphs }) => [heading(tool), ...paragraphs.map((text) => citedBlock(text, references))]),
    ...(versions === '' ? [] : [heading(words.software), textBlock(versions)]),
  ];
  return { blocks, packages: new Set(packages) };
}

/** The result's sentence with its genes in italics. */
function summaryRuns({ declared, analysis, result, words }: PaperStep, language: Language): Run[] {
  // What a sentence says of the page's next steps is left out on paper.
  const { summary } = resultSentences(declared, { ...analysis, inputs: [] }, result, { ...words, paper: true }, language);
  return parseMarks(summary).flatMap(({ kind, text }) =>
    kind === 'gene' ? [{ text, italics: true } as const] : plainRuns(text).filter((run) => run.text !== ''),
  );
}

/** A table of more rows fills more than a page: it is a supplement. */
const ROWS_MAX = 50;

/** Numbers of what stands in the text, and what has been said of it. */
interface Told {
  figures: number;
  tables: number;
  /** Of the table below which a note stands, by the note. */
  notes: Map<string, number>;
  /** Titles of all printed tables: of two that are called alike the step is named. */
  titles: readonly string[];
  /** Packages whose versions the methods tell. */
  packages: ReadonlySet<string>;
}

function printedTables({ declared, tool, result }: PaperStep): StoredResult['tables'] {
  return result.tables.filter((table) => {
    return table.rows <= ROWS_MAX && isPrinted(declared, table) && tool.tables[table.id]?.paper?.sections === undefined;
  });
}

/** A text without versions that the methods tell, and without a sentence that it says twice. */
function saidOnce(text: string, { result }: PaperStep, { packages }: Told, language: Language): string {
  const known = Object.fromEntries(Object.entries(result.versions).filter(([name]) => packages.has(name)));
  const sentences = sentencesOf(withoutVersions(text, known, language).text, language);
  return paragraphOf([...new Set(sentences)], language);
}

function tableBlock(step: PaperStep, id: string, sha256: string, told: Told, language: Language): StoredBlock[] {
  const words = WORDS[language];
  const { tool, analysis, result } = step;
  const declaration = tool.tables[id];
  if (declaration === undefined) return [];
  told.tables += 1;
  const { title } = declaration;
  const caption = told.titles.filter((other) => other === title).length > 1 ? words.ofStep(title, step.number) : title;
  const notes = notesOf(tool, analysis, result, id, language).map((note) => inPaperWords(saidOnce(note, step, told, language)));
  const before = told.notes.get(notes.join());
  if (before === undefined) told.notes.set(notes.join(), told.tables);
  const own = before === undefined || notes.length === 0 ? notes : [words.noted(before)];
  return [{ kind: 'table', number: told.tables, sha256, table: { caption, notes: own, language, declaration } }];
}

function figureBlock(step: PaperStep, { id, sha256, width, height }: PaperFigure, told: Told, language: Language): StoredBlock {
  const words = WORDS[language];
  told.figures += 1;
  const legend = legendOf(step.declared, step.result.rowSubject ?? 'gene', step.analysis, id, step.words)[language];
  const alternative = words.figure(told.figures, FILL[language].text(step.tool.figures[id]?.title ?? id, step.words));
  const figure = { width, height, legend: words.figure(told.figures, saidOnce(legend, step, told, language)), alternative };
  return { kind: 'figure', sha256, figure };
}

function resultBlocks(parts: ReportParts, packages: ReadonlySet<string>, language: Language): { blocks: StoredBlock[]; tables: number } {
  const words = WORDS[language];
  const titles = parts.steps.flatMap((step) => printedTables(step).map(({ id }) => step.tool.tables[id]?.title ?? id));
  const told: Told = { figures: 0, tables: 0, notes: new Map(), titles, packages };
  const blocks = parts.steps.flatMap((step): StoredBlock[] => {
    const before = { figures: told.figures, tables: told.tables };
    const printed = printedTables(step);
    const tables = printed.flatMap(({ id, sha256 }) => tableBlock(step, id, sha256, told, language));
    const figures = parts.figures.filter((one) => one.step.number === step.number).map((one) => figureBlock(step, one, told, language));
    const further = parts.supplement.filter((table) => table.step.number === step.number && printed.every(({ id }) => id !== table.id));
    const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i + 1);
    const supplement = numberList(
      further.map(({ number }) => number),
      language,
      'S',
    );
    const shown = [
      numberList(numbers(before.figures, told.figures), language),
      numberList(numbers(before.tables, told.tables), language),
    ] as const;
    const see = `${BETWEEN[language]}${words.see(...shown, supplement)}`;
    const isSeen = figures.length + tables.length + further.length > 0;
    return [
      { kind: 'heading', level: 2, text: words.step(step.number, step.name) },
      { kind: 'text', runs: [...summaryRuns(step, language), ...(isSeen ? plainRuns(see) : [])] },
      ...tables,
      ...figures,
    ];
  });
  return { blocks: [{ kind: 'heading', level: 1, text: words.results }, ...blocks], tables: told.tables };
}

/** Which steps rest on simulated data. */
function simulatedBlock(steps: readonly PaperStep[], language: Language): StoredBlock[] {
  const simulated = steps.filter(({ analysis }) => isSimulated(analysis));
  if (simulated.length === 0) return [];
  const which =
    simulated.length === steps.length
      ? ''
      : WORDS[language].simulated(
          numberList(
            simulated.map(({ number }) => number),
            language,
          ),
        );
  return [textBlock(`${which}${language === 'zh' ? SIMULATED_TEXTS.sentence.zh : `${tellText(SIMULATED, 'en', 'gene')}.`}`)];
}

/** The whole document: methods, results with tables and figures, references, list of supplementary tables, reporting lists. */
export function reportBlocks(
  parts: ReportParts,
  { language, references: style }: Pick<PaperRequest, 'language' | 'references'>,
): StoredBlock[] {
  const words = WORDS[language];
  const references = new References();
  const { blocks: methods, packages } = methodBlocks(parts, references, language);
  const { blocks: results, tables } = resultBlocks(parts, packages, language);
  const works = references.list(style).map((text): StoredBlock => ({ kind: 'reference', text }));
  const supplement = supplementLines(parts.supplement, language).map((text): StoredBlock => ({ kind: 'reference', text }));
  const { checklist } = parts;
  const heading = (text: string): StoredBlock => ({ kind: 'heading', level: 1, text });
  return [
    { kind: 'title', text: parts.title },
    ...simulatedBlock(parts.steps, language),
    ...methods,
    ...results,
    ...(works.length === 0 ? [] : [heading(words.references), ...works]),
    ...(supplement.length === 0 ? [] : [heading(words.supplement), textBlock(words.supplementNote), ...supplement]),
    ...(checklist === undefined
      ? []
      : [
          heading(words.checklist),
          textBlock(words.checklistNote),
          {
            kind: 'table',
            number: tables + 1,
            sha256: checklist.sha256,
            table: { caption: checklist.declaration.title, notes: [], language, declaration: checklist.declaration },
          } as const,
        ]),
  ];
}
