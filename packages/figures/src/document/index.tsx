import { type DocumentBlock, fillTemplate, type Told, type ToldTable } from '@oncoloom/tool-kit';
import { ChartDataError } from '../data/table.ts';
import type { ColumnarTable, FigureData } from '../data/types.ts';
import { svgDocument } from '../file/index.tsx';
import { pngAddress } from '../file/png.ts';
import { layoutSheet, SheetPicture } from '../kinds/drawn.tsx';
import { loadKind } from '../kinds/index.ts';
import { MARK } from '../plot/marks.ts';
import { UNITS_PER_POINT } from '../text/typeface.ts';
import { factPieces, formulaPieces, headingPieces, listPieces, textPieces, titlePieces } from './blocks.tsx';
import { type DocumentFigure, figurePieces } from './figures.tsx';
import { Line, Rule } from './marks.tsx';
import { flowPages, MARGIN, PAGE, type Piece, type PlacedPiece, TEXT } from './page.ts';
import { tablePieces } from './table.tsx';

/** What a document says beside its own contents; plain texts, ready to be read. */
interface DocumentAbout {
  /** Of the document. */
  title: string;
  /** What the analysis is called. */
  task: string;
  /** Names and values: inputs, time, tool, versions. */
  facts: readonly (readonly [name: string, value: string])[];
  summary: string;
  /** Sentences below the summary. */
  points: readonly string[];
  methods: string;
  citations: readonly string[];
}

/** Everything that a document is made of; plain data. */
export interface DocumentData {
  about: DocumentAbout;
  contents: readonly DocumentBlock[];
  /** What its texts name. */
  words: Readonly<Record<string, unknown>>;
  tables: Readonly<Record<string, { table: ColumnarTable; declaration: ToldTable }>>;
  figures: readonly DocumentFigureData[];
  /** At the foot of every page, as that the data are simulated. */
  notice: string;
}

export interface DocumentFigureData {
  /** Of its words, `caption` stands below. */
  data: FigureData;
  notices: readonly Told[];
}

/** Why a figure cannot be drawn stands in its place. */
async function figureOf({ data, notices }: DocumentFigureData, id: string): Promise<DocumentFigure | string> {
  try {
    const sheet = layoutSheet(await loadKind(data.figure.chart), data, notices, true);
    return {
      title: data.figure.title,
      caption: data.words.caption ?? '',
      width: sheet.width / UNITS_PER_POINT,
      height: sheet.height / UNITS_PER_POINT,
      picture: (
        <g transform={`scale(${1 / UNITS_PER_POINT})`}>
          <SheetPicture sheet={sheet} id={id} imageAddress={pngAddress} />
        </g>
      ),
    };
  } catch (error) {
    if (error instanceof ChartDataError) return `「${data.figure.title}」画不出来：${error.message}`;
    throw error;
  }
}

async function allFigures(figures: readonly DocumentFigureData[]): Promise<Piece[]> {
  const drawn: (DocumentFigure | string)[] = [];
  for (const [i, figure] of figures.entries()) drawn.push(await figureOf(figure, `figure-${i + 1}`));
  const refused = drawn.filter((figure) => typeof figure === 'string');
  return [...figurePieces(drawn.filter((figure) => typeof figure !== 'string')), ...listPieces(refused)];
}

async function blockPieces(block: DocumentBlock, data: DocumentData): Promise<Piece[]> {
  if ('heading' in block) return headingPieces(fillTemplate(block.heading, data.words));
  if ('formula' in block) return formulaPieces(block.formula);
  if ('figures' in block) return allFigures(data.figures);
  if ('table' in block) {
    const found = data.tables[block.table];
    if (found === undefined) throw new Error(`the document has no table ${block.table}`);
    return tablePieces(found.table, found.declaration, block.columns);
  }
  const text = fillTemplate(block.text, data.words);
  return text === '' ? [] : textPieces(text, { before: block.apart === true ? 8 : 4 });
}

/** All of a document: what it is about and the conclusion, its contents, methods and references. */
async function documentPieces(data: DocumentData): Promise<Piece[]> {
  const { about, contents } = data;
  const own: Piece[] = [];
  for (const block of contents) own.push(...(await blockPieces(block, data)));
  return [
    ...titlePieces(about.title, about.task),
    ...factPieces(about.facts),
    ...headingPieces('结论'),
    ...textPieces(about.summary, { size: TEXT.size + 1 }),
    ...listPieces(about.points),
    ...own,
    ...headingPieces('方法'),
    ...textPieces(about.methods),
    ...headingPieces('参考文献'),
    ...listPieces(about.citations),
  ];
}

interface PageProps {
  page: readonly PlacedPiece[];
  heading: string;
  notice: string;
  number: number;
  count: number;
}

function Page({ page, heading, notice, number, count }: PageProps) {
  const small = 7.5;
  const foot = PAGE.height - 34;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={`${PAGE.width}pt`}
      height={`${PAGE.height}pt`}
      viewBox={`0 0 ${PAGE.width} ${PAGE.height}`}
      xmlLang="zh-Hans"
    >
      <title>{heading}</title>
      <rect width={PAGE.width} height={PAGE.height} fill="#fff" />
      <Line x={MARGIN.side} top={32} size={small} colour={MARK.caption}>
        {heading}
      </Line>
      <Rule top={46} colour={MARK.axis} width={0.4} />
      {notice !== '' && (
        <Line x={MARGIN.side} top={foot} size={small} colour={MARK.notice}>
          {notice}
        </Line>
      )}
      <Line x={PAGE.width - MARGIN.side} top={foot} size={small} colour={MARK.caption} align="right">
        {`第 ${number} 页，共 ${count} 页`}
      </Line>
      {page.map(({ piece, top }) => (
        <g key={top}>{piece.draw(top)}</g>
      ))}
    </svg>
  );
}

/**
 * Lays a document out on A4 pages.
 *
 * @returns An SVG document for each page.
 */
export async function drawDocument(data: DocumentData): Promise<string[]> {
  const pages = flowPages(await documentPieces(data));
  const heading = `瘤析 OncoLoom · ${data.about.title}`;
  return pages.map((page, i) =>
    svgDocument(<Page page={page} heading={heading} notice={data.notice} number={i + 1} count={pages.length} />),
  );
}
