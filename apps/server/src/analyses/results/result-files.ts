import type { ResultFile } from '@oncoloom/contract';
import { ALL_FORMATS, FIGURE_FORMATS, type FigureFormat, type FigureFormatDeclaration } from '@oncoloom/figures/file';
import { fillTemplate, shownFigures, type ToolDefinition, tellTool, type Value } from '@oncoloom/tool-kit';
import { sha256Of } from '../../platform/checksum.ts';
import { type Drawable, type FigureDrawing, figureDrawing } from '../figures/figure-drawing.ts';
import { isPrinted, type WordMeaning, wordSources } from '../paper/documents.ts';
import type { AnalysisRecord, StoredResult } from '../tables.ts';
import { isSimulated, SIMULATED_TEXTS } from '../texts/simulated.ts';
import { resultWords } from '../texts/words.ts';

const MEDIA_TYPES: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  tsv: 'text/tab-separated-values; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  zip: 'application/zip',
};

/** A larger matrix takes longer to write as a workbook than anybody waits, and no spreadsheet is pleasant with it. */
const WORKBOOK_CELLS = 500_000;

type TableFormat = 'tsv' | 'csv' | 'xlsx';

/** Of a table for Word; the list has the first, the other has the same name with its ending. */
const WORD_LANGUAGES = [
  { language: 'zh', ending: '' },
  { language: 'en', ending: '_en' },
] as const;

/** What a file key stands for. Figures may carry the hash of a style that was drawn without being saved. */
export type FileMeaning =
  | { kind: 'table'; table: string; format: TableFormat }
  | WordMeaning
  | { kind: 'figure'; figure: string; format: FigureFormat; variant: string | null }
  | { kind: 'document'; document: string }
  | { kind: 'bundle' };

/** A file of a result with what is needed to make it. */
export interface ResultItem extends ResultFile {
  meaning: FileMeaning;
  /** Shown in lists; any other is had by its key. */
  listed: boolean;
}

/** Bytes of a file's name, and of the analysis' in it: with the ending it stays below the 255 of file systems. */
const NAME_MAX = 190;
const TASK_MAX = 140;

/** A file name that every operating system takes, without characters that hide or turn what is written. */
export function safeFileName(title: string, maxBytes: number = NAME_MAX): string {
  const safe = title.replace(/(?:[\\/:*?"<>|·…\s\p{Cc}\p{Cf}\p{Cs}])+/gu, '_').replace(/^[._]+|(?<!_)_+$/g, '');
  let bytes = 0;
  const fitting = [...safe].filter((letter) => {
    bytes += Buffer.byteLength(letter);
    return bytes <= maxBytes;
  });
  return fitting.join('');
}

/** What is in the analysis, then what the file is of it: FOXM1_TCGA-ACC_OS_KM. */
export function fileNameOf({ name }: Pick<AnalysisRecord, 'name'>, of: string): string {
  return safeFileName(`${safeFileName(name, TASK_MAX)}_${of}`);
}

/**
 * Every file of a completed analysis, whether it has been drawn or not.
 * @param drawn sizes of what has been drawn, by rendering key
 */
export function resultFiles(
  declared: ToolDefinition,
  analysis: AnalysisRecord,
  result: StoredResult,
  drawn: ReadonlyMap<string, number>,
): ResultItem[] {
  const tool = tellTool(declared, 'zh', result.rowSubject ?? 'gene');
  const words = resultWords(tool, analysis.values, result);
  const drawings = new Map<string, FigureDrawing>();
  // Several files are made from one figure, and a document from all.
  const drawingOf = (figure: string) => {
    const drawing = drawings.get(figure) ?? figureDrawing(declared, analysis, result, figure, null, words);
    drawings.set(figure, drawing);
    return drawing;
  };
  // A key names all that a file is made from: making one takes longer than the rest, and of nothing drawn none is found.
  const sizeOf = (meaning: FileMeaning): number | null =>
    drawn.size === 0 ? null : (drawn.get(keyOf(declared, analysis, result, meaning, drawingOf)) ?? null);
  const tables = result.tables.flatMap((table) => {
    const { title = table.id, hideEmpty = false, csv = false, role } = tool.tables[table.id] ?? {};
    if (hideEmpty && table.rows === 0) return [];
    const workbook = table.matrix === undefined || table.rows * table.columns.length <= WORKBOOK_CELLS;
    const formats: TableFormat[] = ['tsv', ...(csv ? (['csv'] as const) : []), ...(workbook ? (['xlsx'] as const) : [])];
    // That nothing was found is a result; that a figure was not drawn is none.
    const listed = role === 'result' || table.rows > 0;
    const files = formats.map((format): ResultItem => {
      const meaning: FileMeaning = { kind: 'table', table: table.id, format };
      const size = format === 'tsv' ? textBytes(analysis, table.bytes) : sizeOf(meaning);
      return { ...item(`${table.id}_${format}`, title, fileNameOf(analysis, title), 'table', format, meaning, size), listed };
    });
    const word = (isPrinted(tool, table) ? WORD_LANGUAGES : []).map(({ language, ending }): ResultItem => {
      const meaning: FileMeaning = { kind: 'word-table', table: table.id, language };
      const file = item(`${table.id}_docx${ending}`, title, fileNameOf(analysis, `${title}${ending}`), 'table', 'docx', meaning, null);
      return { ...file, size: language === 'zh' ? sizeOf(meaning) : null, listed: language === 'zh' };
    });
    return [...files, ...word];
  });
  const figures = shownFigures(tool, result.tables).flatMap(([figure, declaration]) => {
    const title = fillTemplate(declaration.title, words);
    const filename = fileNameOf(analysis, declaration.file ?? title);
    const printed: FileMeaning = { kind: 'legend', figure };
    const legend = item(`${figure}_legend`, title, `${filename}_图注`, 'document', 'docx', printed, null);
    const pictures = ALL_FORMATS.map((format): ResultItem => {
      const meaning: FileMeaning = { kind: 'figure', figure, format, variant: null };
      const { suffix, mediaType: media_type, everyday: listed } = FIGURE_FORMATS[format];
      const size = listed ? sizeOf(meaning) : null;
      return {
        file_key: `${figure}_${format}`,
        filename: `${filename}${suffix}`,
        kind: 'figure',
        title,
        media_type,
        size,
        meaning,
        listed,
      };
    });
    return [...pictures, { ...legend, listed: false }];
  });
  const documents = Object.entries(tool.documents ?? {}).map(([document, { title }]): ResultItem => {
    const meaning: FileMeaning = { kind: 'document', document };
    const size = sizeOf(meaning);
    // The specification has the document's title first: 质量评估报告_….
    return item(`${document}_pdf`, title, safeFileName(`${title}_${analysis.name}`), 'document', 'pdf', meaning, size);
  });
  const bundle = item('bundle', '结果包', fileNameOf(analysis, '结果包'), 'document', 'zip', { kind: 'bundle' }, null);
  return [...documents, ...figures, ...tables, bundle];
}

function item(
  key: string,
  title: string,
  filename: string,
  kind: ResultFile['kind'],
  format: string,
  meaning: FileMeaning,
  size: number | null,
): ResultItem {
  return {
    file_key: key,
    filename: `${filename}.${format}`,
    kind,
    title,
    media_type: MEDIA_TYPES[format] ?? 'application/octet-stream',
    size,
    meaning,
    listed: true,
  };
}

/** What a figure of a result is called. */
export function figureTitle(tool: ToolDefinition, { values, result }: AnalysisRecord, figure: string): string {
  const title = tellTool(tool, 'zh', result?.rowSubject ?? 'gene').figures[figure]?.title ?? figure;
  return result === null ? title : fillTemplate(title, resultWords(tool, values, result));
}

/** Bytes of a table's text file, with the line that is put before a simulated one. */
function textBytes(analysis: AnalysisRecord, bytes: number): number {
  return isSimulated(analysis) ? bytes + Buffer.byteLength(SIMULATED_TEXTS.comment.zh) : bytes;
}

/** A checksum of everything that a file is made from: the key under which it is kept, and its ETag. */
export function renderingKey(
  tool: ToolDefinition,
  analysis: Drawable & Pick<AnalysisRecord, 'name'>,
  result: StoredResult,
  meaning: FileMeaning,
  variant: Record<string, Value> | null,
): string {
  const style = meaning.kind === 'figure' ? variant : null;
  return keyOf(tool, analysis, result, meaning, (figure) => figureDrawing(tool, analysis, result, figure, style));
}

/** The same from drawings that the caller has. */
function keyOf(
  tool: ToolDefinition,
  analysis: Drawable & Pick<AnalysisRecord, 'name'>,
  result: StoredResult,
  meaning: FileMeaning,
  drawingOf: (figure: string) => FigureDrawing,
): string {
  const parts: unknown[] = [tool.taskType, tool.version, meaning];
  if (meaning.kind === 'table') parts.push(result.tables.find((table) => table.id === meaning.table)?.sha256);
  if (meaning.kind === 'figure') {
    const { dpi = null, mediaType } = FIGURE_FORMATS[meaning.format] as FigureFormatDeclaration;
    parts.push(drawingOf(meaning.figure), mediaType, dpi);
  }
  if (meaning.kind === 'word-table' || meaning.kind === 'legend') parts.push(wordSources(tool, analysis, result, meaning));
  if (meaning.kind === 'bundle' || meaning.kind === 'document') {
    const figures = shownFigures(tool, result.tables).map(([figure]) => drawingOf(figure));
    parts.push(analysis.id, result, analysis.styles, analysis.name, figures);
  }
  // Methods, notes and lists of inputs say what these are called, which readers of a link may not see.
  if (meaning.kind === 'word-table' || meaning.kind === 'bundle' || meaning.kind === 'document')
    parts.push(analysis.inputs.map(({ name }) => name));
  return sha256Of(JSON.stringify(parts));
}
