import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GuardedText, guardText } from '../../src/files/intake/guard.ts';
import { guardLimits } from '../../src/files/intake/limits.ts';
import { FileRefused } from '../../src/files/intake/refusal.ts';
import { guardWorkbook } from '../../src/files/intake/workbook.ts';
import { delimited, encoded, gzipBomb, matrixRows, png, workbook, zip } from './bytes.ts';

const limits = guardLimits('new');
const table = delimited(matrixRows());
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guard-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Sources that nobody has read to their end, nor ended: each would be an open file. */
let open = 0;

/** Feeds bytes in pieces of `step`, so that characters, lines and quotes are cut anywhere. */
async function* pieces(bytes: Buffer, step: number): AsyncGenerator<Buffer> {
  open += 1;
  try {
    for (let at = 0; at < bytes.length; at += step) yield Buffer.from(bytes.subarray(at, at + step));
  } finally {
    open -= 1;
  }
}

async function guard(content: string | Buffer, step = 100_000): Promise<GuardedText & { text: string }> {
  const target = join(folder, 'text');
  const bytes = Buffer.from(content);
  let told: string | undefined;
  const onVerbatim = (separator: string) => (told = separator);
  const guarded = await guardText(pieces(bytes, step), target, limits, { kind: 'table', onVerbatim });
  const written = await readFile(target);
  const original = join(folder, 'original');
  const changed = join(folder, 'changed');
  await rm(changed, { force: true });
  await writeFile(original, bytes);
  await guardText(pieces(bytes, step), changed, limits, { kind: 'table', original });
  // Where it says that R may as well read the upload itself, it has to be so; and it says so wherever it is.
  const same = [bytes, Buffer.concat([bytes, Buffer.from('\n')])].some((each) => each.equals(written));
  expect(guarded.verbatim).toBe(same);
  if (same) expect(existsSync(changed)).toBe(false);
  else expect((await readFile(changed)).equals(written)).toBe(true);
  if (guarded.verbatim && bytes.length > step) expect([undefined, guarded.separator]).toContain(told);
  return { ...guarded, text: written.toString('utf8') };
}

async function refusal(content: string | Buffer): Promise<FileRefused> {
  const error = await guard(content).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FileRefused);
  expect(open).toBe(0);
  return error as FileRefused;
}

describe('what passes', () => {
  it('leaves a clean table as it is, however the bytes are cut', async () => {
    for (const step of [1, 7, 64, 100_000]) {
      const { text, rows, columns, separator } = await guard(table, step);
      expect(text).toBe(table);
      expect([rows, columns, separator]).toEqual([12, 7, ',']);
    }
  });

  it('unpacks gzip, also of several members', async () => {
    const half = Math.floor(table.length / 2);
    const packed = Buffer.concat([gzipSync(table.slice(0, half)), gzipSync(table.slice(half))]);
    expect((await guard(packed, 13)).text).toBe(table);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'gbk'])('reads %s', async (encoding) => {
    const chinese = delimited(
      [
        ['样本', '分组'],
        ['患者一', '肿瘤'],
        ['患者二', '正常'],
      ],
      '\t',
    );
    for (const step of [1, 5, 100_000]) {
      const { text, findings } = await guard(encoded(chinese, encoding), step);
      expect(text).toBe(chinese);
      expect(findings.some(({ code }) => code === 'encoding')).toBe(encoding !== 'utf-8');
    }
  });

  it('reads UTF-8 with a mark, UTF-16 without one, and Latin-1', async () => {
    expect((await guard(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(table)]))).text).toBe(table);
    expect((await guard(Buffer.from(table, 'utf16le'))).text).toBe(table);
    expect((await guard(Buffer.from('sample,dose\na,5 \xb5g\nb,caf\xe9\n', 'latin1'))).text).toContain('b,café');
  });

  it('notices Chinese that begins far behind a plain start', async () => {
    const rows = [['id', 'note'], ...Array.from({ length: 20_000 }, (_, i) => [`S${i}`, 'tumour']), ['S_end', '肿瘤组织']];
    const { encoding, text } = await guard(encoded(delimited(rows), 'gbk'), 65_536);
    expect(encoding).toBe('gb18030');
    expect(text.endsWith('S_end,肿瘤组织\n')).toBe(true);
  });

  it('takes Windows, old Mac and missing line ends', async () => {
    for (const content of [table.replaceAll('\n', '\r\n'), table.replaceAll('\n', '\r'), table.trimEnd()]) {
      for (const step of [1, 100_000]) expect((await guard(content, step)).text.trimEnd()).toBe(table.trimEnd());
    }
  });

  it('parses quotes: separators, doubled quotes and line breaks inside a cell', async () => {
    const content = 'gene,note\n"A,1","say ""yes"""\nB,"two\nlines"\nC,5" wide\n';
    for (const step of [1, 100_000]) expect(await guard(content, step)).toMatchObject({ text: content, rows: 3, columns: 2 });
  });

  it('leaves out comments, blank lines and separators at line ends', async () => {
    const content = `# made by a tool's "export\n\n#gene\tA\tB\nX\t1\t2\n\n\t\t\nY\t3\t4\n# end\n  \n`;
    // Lines before the header stay as blank ones: R counts lines as the file's owner does.
    expect((await guard(content)).text).toBe('\n\ngene\tA\tB\nX\t1\t2\nY\t3\t4\n');
    expect((await guard('gene,A,B,\nX,1,2,\nY,3,4,\n')).text).toBe('gene,A,B\nX,1,2\nY,3,4\n');
  });

  it('keeps an empty last column that has a name', async () => {
    expect((await guard('id,a,note\nX,1,\nY,2,\n')).text).toBe('id,a,note\nX,1,\nY,2,\n');
  });

  it('tolerates the header that write.table leaves one short', async () => {
    const { text, headerShort, findings } = await guard('A\tB\nX\t1\t2\nY\t3\t4\n');
    expect(text).toBe('\tA\tB\nX\t1\t2\nY\t3\t4\n');
    expect(headerShort).toBe(true);
    expect(findings.map(({ code }) => code)).toContain('header_short');
  });

  it.each([';', '|', '\t'])('finds the separator %j among commas in text', async (separator) => {
    const rows = [
      ['id', 'text', 'n'],
      ['A', 'one, two', '1'],
      ['B', 'three, four, five', '2'],
      ['C', 'six', '3'],
    ];
    expect((await guard(delimited(rows, separator))).separator).toBe(separator);
  });

  it('turns runs of blanks into tabs and decimal commas into points', async () => {
    expect((await guard('gene   A  B\nX 1   2\n"two words" 3 4\n', 3)).text).toBe('gene\tA\tB\nX\t1\t2\n"two words"\t3\t4\n');
    const { text, findings } = await guard('gene;A;B\nX;1,5;-2,25\nY;"3,125";4\nZ;1,0e-3;a,b\n', 4);
    expect(text).toBe('gene;A;B\nX;1.5;-2.25\nY;"3.125";4\nZ;1.0e-3;a,b\n');
    expect(findings.map(({ code }) => code)).toContain('decimal_comma');
  });

  it('does not take thousands for decimals', async () => {
    expect((await guard('gene;A\nX;1,500\nY;12,000\n')).text).toContain('X;1,500');
    expect((await guard('gene;A\nX;1,234.5\nY;0,5\n')).text).toContain('X;1,234.5');
  });

  it.each(['0,585', '-0,585', '12,5', '1234,567', '0,5e-3'])('takes %s for a number with decimals, and 4,907 beside it', async (number) => {
    const { text } = await guard(`gene;A;B\nX;4,907;7,098\nY;${number};5,585\n`);
    expect(text).toBe(`gene;A;B\nX;4.907;7.098\nY;${number.replace(',', '.')};5.585\n`);
  });

  it('takes no line of comments for the header where one stands below them', async () => {
    const comments = '#Patient Identifier\tStatus\tMonths\n#x\tx\tx\n#STRING\tSTRING\tNUMBER\n#1\t1\t1\n';
    const rows = 'PATIENT_ID\tOS_STATUS\tOS_MONTHS\nP1\t1:DECEASED\t2.8\nP2\t0:LIVING\t30.5\n';
    expect((await guard(comments + rows)).text.trim()).toBe(rows.trim());
    expect((await guard(`#one line\tof words\tabove\n${rows}`)).text.trim()).toBe(rows.trim());
    expect((await guard('#made by a program\n#gene\tA\tB\nX\t1\t2\nY\t3\t4\n')).text.trim()).toBe('gene\tA\tB\nX\t1\t2\nY\t3\t4');
  });

  it.each([
    ['a title in one cell', 'Supplementary Table 1\n'],
    ['a title among empty cells', 'Table 1,,,\n'],
    ['a title with commas', '"Table 1, expression, in tumours",,,\n'],
    ['two lines and a blank one', '表 1  表达量\n单位：TPM,,,\n\n'],
  ])('passes over %s above the header, and says so', async (_, above) => {
    const rows = 'gene,S1,S2,S3\nTP53,1,2,3\nEGFR,4,5,6\n';
    const { text, findings } = await guard(above + rows);
    expect(text.trim()).toBe(rows.trim());
    expect(findings.map(({ code }) => code)).toEqual(['title_lines']);
  });

  it('takes no header for a title', async () => {
    for (const content of ['x,y\nA,1\n', 'S1\nTP53,1\nEGFR,2\n', 'S1,S2\nTP53,1,2\nEGFR,2,3\n']) {
      expect((await guard(content)).findings.map(({ code }) => code)).not.toContain('title_lines');
    }
    expect((await refusal('gene,S1,S2\nTP53,1,2,3,4\nEGFR,2,3,4,5\n')).message).toMatch(/第 2 行有 5 列，表头有 3 列/);
  });

  it('exempts the lines around the table of a GEO series matrix', async () => {
    const preamble = '!Series_title\t"A, B"\n!Sample_title\t"x"\t"y"\n!Sample_characteristics_ch1\t"tissue: "odd"\t""\n';
    const content = `${preamble}!series_matrix_table_begin\n"ID_REF"\t"GSM1"\t"GSM2"\n"p1"\t1.5\t2.5\n"p2"\t3\t4\n!series_matrix_table_end\n`;
    for (const step of [1, 100_000]) {
      const { text, rows, layout } = await guard(content, step);
      expect(text).toBe(content);
      expect([rows, layout.geo]).toEqual([2, 'series']);
    }
  });

  it('takes a list of one column, also of one line', async () => {
    expect(await guard('TP53\nEGFR\n')).toMatchObject({ columns: 1, rows: 1 });
    expect(await guard('TP53,EGFR,MYC\n')).toMatchObject({ columns: 3, rows: 0 });
  });
});

describe('what is refused, with a sentence', () => {
  it.each([
    ['a picture named .csv', png(), 415, '图片'],
    ['a picture in gzip', gzipSync(png()), 415, '图片'],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 415, 'PDF'],
    ['an old Excel file', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest', 'latin1'), 415, '另存为 XLSX'],
    ['a zip', zip([{ name: 'a.csv', content: Buffer.from('a,b\n1,2\n') }]), 415, '.zip 结尾'],
    ['a web page with a table', '<html><body><table><tr><td>gene</td><td>a</td></tr></table></body></html>', 415, '网页格式（HTML）的表格'],
    ['a bare table of a web page', '<table border=1><tr><th>gene</th></tr></table>', 415, '网页格式（HTML）的表格'],
    ['a workbook in XML', '<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">', 415, 'XML 表格'],
    ['a web page', '<!DOCTYPE html><html><body>404</body></html>', 415, '网页'],
    ['JSON', '{"a": [1, 2]}', 415, 'JSON'],
    ['zeros', Buffer.alloc(5000), 415, '不是文本'],
    ['random bytes', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919 + (i >> 3)) % 256)), 415, '不是文本'],
    ['nothing', '', 422, '空的'],
    ['blank lines', '\n \n\t\n', 422, '空的'],
    ['half a gzip', gzipSync(Buffer.from(table)).subarray(0, 60), 422, '不完整'],
    ['a damaged gzip', Buffer.concat([gzipSync(table).subarray(0, 40), Buffer.alloc(60, 7)]), 422, '损坏'],
    ['a series matrix without a table', '!Series_title\t"x"\n!Sample_title\t"y"\n', 422, 'GEO 文件里没有表达数据'],
    ['a quote that never closes', `gene,A\n"X,1\n${'Y,2\n'.repeat(50)}`, 422, '双引号'],
  ] as const)('%s', async (_name, content, status, words) => {
    const { status: given, message } = await refusal(content);
    expect(given).toBe(status);
    expect(message).toContain(words);
  });

  it('names the line of a ragged row and both counts', async () => {
    const lines = table.split('\n');
    lines[4] = `${lines[4]},9.9`;
    expect((await refusal(lines.join('\n'))).message).toBe('第 5 行有 8 列，表头有 7 列。请补齐空着的单元格，或删去多余的分隔符，再上传。');
    lines[4] = 'GENE4,1,2';
    expect((await refusal(lines.join('\r\n'))).message).toContain('第 5 行有 3 列，表头有 7 列');
  });

  it('counts comment and blank lines as a text editor does', async () => {
    expect((await refusal('# a\n\ngene,A,B\nX,1,2\n\nY,1\n')).message).toContain('第 6 行有 2 列');
  });

  it('refuses 2 million columns from the first of its bytes', async () => {
    const header = Buffer.from(`gene,${Array.from({ length: 2_000_000 }, (_, i) => `S${i}`).join(',')}\n`);
    let read = 0;
    async function* counted() {
      for await (const piece of pieces(header, 16_384)) {
        read += piece.length;
        yield piece;
      }
    }
    const error = await guardText(counted(), join(folder, 'text'), limits, { kind: 'table' }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'too_wide', message: expect.stringContaining('100,000 列') });
    expect(read).toBeLessThan(1_000_000);
  });

  it('refuses a row that grows wide below a narrow header', async () => {
    expect((await refusal(`gene,A\nX,${'1,'.repeat(6000)}1\n`)).code).toBe('ragged');
    expect((await refusal(`gene,A\nX,${'1,'.repeat(200_000)}1\n`)).code).toBe('too_wide');
  });

  it('refuses a line without end, in bounded memory', async () => {
    expect((await refusal(Buffer.alloc(6_000_000, 'A'))).code).toBe('line_too_long');
  });

  it('refuses a cell that is longer than any of a sheet, in quotes, too', async () => {
    const long = '（'.repeat(34_000);
    for (const cell of [long, `"${'（,'.repeat(30_000)}"`]) {
      const { code, message } = await refusal(`gene,A,B\nX,${cell},2\nY,3,4\n`);
      expect([code, message]).toEqual(['cell_too_long', expect.stringMatching(/^第 2 行有一格超过 97\.7 KB/)]);
    }
    await guard(`gene,A,B\nX,${'（'.repeat(32_767)},${'（'.repeat(32_767)}\n`);
    // The curve of a gene set is one cell of numbers.
    await guard(`gene,A,B\nX,"${'0.1234,'.repeat(30_000)}",（\n`);
  });

  it('refuses a gzip bomb before it has unpacked', async () => {
    const bomb = gzipBomb(200);
    expect(bomb.length).toBeLessThan(1_000_000);
    const before = process.memoryUsage().rss;
    const { code, status } = await refusal(bomb);
    expect([code, status]).toEqual(['bomb', 422]);
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  });

  it('refuses more unpacked bytes than the plan allows', async () => {
    const error = await guardText(pieces(gzipSync(table), 1000), join(folder, 'text'), { ...limits, bytes: 500 }, { kind: 'table' }).catch(
      (e: unknown) => e,
    );
    expect(error).toMatchObject({ status: 413, code: 'too_large' });
  });
});

describe('workbooks', () => {
  async function check(content: Buffer): Promise<unknown> {
    const path = join(folder, 'book.xlsx');
    await writeFile(path, content);
    return guardWorkbook(path, limits.bytes).catch((error: unknown) => error);
  }

  it('passes a real one', async () => {
    expect(await check(workbook(matrixRows()))).toBeUndefined();
  });

  it('refuses bombs, other zips, text and damage by the directory alone', async () => {
    const lie = { name: 'xl/worksheets/sheet9.xml', content: Buffer.alloc(1000), claimed: 400_000_000 };
    expect(await check(workbook(matrixRows(), [lie]))).toMatchObject({ code: 'bomb' });
    expect(await check(workbook(matrixRows(), [{ ...lie, claimed: 4_000_000_000 }]))).toMatchObject({ code: 'too_large', status: 413 });
    expect(await check(zip([{ name: 'word/document.xml', content: Buffer.from('x') }]))).toMatchObject({ status: 415 });
    expect(await check(Buffer.from(table))).toMatchObject({ status: 415 });
    expect(await check(workbook(matrixRows()).subarray(0, 700))).toMatchObject({ code: 'damaged' });
  });

  it('refuses one in which a digit of a cell is another than the one whose checksum is told', async () => {
    const book = workbook(matrixRows());
    const digit = book.indexOf('<v>') + 3;
    book.writeUInt8(book.readUInt8(digit) ^ 1, digit);
    expect(await check(book)).toMatchObject({ code: 'damaged' });
  });
});
