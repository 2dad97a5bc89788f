import { Document, Packer, PageOrientation } from 'docx';
import JSZip from 'jszip';
import { PAGE } from './layout.ts';
import { reportParts } from './report.ts';
import type { WordRequest } from './request.ts';
import { type Part, paragraph, SIZE, tableParts } from './table.ts';

/** One time for all: the same table is the same bytes. */
const WRITTEN = new Date('2026-01-01T00:00:00Z');

/** Headings are as black as the text: the library's own are blue. */
const BLACK = { run: { color: '000000' } } as const;

/** Writes a document for Word. @returns its bytes. */
export async function wordFile(request: WordRequest): Promise<Uint8Array> {
  const { title, report } = request;
  const parts = report === undefined ? [await shortPart(request)] : await reportParts(report);
  const document = new Document({
    title,
    creator: 'OncoLoom',
    lastModifiedBy: 'OncoLoom',
    ...(report !== undefined && { styles: { default: { title: BLACK, heading1: BLACK, heading2: BLACK } } }),
    sections: parts.map(({ landscape, children }) => ({
      properties: {
        page: {
          size: {
            width: PAGE.width,
            height: PAGE.height,
            orientation: landscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
          },
          margin: { top: PAGE.margin, bottom: PAGE.margin, left: PAGE.margin, right: PAGE.margin },
        },
      },
      children,
    })),
  });
  return undated(await Packer.toBuffer(document));
}

/** A table, legends, or both. */
async function shortPart({ table, texts = [] }: WordRequest): Promise<Part> {
  const told = table === undefined ? { landscape: false, children: [] } : await tableParts(table);
  const legends = texts.map(({ text, language }, i) => paragraph(text, language, { size: SIZE.text, before: i === 0 ? 0 : 240 }));
  return { landscape: told.landscape, children: [...told.children, ...legends] };
}

/** The same without the time at which it was written. */
async function undated(docx: Uint8Array): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(docx);
  const core = (await zip.file('docProps/core.xml')?.async('string')) ?? '';
  zip.file('docProps/core.xml', core.replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${WRITTEN.toISOString()}`));
  for (const file of Object.values(zip.files)) file.date = WRITTEN;
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}
