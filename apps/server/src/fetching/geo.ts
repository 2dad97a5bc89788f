import { type Ask, askOnly } from './ask.ts';

const NCBI_FILES = 'https://ftp.ncbi.nlm.nih.gov';
const NCBI_PAGES = 'https://www.ncbi.nlm.nih.gov';

/** Addresses of GEO: files lie below `files`, texts and counts are asked of `pages`. */
export const GEO = { files: `${NCBI_FILES}/geo`, pages: `${NCBI_PAGES}/geo` } as const;

/** Asks NCBI or, where there is one, the mirror that is an address; nobody else. */
export function askGeo(mirror?: string): Ask {
  return askOnly(mirror !== undefined && /^https?:\/\//.test(mirror) ? [new URL(mirror).origin] : [NCBI_FILES, NCBI_PAGES]);
}

/** GEO's folder of a number: `GSE4nnn` for GSE4107, `GPLnnn` for GPL96. */
export function geoFolder(accession: string): string {
  return `${accession.length > 6 ? accession.slice(0, -3) : accession.slice(0, 3)}nnn`;
}
