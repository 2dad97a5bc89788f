import { crc32, gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';

/** A small expression matrix as rows of cells, header first: log values, one row a gene. */
export function matrixRows(genes = 12, samples = 6): string[][] {
  const header = ['gene', ...Array.from({ length: samples }, (_, i) => `S${i + 1}`)];
  const rows = Array.from({ length: genes }, (_, g) => [
    `GENE${g + 1}`,
    ...Array.from({ length: samples }, (_, s) => (5 + Math.sin(g * 7 + s * 3) * 3 + s / 10).toFixed(4)),
  ]);
  return [header, ...rows];
}

export function delimited(rows: readonly (readonly string[])[], separator = ',', lineEnd = '\n'): string {
  return rows.map((row) => row.join(separator)).join(lineEnd) + lineEnd;
}

export function encoded(text: string, encoding: string): Buffer {
  return iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf-16') });
}

/** The first bytes of a real PNG: signature, header chunk, data. */
export function png(): Buffer {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const header = Buffer.concat([Buffer.from([0, 0, 0, 13]), Buffer.from('IHDR'), Buffer.alloc(17, 1)]);
  return Buffer.concat([signature, header, Buffer.alloc(2000, 0x5a)]);
}

/** A gzip that grows a thousandfold: valid rows over and over. */
export function gzipBomb(megabytes: number): Buffer {
  const rows = Buffer.from(delimited(matrixRows(2000, 60), '\t'));
  const head = rows.subarray(0, rows.indexOf(10) + 1);
  const row = Buffer.from(`GENE\t${'1\t'.repeat(59)}1\n`);
  const body = Buffer.alloc(megabytes * 1024 * 1024 - ((megabytes * 1024 * 1024) % row.length), row);
  return gzipSync(Buffer.concat([head, body]), { level: 9 });
}

interface ZipEntry {
  name: string;
  content: Buffer;
  /** Size that the directory claims; the true one by default. */
  claimed?: number;
}

/** A zip of stored (not compressed) entries, written by hand so that a directory can lie. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimed } of entries) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt32LE(crc32(content), 14);
    local.writeUInt32LE(content.length, 18);
    local.writeUInt32LE(content.length, 22);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    parts.push(local, Buffer.from(name), content);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt32LE(crc32(content), 16);
    entry.writeUInt32LE(content.length, 20);
    entry.writeUInt32LE(claimed ?? content.length, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + content.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listing, end]);
}

const CONTENT_TYPES = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`;
const ROOT_LINKS = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const WORKBOOK = `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="说明" sheetId="1" r:id="rId1"/><sheet name="表达" sheetId="2" r:id="rId2"/></sheets></workbook>`;
const WORKBOOK_LINKS = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`;

function sheet(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) =>
    /^-?\d+(\.\d+)?$/.test(text)
      ? `<c><v>${text}</v></c>`
      : `<c t="inlineStr"><is><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
  const lines = rows.map((row, i) => `<row r="${i + 1}">${row.map(cell).join('')}</row>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines}</sheetData></worksheet>`;
}

/** A workbook with one sheet of the given rows. @param path where the sheet lies. */
export function workbookOf(rows: string, path = 'xl/worksheets/sheet2.xml'): Buffer {
  const file = (name: string, text: string): ZipEntry => ({ name, content: Buffer.from(text) });
  const links = WORKBOOK_LINKS.replace('worksheets/sheet2.xml', path.replace('xl/', ''));
  return zip([
    file('[Content_Types].xml', CONTENT_TYPES),
    file('_rels/.rels', ROOT_LINKS),
    file('xl/workbook.xml', WORKBOOK),
    file('xl/_rels/workbook.xml.rels', links),
    file('xl/worksheets/sheet1.xml', sheet([])),
    file(
      path,
      `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    ),
  ]);
}

/** A workbook of two sheets: an empty one in front of the data. */
export function workbook(rows: readonly (readonly string[])[], extra: ZipEntry[] = []): Buffer {
  const file = (name: string, text: string): ZipEntry => ({ name, content: Buffer.from(text) });
  return zip([
    file('[Content_Types].xml', CONTENT_TYPES),
    file('_rels/.rels', ROOT_LINKS),
    file('xl/workbook.xml', WORKBOOK),
    file('xl/_rels/workbook.xml.rels', WORKBOOK_LINKS),
    file('xl/worksheets/sheet1.xml', sheet([])),
    file('xl/worksheets/sheet2.xml', sheet(rows)),
    ...extra,
  ]);
}
