import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import type { FileType } from '@oncoloom/contract';
import { delimited, encoded, gzipBomb, matrixRows, png, workbook, workbookOf, zip } from './bytes.ts';

/** What becomes of a hostile file: it is refused with a sentence, or read as what it is and nothing else. */
interface Hostile {
  title: string;
  name: string;
  content: () => Buffer | string;
  /** What its sender says that it is; by default an expression matrix. */
  fileType?: FileType | '';
  expect: { refused: RegExp } | { readAs: FileType; rows: number; says?: RegExp; name?: RegExp };
}

const table = delimited(matrixRows());
const tabbed = delimited(matrixRows(), '\t');
const named = (name: string) => table.replace('GENE1,', `${name},`);
const cells = (text: string) => `gene,A,B\nX,1,2\nY,${text},4\n`;
const bytes = (...codes: number[]) => Buffer.from(codes);
const after = (head: string | Buffer, length = 3000) =>
  Buffer.concat([Buffer.from(head as string, typeof head === 'string' ? 'latin1' : undefined), Buffer.alloc(length, 0x41)]);
const repeated = (line: string, times: number) => Buffer.from(line.repeat(times));
/** Always the same "random" bytes. */
function noise(length: number, seed = 7): Buffer {
  const out = Buffer.alloc(length);
  let state = seed;
  for (let i = 0; i < length; i += 1) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    out[i] = state >> 16;
  }
  return out;
}

function deflatedZip(
  name: string,
  content: Buffer,
  change: (local: Buffer, entry: Buffer, data: Buffer) => void = () => undefined,
): Buffer {
  const data = deflateRawSync(content, { level: 9 });
  const title = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(crc32(content), 14);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(title.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(crc32(content), 16);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt32LE(content.length, 24);
  entry.writeUInt16LE(title.length, 28);
  change(local, entry, data);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + title.length, 12);
  end.writeUInt32LE(30 + title.length + data.length, 16);
  return Buffer.concat([local, title, data, entry, title, end]);
}

/** A stored table in which one digit is another, as after a fault of a disk or a line: it would be read as a table with other numbers. */
function withOtherDigit(packed: Buffer): Buffer {
  const digit = packed.indexOf(table) + table.search(/(?<=,)\d/);
  packed.writeUInt8(packed.readUInt8(digit) ^ 1, digit);
  return packed;
}

const TEXT_ONLY = /不是文本|二进制|不像|认不出/;
const refused = (title: string, name: string, content: Hostile['content'], pattern: RegExp, fileType?: Hostile['fileType']): Hostile => ({
  title,
  name,
  content,
  ...(fileType === undefined ? {} : { fileType }),
  expect: { refused: pattern },
});

/** Files of another kind under the name of a table. */
const OTHER_KINDS: Hostile[] = [
  refused('a picture', 'a.csv', png, /图片/),
  refused('a JPEG', 'a.csv', () => after(bytes(0xff, 0xd8, 0xff, 0xe0)), /图片/),
  refused('a GIF', 'a.txt', () => after('GIF89a'), /图片/),
  refused('a TIFF', 'a.tsv', () => after('II*\0'), /图片/),
  refused('a WebP', 'a.csv', () => after('RIFF\x10\0\0\0WEBP'), /图片/),
  refused('a PDF', 'a.csv', () => after('%PDF-1.7\n'), /PDF/),
  refused('an old workbook', 'a.csv', () => after('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), /旧版 Excel/),
  refused('a RAR', 'a.csv', () => after('Rar!\x1a\x07'), /压缩包/),
  refused('a 7z', 'a.csv', () => after('7z\xbc\xaf\x27\x1c'), /压缩包/),
  refused('a bzip2', 'a.csv', () => after('BZh91AY'), /压缩包/),
  refused('an xz', 'a.csv', () => after('\xfd7zXZ\0'), /压缩包/),
  refused('a zstd', 'a.csv', () => after('\x28\xb5\x2f\xfd'), /压缩包/),
  refused('a tar', 'a.csv', () => Buffer.concat([Buffer.alloc(257, 0x61), Buffer.from('ustar\0'), Buffer.alloc(600)]), /压缩包/),
  refused('R data', 'a.csv', () => after('RDX3\nX\n'), /R 的数据/),
  refused('an rds in gzip', 'a.csv.gz', () => gzipSync(after('X\n\0\0\0\x03')), /R 的数据/),
  refused('an HDF5', 'a.csv', () => after('\x89HDF\r\n\x1a\n'), /HDF5/),
  refused('a database', 'a.csv', () => after('SQLite format 3\0'), /数据库/),
  refused('a BAM', 'a.csv.gz', () => gzipSync(after('BAM\x01')), /BAM/),
  refused('a program', 'a.csv', () => Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), noise(4000)]), TEXT_ONLY),
  refused('a Windows program', 'a.csv', () => Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), noise(4000)]), TEXT_ONLY),
  refused('a class file', 'a.csv', () => Buffer.concat([bytes(0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52), noise(2000)]), TEXT_ONLY),
  refused('sound', 'a.csv', () => Buffer.concat([Buffer.from('RIFF\x24\x08\0\0WAVEfmt ', 'latin1'), noise(4000)]), TEXT_ONLY),
  refused('a web page', 'a.csv', () => '<!DOCTYPE html><html><body>登录已过期</body></html>', /网页/),
  refused('a web page without a doctype', 'a.txt', () => '\n  <HTML><head></head></HTML>', /网页/),
  refused('XML', 'a.csv', () => '<?xml version="1.0"?><a><b/></a>', /XML/),
  refused('JSON', 'a.csv', () => '{"genes": ["TP53"], "values": [1, 2]}', /JSON/),
  refused('a JSON list', 'a.txt', () => '[{"gene": "TP53", "A": 1}]', /JSON/),
  refused('an ARFF', 'a.txt', () => '% made by hand\n@relation x\n@attribute a numeric\n@data\n1\n', /ARFF/),
  refused('RTF', 'a.txt', () => '{\\rtf1\\ansi gene A B}', /文字处理/),
  refused('FASTQ', 'a.txt', () => '@read1\nACGTACGT\n+\nIIIIIIII\n', /测序/),
  refused('FASTA', 'a.txt', () => '>chr1\nACGTACGTNN\nACGT\n', /测序/),
  refused('VCF', 'a.tsv', () => '##fileformat=VCFv4.2\n#CHROM\tPOS\tID\nchr1\t1\t.\n', /测序/),
  refused(
    'a SOFT family',
    'a.txt',
    () => '^DATABASE = Geo\n^PLATFORM = GPL1\n!platform_table_begin\nID\tx\n1\t2\n!platform_table_end\n^SAMPLE = GSM1\n',
    /SOFT 全集/,
  ),
  refused(
    'a GSM',
    'a.txt',
    () => '^SAMPLE = GSM1\n!Sample_title = x\n!sample_table_begin\nID_REF\tVALUE\n1\t2\n!sample_table_end\n',
    /SOFT 全集/,
  ),
  refused('a Word document', 'a.csv', () => zip([{ name: 'word/document.xml', content: Buffer.from('<w/>') }]), /zip|Office/),
  refused(
    'a letter',
    'a.txt',
    () => '王医生您好：\n附件是这一批样本的说明。\n请查收，谢谢。\n此致 敬礼\n',
    /不像是基因名，如「王医生您好/,
    '',
  ),
  refused('a script', 'a.csv', () => '#!/bin/sh\nrm -rf /\nfor x in *; do echo $x; done\n', /列|不像|不是/),
];

/** Endings that no table has. */
const ENDINGS: Hostile[] = [
  'paper.pdf',
  'a.docx',
  'a.rds',
  'a.h5ad',
  'a.exe',
  'a.json',
  'a.bam',
  'a.7z',
  'a.tar',
  'a.xlsm',
  'x.cel',
  'x.arff',
  'x.cel.gz',
].map((name) => refused(`${name}, whatever is in it`, name, () => table, /不能读|旧版|CEL|ARFF/));

/** Packed files that lie, break or explode. */
const PACKED: Hostile[] = [
  refused('a bomb', 'a.csv.gz', () => gzipBomb(100), /150 倍/),
  refused('a bomb in a zip', 'a.zip', () => deflatedZip('a.csv', repeated(`GENE${',1'.repeat(60)}\n`, 800_000)), /150 倍/),
  refused('half a gzip', 'a.csv.gz', () => gzipSync(tabbed).subarray(0, 150), /不完整/),
  refused('a spoilt gzip', 'a.csv.gz', () => Buffer.from(gzipSync(repeated(tabbed, 20))).fill(0x55, 100, 160), /损坏/),
  refused('a gzip in a gzip', 'a.csv.gz', () => gzipSync(gzipSync(table)), /压缩包/),
  refused('a zip in a gzip', 'a.csv.gz', () => gzipSync(zip([{ name: 'a.csv', content: Buffer.from(table) }])), /压缩包/),
  refused('an empty gzip', 'a.csv.gz', () => gzipSync(''), /空的/),
  refused('a zip called csv', 'a.csv', () => zip([{ name: 'a.csv', content: Buffer.from(table) }]), /\.zip 结尾/),
  refused('an empty zip', 'a.zip', () => zip([]), /没有文件/),
  refused(
    'a zip of two tables',
    'a.zip',
    () =>
      zip([
        { name: 'a.csv', content: Buffer.from(table) },
        { name: 'b.csv', content: Buffer.from(table) },
      ]),
    /2 个文件/,
  ),
  refused('a zip of a zip', 'a.zip', () => zip([{ name: 'b.zip', content: zip([]) }]), /还是压缩包/),
  refused('a zip of a picture', 'a.zip', () => zip([{ name: 'b.png', content: png() }]), /\.png/),
  refused('a zip of a picture called csv', 'a.zip', () => zip([{ name: 'b.csv', content: png() }]), /图片/),
  refused('half a zip', 'a.zip', () => zip([{ name: 'a.csv', content: Buffer.from(table) }]).subarray(0, 200), /损坏/),
  refused('a zip without its entry', 'a.zip', () => zip([{ name: 'a.csv', content: Buffer.from(table) }]).fill(0, 0, 30), /损坏/),
  refused(
    'a zip that claims less than it holds',
    'a.zip',
    () => deflatedZip('a.csv', Buffer.from(table), (_l, entry) => entry.writeUInt32LE(10, 24)),
    /损坏/,
  ),
  refused(
    'a zip with spoilt data',
    'a.zip',
    () => deflatedZip('a.csv', Buffer.from(table), (_l, _e, data) => data.fill(0xff, 3, 60)),
    /损坏/,
  ),
  refused(
    'a zip with another digit in a stored table',
    'a.zip',
    () => withOtherDigit(zip([{ name: 'a.csv', content: Buffer.from(table) }])),
    /损坏/,
  ),
  refused(
    'a packed table that is not the one whose checksum the zip tells',
    'a.zip',
    () => deflatedZip('a.csv', Buffer.from(table), (_l, entry) => entry.writeUInt32LE(7, 16)),
    /损坏/,
  ),
  refused(
    'a zip with a password',
    'a.zip',
    () => deflatedZip('a.csv', Buffer.from(table), (_l, entry) => entry.writeUInt16LE(1, 8)),
    /密码/,
  ),
  refused(
    'a zip packed in a rare way',
    'a.zip',
    () => deflatedZip('a.csv', Buffer.from(table), (_l, entry) => entry.writeUInt16LE(14, 10)),
    /少见/,
  ),
  refused(
    'a zip of half the internet',
    'a.zip',
    () => deflatedZip('a.csv', Buffer.from(table), (_l, entry) => entry.writeUInt32LE(0xffffffff, 20)),
    /损坏/,
  ),
  refused('a workbook called zip', 'a.zip', () => workbook(matrixRows()), /\.xlsx/),
  refused('a table called zip', 'a.zip', () => table, /损坏/),
  refused('half a workbook', 'a.xlsx', () => workbook(matrixRows()).subarray(0, 900), /损坏/),
  refused('a workbook with a password', 'a.xlsx', () => after('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), /密码/),
  refused('a workbook of nothing', 'a.xlsx', () => workbook([]), /没有内容/),
  refused(
    'a workbook that is a bomb',
    'a.xlsx',
    () => workbook(matrixRows(), [{ name: 'xl/worksheets/sheet9.xml', content: Buffer.alloc(1000), claimed: 400_000_000 }]),
    /400 倍/,
  ),
  refused(
    'a workbook with broken sheets',
    'a.xlsx',
    () => Buffer.from(workbook(matrixRows()).toString('latin1').replaceAll('<row', '<rwo'), 'latin1'),
    /没有内容|读不出|打不开/,
  ),
  refused(
    'words among the numbers of a workbook',
    'a.xlsx',
    () => workbook(matrixRows().map((row, i) => (i === 3 ? row.with(2, 'high') : row))),
    /「high」/,
  ),
];

/** Text that is no table, or a broken one. */
const TEXTS: Hostile[] = [
  refused('nothing', 'a.csv', () => '', /空的/),
  refused('blank lines', 'a.csv', () => '\n\n   \n\t\n', /空的/),
  refused('comments alone', 'a.csv', () => '# one\n# two\n', /空的|只有一行/),
  refused('a byte order mark alone', 'a.csv', () => bytes(0xef, 0xbb, 0xbf), /空的/),
  refused('a header alone', 'a.csv', () => 'gene,A,B\n', /只有一行/),
  refused('one character', 'a.csv', () => 'x', /一行|一列/),
  refused('zeros', 'a.csv', () => Buffer.alloc(10_000), TEXT_ONLY),
  refused('noise', 'a.csv', () => noise(20_000), TEXT_ONLY),
  refused('noise below a table', 'a.csv', () => Buffer.concat([Buffer.from(table), noise(5000)]), /列|二进制|引号|不是文本/),
  refused('a NUL in the middle', 'a.csv', () => repeated(table, 1).toString().replace('GENE5', 'GE\0NE5'), /二进制|不是文本/),
  refused('UTF-16 cut in half', 'a.csv', () => encoded(table, 'utf-16le').subarray(0, 501), /列|引号|不像/),
  refused('UTF-32', 'a.csv', () => Buffer.from([...table].flatMap((c) => [c.charCodeAt(0), 0, 0, 0])), TEXT_ONLY),
  refused('a ragged row', 'a.csv', () => table.replace(/(GENE7,[^,]*),[^,\n]*/, '$1'), /第 8 行有 6 列，表头有 7 列/),
  refused('a row too long', 'a.csv', () => table.replace('GENE7,', 'GENE7,1,2,3,'), /第 8 行有 10 列/),
  refused('a quote that never closes', 'a.csv', () => table.replace('GENE4', '"GENE4'), /双引号/),
  refused('two million columns', 'a.csv', () => `gene,${'S,'.repeat(2_000_000)}S\n`, /100,000 列/),
  refused('a line without end', 'a.csv', () => Buffer.alloc(6_000_000, 'A'), /不像一行表格/),
  refused('a cell without end', 'a.csv', () => `gene,A\n"${'x'.repeat(5_000_000)}",1\n`, /不像一行表格/),
  refused('samples twice', 'a.csv', () => 'gene,A,A\nX,1,2\nY,3,4\n', /样本名重复：A/),
  refused('a sample without a name', 'a.csv', () => 'gene,A,\nX,1,2\nY,3,4\n', /没有样本名/),
  refused('one sample', 'a.csv', () => 'gene,A\nX,1\nY,3\n', /一个样本/),
  refused('words among the numbers', 'a.csv', () => cells('high'), /「A」列第 3 行是「high」/),
  refused('a formula', 'a.csv', () => cells('=HYPERLINK("http://x")').replace(',4\n', ',"4"\n'), /「=HYPERLINK|列/),
  refused('a command of a spreadsheet', 'a.csv', () => cells("=cmd|' /C calc'!A0"), /「=cmd/),
  refused('a date among the numbers', 'a.csv', () => cells('2024-01-01'), /「2024-01-01」/),
  refused('a percentage', 'a.csv', () => cells('12%'), /「12%」/),
  refused('hexadecimal', 'a.csv', () => cells('0x1F'), /「0x1F」/),
  refused('full-width digits', 'a.csv', () => cells('１２'), /「１２」/),
  refused('no numbers at all', 'a.csv', () => 'gene,A,B\nX,a,b\nY,c,d\n', /不是数字/),
  refused('only missing values', 'a.csv', () => 'gene,A,B\nX,NA,NA\nY,,\n', /没有数字|没有带名字/),
  refused('rows without names', 'a.csv', () => 'gene,A,B\n,1,2\n,3,4\n', /没有带名字/),
  refused('counts of a program alone', 'a.txt', () => '__id\tA\tB\n__no_feature\t1\t2\n__ambiguous\t3\t4\n', /没有带名字/),
  refused('a series matrix without a table', 'a.txt', () => '!Series_title\t"x"\n!Sample_title\t"y"\n', /GEO 文件里没有表达数据/),
  refused(
    'a series matrix without rows',
    'a.txt',
    () => '!Series_title\t"x"\n!series_matrix_table_begin\n"ID_REF"\t"A"\t"B"\n!series_matrix_table_end\n',
    /GEO 文件里没有表达数据/,
  ),
  refused(
    'a series matrix cut off',
    'a.txt',
    () => '!Series_title\t"x"\n!series_matrix_table_begin\n"ID_REF"\t"A"\t"B"\n"1_at"\t1\t2\n',
    /不完整/,
  ),
  refused(
    'a data set cut off',
    'a.soft',
    () => '^DATABASE = Geo\n^DATASET = GDS1\n!dataset_table_begin\nID_REF\tIDENTIFIER\tA\tB\n1_at\tx\t1\t2\n',
    /不完整/,
  ),
  refused('a GCT cut off', 'a.gct', () => '#1.2\n9\t2\nName\tDescription\tA\tB\nX\tx\t1\t2\n', /9 个基因，实际有 1 行/),
  refused('a GCT of a later version', 'a.gct', () => '#1.3\n1\t2\t0\t0\nid\tA\tB\nX\t1\t2\n', /GCT 1\.3/),
  refused('a set without genes', 'a.gmt', () => 'A\tabout\tTP53\nB\tabout\n', /第 2 行没有基因/, ''),
  refused('sets of the same name', 'a.gmt', () => 'A\tx\tTP53\nA\tx\tMYC\n', /重名的基因集：A/, ''),
  refused('an empty GMT', 'a.gmt', () => '\n\n', /空的/, ''),
  refused('a GMT of bytes', 'a.gmt', () => Buffer.concat([Buffer.from('A\tx\tTP53\n'), Buffer.alloc(300)]), TEXT_ONLY, ''),
  refused('a web page as GMT', 'a.gmt', () => '<html><body>404</body></html>', /网页/, ''),
  refused('a table with columns of one name', 'a.csv', () => 'sample,group,group\nA,x,y\nB,x,y\n', /重复的列名/, 'groups'),
  refused('a table with a column without a name', 'a.csv', () => 'sample,,group\nA,1,x\nB,2,y\n', /第 2 列没有列名/, 'groups'),
  refused(
    'a table of six thousand columns',
    'a.csv',
    () => `sample,${Array.from({ length: 6000 }, (_, i) => `c${i}`).join(',')}\n${'a,'.repeat(6000)}a\n`,
    /最多 5,000 列/,
    'table',
  ),
  refused('a gene list of blanks', 'a.txt', () => 'gene\n"" \n,\n', /没有基因|空的|列/, 'gene_list'),
];

const taken = (
  title: string,
  name: string,
  content: Hostile['content'],
  expected: Extract<Hostile['expect'], { readAs: FileType }>,
  fileType?: Hostile['fileType'],
): Hostile => ({
  title,
  name,
  content,
  ...(fileType === undefined ? {} : { fileType }),
  expect: expected,
});
const matrix = { readAs: 'expression', rows: 12 } as const;

/** Names that some system stumbles over; the table in the file is good. */
const NAMES: Hostile[] = [
  ['../../etc/passwd.csv', /^passwd\.csv$/],
  ['..\\..\\windows\\win.csv', /^win\.csv$/],
  ['/etc/shadow.csv', /^shadow\.csv$/],
  ['C:\\data\\表.csv', /^表\.csv$/],
  ['....csv', /csv/],
  ['.csv', /csv/],
  ['a\u202egnp.csv', /^agnp\.csv$/],
  ['a\u200b\u2066b.csv', /^ab\.csv$/],
  ['a\u0007b\u001b[31m.csv', /^ab\[31m\.csv$/],
  ['CON.csv', /^_CON\.csv$/],
  ['lpt1', /^_lpt1$/],
  ['🧬🧬.csv', /^🧬🧬\.csv$/],
  [`${'长'.repeat(300)}.csv`, /^长{116}\.csv$/],
  [`${'👩‍🔬'.repeat(100)}.csv`, /^.{1,240}\.csv$/u],
  ['<script>alert(1)</script>.csv', /^[^<>]*\.csv$/],
  ["a'; DROP TABLE files;--.csv", /DROP TABLE files;--\.csv$/],
  ['%2e%2e%2fx.csv', /^%2e%2e%2fx\.csv$/],
  ['$(reboot).csv', /^\$\(reboot\)\.csv$/],
  ['a|b>c?.csv', /^a_b_c_\.csv$/],
  ['   .csv', /csv/],
].map(([name, pattern], i) =>
  taken(`the name ${JSON.stringify(String(name).slice(0, 30))}`, String(name), () => delimited(matrixRows(12, 6 + (i % 2))), {
    ...matrix,
    name: pattern as RegExp,
  }),
);

/** Strange, but tables: read as what they are. */
const STRANGE: Hostile[] = [
  taken('spreadsheet errors as missing values', 'a.csv', () => cells('#DIV/0!'), { readAs: 'expression', rows: 2, says: /缺失/ }),
  taken('infinite values', 'a.csv', () => cells('Inf'), { readAs: 'expression', rows: 2, says: /无穷大/ }),
  taken('numbers beyond a double', 'a.csv', () => cells('1e400'), { readAs: 'expression', rows: 2, says: /无穷大/ }),
  taken('a gene called as a formula', 'a.csv', () => named('=1+1'), matrix),
  taken('a gene called as a web page', 'a.csv', () => named('<img src=x onerror=alert(1)>'), matrix),
  taken('a gene called NA', 'a.csv', () => named('NA'), { readAs: 'expression', rows: 11, says: /没有基因名/ }),
  taken('a gene name that turns the line', 'a.csv', () => named('G\u202eX'), matrix),
  taken('control characters among the names', 'a.csv', () => named('G\u0001\u001bX'), { ...matrix, says: /控制字符/ }),
  taken('quotes and separators inside names', 'a.csv', () => named('"a,""b"",c"'), matrix),
  taken('a line break inside a name', 'a.csv', () => named('"two\nlines"'), matrix),
  taken('old Mac line ends', 'a.csv', () => table.replaceAll('\n', '\r'), matrix),
  taken('mixed line ends', 'a.csv', () => table.replace('\n', '\r\n').replace('\n', '\n'), matrix),
  taken('no line end at the end', 'a.csv', () => table.trimEnd(), matrix),
  taken('a tail of blank lines', 'a.csv', () => `${table}${'\n'.repeat(5000)}`, matrix),
  taken('a tail of separators', 'a.csv', () => `${table}${',,,,,,\n'.repeat(50)}`, matrix),
  taken('GBK', 'a.csv', () => encoded(named('基因'), 'gbk'), { ...matrix, says: /GBK/ }),
  taken(
    'broken UTF-8',
    'a.csv',
    () => Buffer.concat([Buffer.from(`gene,A,B\n中文基因,1,2\n${'GX,1,2\n'.repeat(3)}`), bytes(0xe4, 0xb8), Buffer.from(',3,4\n')]),
    { readAs: 'expression', rows: 3, says: /字符认不出|GBK|重复/ },
  ),
  taken('a table called xlsx', 'a.xlsx', () => table, matrix),
  taken('a title above the header', 'a.csv', () => `我的数据\n${table}`, { ...matrix, says: /已略过/ }),
  taken('thousands marks', 'a.tsv', () => cells('1,234,567').replaceAll(',', '\t').replace('1\t234\t567', '1,234,567'), {
    readAs: 'expression',
    rows: 2,
    says: /千位/,
  }),
  taken('a decimal comma', 'a.csv', () => table.replaceAll(',', ';').replaceAll('.', ','), { ...matrix, says: /小数点/ }),
  taken('a thousand of comments', 'a.csv', () => `${'# 说明\n'.repeat(1000)}${table}`, matrix),
  taken('a trailing separator', 'a.csv', () => table.replaceAll('\n', ',\n'), matrix),
];

const genes = (count: number) => Array.from({ length: count }, (_, i) => `ENSG${String(i).padStart(11, '0')}`);
const wide = (header: readonly string[], rows: number) =>
  `sample,${header.join()}\n${Array.from({ length: rows }, (_, i) => `s${i}${',1'.repeat(header.length)}\n`).join('')}`;
const columns = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`);
const everywhere = (text: string) => () =>
  delimited(matrixRows().map((row, i) => (i === 0 ? row : row.map((cell, j) => (j === 0 ? cell : text)))));
/** Text of the cells that a worksheet's XML gives a place. */
const sheetOf = (...rows: string[]) => rows.join('');
const textCell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const small = `<row r="1">${textCell('A1', 'gene')}${textCell('B1', 'x')}</row><row r="2">${textCell('A2', 'TP53')}<c r="B2"><v>1</v></c></row>`;
const book = (title: string, xml: string, pattern: RegExp) => refused(title, 'a.xlsx', () => workbookOf(xml), pattern);

/** Small files that cost R minutes and gigabytes: told from their shape, before R looks at them or from their first lines. */
const COSTLY: Hostile[] = [
  book(
    'a workbook of two cells as far apart as can be',
    sheetOf(`<row r="1">${textCell('A1', 'gene')}</row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`),
    /第 1,048,576 行、第 16,384 列/,
  ),
  book('the same by its rows alone', sheetOf(small, '<row r="1048576"><c r="CV1048576"><v>1</v></c></row>'), /几乎全是空的/),
  book('the same without references of cells', sheetOf(small, `<row r="1048576">${'<c><v>1</v></c>'.repeat(20)}</row>`), /几乎全是空的/),
  book('a cell beyond the last row of Excel', sheetOf(small, '<row r="9000000"><c r="B9000000"><v>1</v></c></row>'), /写法不对/),
  book('a reference in lower case, which ends readxl', sheetOf(small, '<row r="3"><c r="zz3"><v>1</v></c></row>'), /写法不对/),
  book('a reference that is written as an entity', sheetOf(small, '<row r="3"><c r="&#90;Z3"><v>1</v></c></row>'), /写法不对/),
  book('a reference behind a bracket in quotes', sheetOf(small, '<row r="3"><c s=">" r="ZZ3"><v>1</v></c></row>'), /写法不对/),
  book('far cells with a prefix', sheetOf(small, '<x:row r="1048576"><x:c r="XFD1048576"><x:v>1</x:v></x:c></x:row>'), /几乎全是空的/),
  refused('a workbook whose sheet is called as a picture', 'a.xlsx', () => workbookOf(small, 'xl/media/sheet1.png'), /损坏/),
  refused('ninety-nine thousand columns of ones', 'a.csv.gz', () => gzipSync(wide(columns(99_000), 20)), /99,00[01] 列，最多 5,000 列/),
  refused('the same without a type', 'a.csv.gz', () => gzipSync(wide(columns(99_000), 20)), /99,00[01] 列，最多 5,000 列/, ''),
  refused('the same as a table', 'a.csv.gz', () => gzipSync(wide(columns(99_000), 20)), /99,00[01] 列，最多 5,000 列/, 'table'),
  refused('six thousand columns and rows', 'a.csv', () => wide(columns(6_000), 5_100), /5,000 个样本/, ''),
  refused('infinite values alone', 'a.csv', everywhere('Inf'), /没有可用的数字/),
  refused('values beyond a double alone', 'a.csv', everywhere('1e999'), /没有可用的数字/),
  refused('values that are no numbers alone', 'a.csv', everywhere('NaN'), /没有数字/),
];

/** The same shapes where they are meant. */
const LARGE: Hostile[] = [
  taken(
    'a thousand equal columns',
    'a.csv.gz',
    () => gzipSync(`gene,${columns(1000).join()}\n${Array.from({ length: 15_000 }, (_, i) => `GENE${i}${',7'.repeat(1000)}\n`).join('')}`),
    {
      readAs: 'expression',
      rows: 15_000,
      says: /有 999 对样本的数值完全相同/,
    },
  ),
  taken('a matrix of ninety-nine thousand genes on its side', 'a.csv.gz', () => gzipSync(wide(genes(99_000), 20)), {
    readAs: 'expression',
    rows: 20,
    says: /请转置/,
  }),
  taken(
    'a workbook whose blank cells reach to its end',
    'a.xlsx',
    () =>
      workbookOf(
        sheetOf(small, `<row r="3">${textCell('A3', 'MYC')}<c r="B3"><v>2</v></c></row><row r="1048576"><c r="XFD1048576" s="0"/></row>`),
      ),
    {
      readAs: 'table',
      rows: 2,
    },
    'table',
  ),
];

export const HOSTILE: readonly Hostile[] = [...OTHER_KINDS, ...ENDINGS, ...PACKED, ...TEXTS, ...NAMES, ...STRANGE, ...COSTLY, ...LARGE];
