import type { PaperRequest } from '@oncoloom/contract';
import { inPaperWords, type Language, parseMarks, SIMULATED, tellText, wordingOf } from '@oncoloom/tool-kit';
import { sentencesOf as resultSentences } from '../../analyses/lists/view.ts';
import { isPrinted, notesOf } from '../../analyses/paper/documents.ts';
import { legendOf } from '../../analyses/paper/legends.ts';
import { mergedRows } from '../../analyses/texts/conversions.ts';
import { type MethodsText, methodsInWordsOf, methodsOf, worksOf } from '../../analyses/texts/methods.ts';
import { isSimulated, SIMULATED_TEXTS } from '../../analyses/texts/simulated.ts';
import type { ReportBlock, WordTable } from '../../drawing/word/request.ts';
import { type Run, textRuns } from '../../drawing/word/runs.ts';
import { type CitedText, References } from './cited.ts';
import { type MethodStep, mergeMethods } from './methods.ts';
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
    figure: (n: number, legend: string) => `图 ${n}　${legend}`,
    see: (figures: string, tables: string) =>
      `见${[figures && `图 ${figures}`, tables && `表 ${tables}`].filter((part) => part !== '').join('、')}。`,
    ofStep: (title: string, step: number) => `${title}（步骤 ${step}）`,
    simulated: (steps: string) => `步骤 ${steps}：`,
    between: '、',
    range: (from: number, to: number) => `${from}–${to}`,
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
    figure: (n: number, legend: string) => `Figure ${n}. ${legend}`,
    see: (figures: string, tables: string) => {
      const many = (list: string) => (/[–,]/.test(list) ? 's' : '');
      const parts = [figures && `Figure${many(figures)} ${figures}`, tables && `Table${many(tables)} ${tables}`];
      return `See ${parts.filter((part) => part !== '').join(' and ')}.`;
    },
    ofStep: (title: string, step: number) => `${title} (step ${step})`,
    simulated: (steps: string) => `Steps ${steps}: `,
    between: ', ',
    range: (from: number, to: number) => `${from}–${to}`,
  },
} as const;

/** What runs of numbers in a row are called: 1–3. */
function numberList(numbers: readonly number[], language: Language): string {
  const { range, between } = WORDS[language];
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : range(from, to))).join(between);
}

const plainRuns = (text: string): Run[] => textRuns(inPaperWords(text));
const textBlock = (text: string): StoredBlock => ({ kind: 'text', runs: plainRuns(text) });

/** A step as the merged methods see it. */
export function methodStep(step: PaperStep, templates: MethodsText, language: Language): MethodStep {
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

function methodBlocks(parts: ReportParts, references: References, language: Language): StoredBlock[] {
  const words = WORDS[language];
  const steps = parts.steps.map((step) => methodStep(step, parts.methods.get(step.tool.taskType) ?? { zh: '', en: '' }, language));
  const { reading, sections, versions } = mergeMethods(steps, language);
  const heading = (text: string): StoredBlock => ({ kind: 'heading', level: 2, text });
  return [
    { kind: 'heading', level: 1, text: words.methods },
    ...(reading === '' ? [] : [heading(words.reading), textBlock(reading)]),
    ...sections.flatMap(({ heading: tool, paragraphs }) => [heading(tool), ...paragraphs.map((text) => citedBlock(text, references))]),
    ...(versions === '' ? [] : [heading(words.software), textBlock(versions)]),
  ];
}

/** The result's sentence with its genes in italics. */
function summaryRuns({ declared, analysis, result, words }: PaperStep, language: Language): Run[] {
  const { summary } = resultSentences(declared, { ...analysis, inputs: [] }, result, words, language);
  return parseMarks(summary).flatMap(({ kind, text }) =>
    kind === 'gene' ? [{ text, italics: true } as const] : plainRuns(text).filter((run) => run.text !== ''),
  );
}

function resultBlocks(parts: ReportParts, language: Language): { blocks: StoredBlock[]; tables: number } {
  const words = WORDS[language];
  let [figureNumber, tableNumber] = [0, 0];
  const printed = (step: PaperStep) =>
    step.result.tables.filter((table) => isPrinted(step.declared, table) && step.tool.tables[table.id]?.paper?.sections === undefined);
  const titles = parts.steps.flatMap((step) => printed(step).map(({ id }) => step.tool.tables[id]?.title ?? id));
  const blocks = parts.steps.flatMap((step): StoredBlock[] => {
    const { tool, analysis, result, declared } = step;
    const figures = parts.figures
      .filter((figure) => figure.step.number === step.number)
      .map(({ id, sha256, width, height }): [number, StoredBlock] => {
        figureNumber += 1;
        const legend = legendOf(declared, result.rowSubject ?? 'gene', analysis, id, step.words)[language];
        const alternative = tool.figures[id]?.title ?? id;
        const figure = {
          width,
          height,
          legend: words.figure(figureNumber, legend),
          alternative: `${words.figure(figureNumber, '')}${alternative}`.trim(),
        };
        return [figureNumber, { kind: 'figure', sha256, figure }];
      });
    const tables = printed(step).flatMap(({ id, sha256 }): [number, StoredBlock][] => {
      const declaration = tool.tables[id];
      if (declaration === undefined) return [];
      tableNumber += 1;
      const repeated = titles.filter((title) => title === declaration.title).length > 1;
      const caption = repeated ? words.ofStep(declaration.title, step.number) : declaration.title;
      const notes = notesOf(tool, analysis, result, id, language).map(inPaperWords);
      return [[tableNumber, { kind: 'table', number: tableNumber, sha256, table: { caption, notes, language, declaration } }]];
    });
    const numbered = (list: readonly [number, StoredBlock][]) =>
      numberList(
        list.map(([number]) => number),
        language,
      );
    const see = figures.length + tables.length === 0 ? '' : words.see(numbered(figures), numbered(tables));
    const stop = language === 'zh' ? '' : ' ';
    return [
      { kind: 'heading', level: 2, text: `${step.number}　${step.name}` },
      { kind: 'text', runs: [...summaryRuns(step, language), ...(see === '' ? [] : plainRuns(`${stop}${see}`))] },
      ...tables.map(([, block]) => block),
      ...figures.map(([, block]) => block),
    ];
  });
  return { blocks: [{ kind: 'heading', level: 1, text: words.results }, ...blocks], tables: tableNumber };
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
  const methods = methodBlocks(parts, references, language);
  const { blocks: results, tables } = resultBlocks(parts, language);
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
