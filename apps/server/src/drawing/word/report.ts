import { readFile } from 'node:fs/promises';
import { AlignmentType, HeadingLevel, ImageRun, Paragraph } from 'docx';
import { PAGE } from './layout.ts';
import type { ReportBlock, WordFigure, WordLanguage, WordReport } from './request.ts';
import { textRuns } from './runs.ts';
import { type Part, paragraph, runsOf, SIZE, tableParts } from './table.ts';

/** Twentieths of a point in an inch; the library measures pictures in pixels of 96 to an inch. */
const INCH = 1440;
const PIXELS = 96;
/** Of the page's edge that a wide figure leaves free, and of the height that its legend takes, twentieths of a point. */
const EDGE = 567;
const LEGEND = 2000;
/** Half-points. */
const HEADS = { title: 32, 1: 28, 2: 24 } as const;
const LINE = 320;
/** Room before a paragraph's first line: two Chinese characters, as Chinese papers set it. */
const INDENT: Readonly<Record<WordLanguage, number>> = { zh: 420, en: 0 };
const HANGING = 420;

const SHRUNK = {
  zh: (percent: number) => `（原图宽于或高于页面，这里缩到 ${percent}%；印刷尺寸的图见 PDF。）`,
  en: (percent: number) => ` (Larger than the page: shown at ${percent}%; the PDF has the printed size.)`,
} as const;

/** A large figure goes beyond the margins of the text, and is made smaller only where the page ends. @returns 1 or less. */
export function figureScale({ width, height }: Pick<WordFigure, 'width' | 'height'>): number {
  const [room, depth] = [(PAGE.width - 2 * EDGE) / INCH, (PAGE.height - 2 * PAGE.margin - LEGEND) / INCH];
  return Math.min(1, room / width, depth / height);
}

async function figureParts(figure: WordFigure, language: WordLanguage): Promise<Paragraph[]> {
  const scale = figureScale(figure);
  const [width, height] = [figure.width * scale, figure.height * scale];
  const beyond = Math.max(0, Math.ceil((width * INCH - (PAGE.width - 2 * PAGE.margin)) / 2));
  const { alternative } = figure;
  const picture = new ImageRun({
    type: 'png',
    data: await readFile(figure.path),
    transformation: { width: width * PIXELS, height: height * PIXELS },
    altText: { name: alternative, title: alternative, description: alternative },
  });
  const shrunk = scale < 1 ? SHRUNK[language](Math.floor(scale * 100)) : '';
  return [
    new Paragraph({
      alignment: AlignmentType.CENTER,
      keepNext: true,
      spacing: { before: 240, after: 60 },
      indent: { left: -beyond, right: -beyond },
      children: [picture],
    }),
    paragraph(`${figure.legend}${shrunk}`, language, { size: SIZE.cell, before: 0 }),
  ];
}

function headed(text: string, level: 'title' | 1 | 2, language: WordLanguage): Paragraph {
  const headings = { title: HeadingLevel.TITLE, 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2 } as const;
  return new Paragraph({
    heading: headings[level],
    keepNext: true,
    spacing: { before: level === 1 ? 360 : 200, after: 100 },
    children: runsOf(textRuns(text), language, HEADS[level], true),
  });
}

/** A block that stands upright. */
async function uprightParts(block: Exclude<ReportBlock, { kind: 'table' }>, language: WordLanguage): Promise<Paragraph[]> {
  switch (block.kind) {
    case 'title':
      return [headed(block.text, 'title', language)];
    case 'heading':
      return [headed(block.text, block.level, language)];
    case 'text':
      return [
        new Paragraph({
          alignment: AlignmentType.BOTH,
          spacing: { line: LINE, after: 80 },
          indent: { firstLine: INDENT[language] },
          children: runsOf(block.runs, language, SIZE.text),
        }),
      ];
    case 'reference':
      return [
        new Paragraph({
          spacing: { after: 40 },
          indent: { left: HANGING, hanging: HANGING },
          children: runsOf([{ text: block.text }], language, SIZE.cell),
        }),
      ];
    case 'figure':
      return figureParts(block.figure, language);
  }
}

/** The parts of a long document: a table that is wider than an upright page has a page across. */
export async function reportParts({ language, blocks }: WordReport): Promise<Part[]> {
  const parts: Part[] = [];
  for (const block of blocks) {
    const told =
      block.kind === 'table'
        ? await tableParts(block.table, block.number)
        : { landscape: false, children: await uprightParts(block, language) };
    const last = parts.at(-1);
    if (last?.landscape === told.landscape) last.children.push(...told.children);
    else parts.push({ landscape: told.landscape, children: [...told.children] });
  }
  return parts;
}
