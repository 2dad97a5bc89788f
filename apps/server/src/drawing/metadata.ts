import type { DrawnFigure } from '@oncoloom/figures/file';

/** Title and contents of a figure, for programs that show them. */
type Told = Pick<DrawnFigure, 'title' | 'description'>;

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Title and contents as pictures carry them: Dublin Core in an XMP packet. */
export function xmpOf({ title, description }: Told): string {
  const inAnyLanguage = (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`;
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>${inAnyLanguage(title)}</dc:title>
<dc:description>${inAnyLanguage(description)}</dc:description>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}

/** A text string of a PDF: UTF-16 with its mark, in hexadecimal. */
const pdfText = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

const TRAILER = /trailer\s*<<\s*\/Size (\d+)\s*\/Root (\d+ 0 R)\s*\/Info (\d+) 0 R\s*>>\s*startxref\s*(\d+)\s*%%EOF\s*$/;
/** More than a trailer is long. */
const TAIL_BYTES = 500;

/**
 * A PDF with title and subject, which rsvg-convert does not write: a new version of its information is appended, as the format provides
 * for changes (ISO 32000-1, 7.5.6). A file whose end is not as expected stays as it is.
 */
export function pdfWithInfo(pdf: Buffer, { title, description }: Told): Buffer {
  const [, size, root, info, before] = TRAILER.exec(pdf.toString('latin1', Math.max(0, pdf.length - TAIL_BYTES))) ?? [];
  if (size === undefined || root === undefined || info === undefined || before === undefined) return pdf;
  const own = /\/Producer \((?:[^()]|\([^()]*\))*\)|\/CreationDate \([^)]*\)/g;
  const object = new RegExp(`\\n${info} 0 obj\\n([\\s\\S]*?)endobj`).exec(pdf.toString('latin1'))?.[1] ?? '';
  const kept = (object.match(own) ?? []).join(' ');
  const begin = `${info} 0 obj\n<< /Title ${pdfText(title)} /Subject ${pdfText(description)} /Creator (OncoLoom) ${kept} >>\nendobj\n`;
  const table = pdf.length + begin.length;
  const entry = `${String(pdf.length).padStart(10, '0')} 00000 n \n`;
  const trailer = `trailer\n<< /Size ${size} /Root ${root} /Info ${info} 0 R /Prev ${before} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(`${begin}xref\n${info} 1\n${entry}${trailer}`, 'latin1')]);
}
