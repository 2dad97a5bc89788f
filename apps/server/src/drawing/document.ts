import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentData, DocumentFigureData } from '@oncoloom/figures/document';
import { drawDocument } from '@oncoloom/figures/document';
import { pdfWithInfo } from './metadata.ts';
import type { DrawRequest } from './request.ts';
import { rsvg } from './rsvg.ts';
import { readTables, type TableSources } from './sources.ts';

/** Everything that a document is made of; plain data, so that it can be sent to a thread. */
export interface DocumentRequest extends Pick<DocumentData, 'about' | 'contents' | 'words' | 'notice'> {
  /** By id. */
  tables: TableSources;
  figures: readonly Omit<DrawRequest, 'format'>[];
}

/** Writes a document. @returns the PDF's bytes. */
export async function documentFile({ tables, figures, ...document }: DocumentRequest): Promise<Uint8Array> {
  const drawn = figures.map(async ({ figure, tables: sources, style, words, notices }): Promise<DocumentFigureData> => {
    return { data: { figure, tables: await readTables(sources), style, words }, notices };
  });
  const read = await readTables(tables);
  const declared = Object.entries(tables).map(([id, { declaration }]) => [id, { table: read[id], declaration }]);
  const pages = await drawDocument({ ...document, tables: Object.fromEntries(declared), figures: await Promise.all(drawn) });
  const { title, task } = document.about;
  return pdfWithInfo(await pagesFile(pages), { title: `${title} · ${task}`, description: document.about.summary });
}

/** Pages as one PDF: the renderer takes several pages from files alone. */
async function pagesFile(pages: readonly string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'oncoloom-pages-'));
  try {
    const paths = pages.map((_, i) => join(folder, `${i + 1}.svg`));
    await Promise.all(paths.map((path, i) => writeFile(path, pages[i] ?? '')));
    return await rsvg('', ['--format=pdf', ...paths]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
