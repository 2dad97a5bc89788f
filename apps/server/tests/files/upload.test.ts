import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { UserFile } from '@oncoloom/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBilling } from '../../src/assemble.ts';
import { files } from '../../src/files/tables.ts';
import { delimited, encoded, gzipBomb, matrixRows, png, workbook, zip } from './bytes.ts';
import { engineAndFolder, sharedFile, TestSpace, type TestUser } from './space.ts';

let engine: Awaited<ReturnType<typeof engineAndFolder>>;
let space: TestSpace;
let user: TestUser;

beforeAll(async () => {
  engine = await engineAndFolder();
  space = await TestSpace.open(engine.engine, engine.folder);
}, 120_000);
// A user of its own for each test: calls of one are limited to 20 a second.
beforeEach(async () => {
  user = await space.user();
});
afterAll(async () => {
  await space?.close();
  await engine?.stop();
});

/** Counts with a few oddities can be built from these. */
function counts(genes: readonly string[], samples = ['A1', 'A2', 'B1', 'B2']): string[][] {
  return [['gene', ...samples], ...genes.map((gene, g) => [gene, ...samples.map((_, s) => String((g + 1) * 100 + s * 7))])];
}

const codes = ({ findings }: { findings: { code: string }[] }) => findings.map(({ code }) => code);

describe('bad input: one sentence, nothing stored', () => {
  const duplicateSamples = counts(['TP53', 'EGFR', 'MYC'], ['A1', 'A1', 'B1', 'B2']);
  const ragged = counts(['TP53', 'EGFR', 'MYC']).map((row, i) => (i === 2 ? row.slice(0, -1) : row));
  const text = counts(['TP53', 'EGFR', 'MYC']).map((row, i) => (i === 2 ? row.with(3, 'high') : row));

  it.each([
    ['a picture named .csv', 'cells.csv', png(), 415, '图片'],
    ['ragged rows', 'a.csv', delimited(ragged), 422, '第 3 行有 4 列，表头有 5 列'],
    ['duplicate samples', 'a.csv', delimited(duplicateSamples), 422, '样本名重复：A1'],
    ['text in a numeric column', 'a.csv', delimited(text), 422, '「B1」列第 3 行是「high」'],
    ['text below comments', 'a.csv', `# made by hand\n\n${delimited(text)}`, 422, '「B1」列第 5 行是「high」'],
    ['two million columns', 'a.csv', `gene,${'S,'.repeat(2_000_000)}S\n`, 422, '100,000 列'],
    ['a gz bomb', 'a.csv.gz', gzipBomb(100), 422, '不像真实的数据表'],
    ['only zeros and nothing else', 'a.csv', Buffer.alloc(100_000), 415, '不是文本'],
    ['an empty file', 'a.csv', '', 422, '空的'],
    ['a header alone', 'a.csv', 'gene,A,B\n', 422, '只有一行'],
    ['a matrix of one sample', 'a.csv', delimited(counts(['TP53', 'EGFR'], ['A1'])), 422, '一个样本'],
    ['a damaged workbook', 'a.xlsx', workbook(matrixRows()).subarray(0, 900), 422, '损坏'],
    ['a web page called xls', 'a.xls', '<html><table><tr><td>gene</td></tr></table></html>', 415, '网页格式（HTML）的表格'],
    ['an old workbook', 'a.xls', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), 415, '旧版 Excel'],
    ['an ending that no table has', 'paper.pdf', 'x', 415, '.pdf'],
  ] as const)('%s', async (_name, name, content, status, words) => {
    const before = await space.bytes();
    const started = performance.now();
    const answer = await user.upload(name, content, { file_type: 'expression' });
    expect(performance.now() - started).toBeLessThan(8000);
    expect([answer.status, answer.detail]).toEqual([status, expect.stringContaining(words)]);
    expect(answer.detail).toMatch(/。$/);
    expect(await space.bytes()).toEqual(before);
    const { body } = await user.get<{ count: number }>('/api/files');
    expect(body.count).toBe(0);
  });

  it('at once, while the client is still sending', async () => {
    let sent = 0;
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\ngene,A,B\nX,1\n';
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(Buffer.from(sent === 0 ? head : 'Y,1,2\n'.repeat(20_000)));
        sent += 1;
        await new Promise((resolve) => setTimeout(resolve, 10));
      },
    });
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'multipart/form-data; boundary=b' };
    const stop = new AbortController();
    const options = { method: 'POST', headers, body, duplex: 'half' as const, signal: stop.signal };
    const answer = await fetch(`${space.url}/api/bulk/files/upload`, options);
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([422, expect.stringContaining('第 2 行')]);
    expect(sent).toBeLessThan(50);
    stop.abort();
    expect((await space.bytes()).staged).toEqual([]);
  });

  it('a call without a file, with two, with wrong fields, without a form', async () => {
    const call = async (form: FormData | string) => {
      const response = await fetch(`${space.url}/api/bulk/files/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, ...(typeof form === 'string' ? { 'content-type': 'application/json' } : {}) },
        body: form,
      });
      return [response.status, ((await response.json()) as { detail: string }).detail];
    };
    const form = (...fields: [string, string | Blob][]) => {
      const made = new FormData();
      for (const [name, value] of fields) made.append(name, value);
      return made;
    };
    const table = () => new Blob([delimited(matrixRows())]);
    const before = await space.bytes();
    expect(await call(form(['file_type', 'expression']))).toEqual([422, '请选择要上传的文件。']);
    expect(await call(form(['file', table()], ['file', table()]))).toEqual([422, expect.stringContaining('一个文件')]);
    expect(await call(form(['file', table()], ['file_type', 'poem']))).toEqual([422, expect.stringContaining('文件类型')]);
    expect(await call(form(['file', table()], ['directory_id', '77']))).toEqual([404, expect.stringContaining('文件夹')]);
    expect(await call(form(['file', table()], ['directory_id', '99999999999']))).toEqual([422, expect.stringContaining('文件夹')]);
    expect(await call('{}')).toEqual([415, expect.stringContaining('multipart')]);
    expect(await space.bytes()).toEqual(before);
  });
});

describe('a form that is cut off', () => {
  const begin = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  it.each([
    ['without a boundary', 'multipart/form-data', `${begin}gene,A,B\nX,1,2\r\n--b--\r\n`],
    ['without an end', 'multipart/form-data; boundary=b', `${begin}gene,A,B\nX,1,2\n`],
    ['before the file begins', 'multipart/form-data; boundary=b', '--b\r\nContent-Disp'],
  ])('%s is told so', async (_title, type, body) => {
    const before = await space.bytes();
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': type };
    const response = await fetch(`${space.url}/api/bulk/files/upload`, { method: 'POST', headers, body });
    const { detail } = (await response.json()) as { detail: string };
    expect([response.status, detail]).toEqual([400, expect.stringMatching(/上传的内容不完整.*重新上传。$/)]);
    expect(await space.bytes()).toEqual(before);
  });
});

describe('input with blemishes: taken, and said', () => {
  it('merges duplicate genes by a stated rule', async () => {
    const { status, facts } = await user.upload('dup.csv', delimited(counts(['TP53', 'EGFR', 'TP53'])), { file_type: 'expression' });
    expect(status).toBe(200);
    expect(facts.matrix?.rows).toBe(2);
    expect(facts.findings.find(({ code }) => code === 'duplicates_merged')?.message).toContain('计数已相加');
    expect(facts.matrix?.preview.values[0]).toEqual([400, 414, 428, 442]);
  });

  it('counts empty cells and rows of zeros', async () => {
    const rows = [...counts(['TP53', 'EGFR', 'MYC']), ['KRAS', '0', '0', '0', '0']].map((row, i) => (i === 1 ? row.with(2, '') : row));
    const { status, facts } = await user.upload('gaps.csv', delimited(rows), { file_type: 'expression' });
    expect(status).toBe(200);
    expect(facts.matrix).toMatchObject({ missing: 1, zeroRows: 1, rows: 4 });
    expect(codes(facts)).toEqual(expect.arrayContaining(['missing', 'zero_rows']));
  });

  it('names genes that Excel made dates of, and mends the clear ones', async () => {
    const rows = counts(['TP53', '2-Sep', '1-Mar', '2026/9/7', 'EGFR']);
    const { status, facts } = await user.upload('dates.csv', delimited(rows), { file_type: 'expression' });
    expect(status).toBe(200);
    expect(facts.matrix?.preview.rows).toEqual(expect.arrayContaining(['SEPTIN2', 'SEPTIN7', '1-Mar']));
    expect(facts.findings.find(({ code }) => code === 'excel_dates')?.message).toContain('2-Sep → SEPTIN2');
    expect(facts.findings.find(({ code }) => code === 'excel_dates_unclear')?.message).toContain('MARCHF1 或 MTARC1');
  });
});

describe('formats and encodings', () => {
  const rows = matrixRows(30, 6);
  const named = rows.map((row, i) => (i === 0 ? ['基因', '肿瘤一', '肿瘤二', '肿瘤三', '正常一', '正常二', '正常三'] : row));

  it.each([
    ['csv', delimited(named)],
    ['tsv', delimited(named, '\t')],
    ['txt', delimited(named, '   ')],
    ['csv', delimited(named, ';', '\r\n').replaceAll('.', ',')],
    ['csv', `\ufeff${delimited(named)}`],
    ['csv', encoded(delimited(named), 'utf-16le')],
    ['csv', encoded(delimited(named), 'utf-16be')],
    ['csv', encoded(delimited(named), 'gbk')],
    ['csv.gz', gzipSync(delimited(named))],
    ['xlsx', workbook(named)],
  ] as const)('reads the same numbers from %s (%#)', async (ending, content) => {
    const { status, detail, file, facts } = await user.upload(`矩阵.${ending}`, content);
    expect([status, detail]).toEqual([200, '']);
    expect(file).toMatchObject({ file_type: 'expression', validation_status: 'valid' });
    expect(facts.matrix).toMatchObject({ rows: 30, columns: 6, kind: 'log', samples: named[0]?.slice(1) });
    expect(facts.matrix?.preview.values[2]?.[3]).toBeCloseTo(Number(named[3]?.[4]), 10);
  });

  it('says which sheet of several was read', async () => {
    const { facts } = await user.upload('book.xlsx', workbook(rows));
    expect(facts.findings.find(({ code }) => code === 'first_sheet')?.message).toContain('表达');
  });

  it('gives the cells of a small table, of a matrix none', async () => {
    const { file } = await user.upload('traits.csv', 'patient,tissue\nA1,tumour\nB1,normal\n', { file_type: 'groups' });
    const { status, body } = await user.get<{ columns: string[]; rows: string[][] }>(`/api/file/${file.id}/cells`);
    expect(status).toBe(200);
    expect([body.columns, ...body.rows]).toEqual([
      ['patient', 'tissue'],
      ['A1', 'tumour'],
      ['B1', 'normal'],
    ]);
    const matrix = await user.upload('matrix.csv', delimited(rows), { file_type: 'expression' });
    expect((await user.get<unknown>(`/api/file/${matrix.file.id}/cells`)).status).toBe(422);
  });

  it('tells a groups table, a gene list and a plain table apart', async () => {
    const groups = await user.upload('groups.csv', 'sample,group,age\nA1,tumour,61\nA2,tumour,58\nB1,normal,49\n');
    expect(groups.file.file_type).toBe('groups');
    expect(groups.facts.table?.columns.map(({ name, type }) => [name, type])).toEqual([
      ['sample', 'text'],
      ['group', 'text'],
      ['age', 'number'],
    ]);
    expect((await user.upload('genes.txt', 'TP53\nEGFR\nMYC\n')).file.file_type).toBe('gene_list');
    const stored = await space.files.get(user.id, groups.file.id);
    const facts = stored && (await space.files.toInputFacts(stored));
    expect(facts?.table).toMatchObject({ columns: ['sample', 'group', 'age'], numeric: [false, false, true], rowCount: 3 });
    expect(facts?.table?.cells?.[1]).toEqual(['A2', 'tumour', '58']);
  });
});

describe('the space', () => {
  const table = delimited(matrixRows(20, 4));

  it('gives names that any system can keep', async () => {
    const other = await space.user();
    const names = [
      '../../etc/passwd.csv',
      'C:\\data\\表 1.csv',
      'CON.csv',
      'a\u202egnp.csv',
      '🧬 基因.csv',
      `${'长'.repeat(300)}.csv`,
      '.csv',
      'a\u0000b\nc.csv',
    ];
    const kept: string[] = [];
    for (const name of names) kept.push((await other.upload(name, table)).file.name);
    expect(kept).toEqual([
      'passwd.csv',
      '表 1.csv',
      '_CON.csv',
      'agnp.csv',
      '🧬 基因.csv',
      `${'长'.repeat(116)}.csv`,
      expect.any(String),
      expect.any(String),
    ]);
    for (const name of kept) expect(name).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u);
  });

  it('numbers a name that the folder has', async () => {
    const other = await space.user();
    const [a, b, c] = await Promise.all([
      other.upload('x.csv.gz', gzipSync(table)),
      other.upload('x.csv.gz', gzipSync(table)),
      other.upload('X.CSV.gz', gzipSync(table)),
    ]);
    expect([a.file.name, b.file.name, c.file.name].map((name) => name.toLowerCase()).sort()).toEqual([
      'x (2).csv.gz',
      'x (3).csv.gz',
      'x.csv.gz',
    ]);
  });

  it('keeps files to their owner: another one finds nothing, by any call', async () => {
    const [owner, other] = [await space.user(), await space.user()];
    const { file } = await owner.upload('mine.csv', table);
    for (const path of [
      `/api/file/${file.id}/info`,
      `/api/file/${file.id}/preview`,
      `/api/file/${file.id}/cells`,
      `/api/file/${file.id}/download`,
    ]) {
      expect((await other.get<unknown>(path)).status).toBe(404);
      expect((await other.get<unknown>(path.replace(String(file.id), '99999999'))).status).toBe(404);
      expect((await fetch(space.url + path)).status).toBe(401);
    }
    expect(await other.delete(`/api/bulk/files/${file.id}/delete`)).toBe(404);
    expect((await other.get<{ count: number }>('/api/files')).body.count).toBe(0);
    expect(await owner.delete(`/api/bulk/files/${file.id}/delete`)).toBe(200);
    expect((await owner.get<unknown>(`/api/file/${file.id}/info`)).status).toBe(404);
  });

  it('reads the same bytes once, whoever brings them, and shows no trace of it', async () => {
    const [first, second] = [await space.user(), await space.user()];
    const content = delimited(matrixRows(25, 7));
    const a = await first.upload('first.csv', content);
    const blobs = (await space.bytes()).blobs.length;
    const b = await second.upload('second.csv', content);
    expect((await space.bytes()).blobs.length).toBe(blobs);
    expect(b.facts).toEqual(a.facts);
    expect(Object.keys(b.file).sort()).toEqual(Object.keys(a.file).sort());
    expect(b.file).toMatchObject({ name: 'second.csv', description: '' });
    expect(await first.delete(`/api/bulk/files/${a.file.id}/delete`)).toBe(200);
    expect((await second.get<{ file: UserFile }>(`/api/file/${b.file.id}/info`)).body.file.validation_status).toBe('valid');
  });

  it('lists with search, filter, sort and pages', async () => {
    const other = await space.user();
    for (const name of ['b_100%.csv', 'a_1000.csv', 'c.csv']) await other.upload(name, table);
    await other.upload('groups.csv', 'sample,group\nA,x\nB,y\n', { description: '说明', file_type: 'groups' });
    const list = async (query: string) => {
      const { body } = await other.get<{ results: UserFile[]; files: UserFile[]; count: number; page_size: number }>(`/api/files?${query}`);
      expect(body.files).toEqual(body.results);
      return [body.count, ...body.results.map(({ name }) => name)];
    };
    expect(await list('sort=name&order=asc')).toEqual([4, 'a_1000.csv', 'b_100%.csv', 'c.csv', 'groups.csv']);
    expect(await list('')).toEqual([4, 'groups.csv', 'c.csv', 'a_1000.csv', 'b_100%.csv']);
    expect(await list('search=100%25')).toEqual([1, 'b_100%.csv']);
    expect(await list('name=C.CSV')).toEqual([1, 'c.csv']);
    expect(await list('file_type=groups,survival')).toEqual([1, 'groups.csv']);
    expect(await list('page_size=10&page=2')).toEqual([4]);
    expect(await list('page_size=3&page=2')).toEqual([4, 'b_100%.csv']);
    for (const size of [0, 101]) expect((await other.get<unknown>(`/api/files?page_size=${size}`)).status).toBe(422);
  });

  it('previews and gives back the very bytes', async () => {
    const content = encoded(delimited(matrixRows(40, 20), ';'), 'utf-16le');
    const { file } = await user.upload('预览.csv', content);
    const { body } = await user.get<{
      preview: { columns: { name: string }[]; rows: unknown[][]; row_count: number; column_count: number };
    }>(`/api/file/${file.id}/preview`);
    expect(body.preview).toMatchObject({ row_count: 40, column_count: 21 });
    expect(body.preview.columns.map(({ name }) => name).slice(0, 3)).toEqual(['gene', 'S1', 'S2']);
    expect(body.preview.rows[0]?.slice(0, 2)).toEqual(['GENE1', expect.any(Number)]);
    const headers = { authorization: `Bearer ${user.token}` };
    const answer = await fetch(`${space.url}/api/file/${file.id}/download`, { headers });
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('预览.csv'));
    const etag = answer.headers.get('etag') ?? '';
    expect((await fetch(`${space.url}/api/file/${file.id}/download`, { headers: { ...headers, 'if-none-match': etag } })).status).toBe(304);
  });

  it('answers 413 when the space is full', async () => {
    const other = await space.user();
    const { file } = await other.upload('x.csv', table);
    await space.database.execute(sql`UPDATE files SET file_size = ${1024 ** 3 - 10} WHERE id = ${file.id}`);
    const before = await space.bytes();
    const { status, detail } = await other.upload('y.csv', delimited(matrixRows(21, 4)));
    expect([status, detail]).toEqual([413, expect.stringContaining('空间不够')]);
    expect(await space.bytes()).toEqual(before);
  });

  it('counts everything that is stored for its owner, each content once', async () => {
    const other = await space.user();
    const usage = async () => createBilling(space.database).space.usage(space.database, other.id, 'new');
    const { file } = await other.upload('x.csv', table);
    const { kinds, used } = await usage();
    expect(kinds.files).toBe(Buffer.byteLength(table));
    const [row] = await space.database.select().from(files).where(eq(files.id, file.id));
    const { size } = await stat(join(space.folder, 'storage/blobs', row?.parsed?.slice(0, 2) ?? '', row?.parsed ?? ''));
    expect([kinds.forms, used]).toEqual([size, kinds.files + size]);
    // The same bytes again, and by a user whose reading is used: each owner has them once.
    await other.upload('again.csv', table);
    expect((await usage()).used).toBe(used);
    const third = await space.user();
    await third.upload('x.csv', table);
    expect((await createBilling(space.database).space.usage(space.database, third.id, 'new')).used).toBe(used);
  });

  it('refuses a file whose stored forms are larger than what is left', async () => {
    const other = await space.user();
    const { file } = await other.upload('x.csv', table);
    const left = 2 * Buffer.byteLength(table);
    const { used } = await createBilling(space.database).space.usage(space.database, other.id, 'new');
    await space.database.execute(sql`UPDATE files SET file_size = file_size + ${1024 ** 3 - used - left} WHERE id = ${file.id}`);
    // 40 columns of numbers with one digit: eight bytes each once they are read.
    const wide = delimited(matrixRows(6, 40).map((line, i) => line.map((cell, j) => (i === 0 || j === 0 ? cell : '1'))));
    expect(Buffer.byteLength(wide)).toBeLessThan(left);
    const { status, detail } = await other.upload('y.csv', wide);
    expect([status, detail]).toEqual([413, expect.stringMatching(/空间不够：已用 .*读入后的数据.*结果和图.*共 1 GB/)]);
  });

  it('takes a few files of a user at once, not any number', async () => {
    const other = await space.user();
    const begin = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\ngene,A,B\n';
    const head = [
      'POST /api/bulk/files/upload HTTP/1.1',
      'host: a',
      `authorization: Bearer ${other.token}`,
      'content-type: multipart/form-data; boundary=b',
      'content-length: 100000',
    ].join('\r\n');
    const open = new Set<Socket>();
    let holding = true;
    // One that came while the call below took a place was refused: it comes again.
    const hold = () => {
      const socket = connect(Number(new URL(space.url).port), '127.0.0.1');
      open.add(socket);
      // A refused one stays open, for the rest of its body.
      socket.on('data', () => socket.destroy()).on('error', () => undefined);
      socket.once('close', () => open.delete(socket) && holding && hold());
      socket.write(`${head}\r\n\r\n${begin}`);
    };
    for (let i = 0; i < 6; i += 1) hold();
    const next = async () => {
      const headers = { authorization: `Bearer ${other.token}`, 'content-type': 'multipart/form-data; boundary=b' };
      const response = await fetch(`${space.url}/api/bulk/files/upload`, { method: 'POST', headers, body: begin });
      return [response.status, ((await response.json()) as { detail: string }).detail];
    };
    await expect.poll(next, { timeout: 20_000, interval: 200 }).toEqual([429, expect.stringMatching(/最多同时 6 个/)]);
    holding = false;
    for (const socket of open) socket.destroy();
    await expect.poll(next, { timeout: 20_000, interval: 200 }).toEqual([400, expect.any(String)]);
  });

  it('leaves nothing of an upload whose connection broke', async () => {
    const before = await space.bytes();
    const broken = new AbortController();
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\ngene,A,B\nX,1,2\n'));
        await new Promise((resolve) => setTimeout(resolve, 200));
        broken.abort();
      },
    });
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'multipart/form-data; boundary=b' };
    await expect(
      fetch(`${space.url}/api/bulk/files/upload`, { method: 'POST', headers, body, duplex: 'half', signal: broken.signal }),
    ).rejects.toThrow();
    await expect.poll(() => space.bytes(), { timeout: 5000 }).toEqual(before);
  });

  it('reads a built-in example once', async () => {
    const path = `${engine.folder}/example.csv`;
    await writeFile(path, delimited(matrixRows(18, 5)));
    const [a, b] = await Promise.all([
      space.files.example(path, '示例.csv', 'expression'),
      space.files.example(path, '示例.csv', 'expression'),
    ]);
    expect(a.id).toBe(b.id);
    expect(a).toMatchObject({ userId: null, name: '示例.csv', fileType: 'expression', validationStatus: 'valid' });
    expect((await space.files.toInputFacts(a)).matrix?.rows).toBe(18);
  });
});

describe('while the engine is away', () => {
  it('keeps an upload pending and reads it once the engine is ready', async () => {
    let ready = false;
    const listeners = new Set<() => void>();
    const later = {
      run: engine.engine.run.bind(engine.engine),
      release: engine.engine.release.bind(engine.engine),
      status: () => ({ ...engine.engine.status(), state: ready ? ('ready' as const) : ('warming' as const) }),
      onStatus: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const waiting = await TestSpace.open(later, `${engine.folder}/waiting`);
    const someone = await waiting.user();
    const good = await someone.upload('good.csv', encoded(delimited(matrixRows(22, 4)), 'utf-16le'));
    const bad = await someone.upload('bad.csv', delimited(counts(['TP53', 'EGFR'], ['A', 'A', 'B'])), { file_type: 'expression' });
    expect([good.file.validation_status, bad.file.validation_status]).toEqual(['pending', 'pending']);
    ready = true;
    for (const listener of listeners) listener();
    const info = async (id: number) => (await someone.get<{ file: UserFile }>(`/api/file/${id}/info`)).body.file;
    await expect.poll(async () => (await info(good.file.id)).validation_status, { timeout: 20_000 }).toBe('valid');
    await expect.poll(async () => (await info(bad.file.id)).validation_status, { timeout: 20_000 }).toBe('invalid');
    expect((await info(good.file.id)).file_type).toBe('expression');
    expect((await info(bad.file.id)).facts?.findings[0]).toMatchObject({ level: 'must', message: expect.stringContaining('样本名重复') });
    await waiting.close();
  });
});

describe('real data', () => {
  const real = (name: string) => {
    const path = sharedFile(name);
    return { path, test: path === undefined ? it.skip : it };
  };
  const gse = real('microarray/GSE14520-GPL571_series_matrix.txt.gz');
  gse.test('GSE14520, a GEO series matrix (skipped where the shared data are absent)', async () => {
    const { status, facts } = await user.upload('GSE14520.txt.gz', await readFile(gse.path ?? ''));
    expect(status).toBe(200);
    expect(facts.matrix).toMatchObject({ rows: 22268, columns: 43, kind: 'log', identifiers: 'probe', platform: 'GPL571', missing: 0 });
    const tissue = facts.matrix?.annotations?.columns.find(({ name }) => name === 'Tissue');
    expect(tissue?.values.filter((value) => value.includes('Non-Tumor'))).toHaveLength(19);
  });

  const airway = real('bulk/airway_rawcounts.csv.gz');
  airway.test('airway: Ensembl counts (skipped where the shared data are absent)', async () => {
    const { facts } = await user.upload('airway.csv.gz', await readFile(airway.path ?? ''));
    expect(facts.matrix).toMatchObject({ rows: 64102, columns: 8, kind: 'counts', identifiers: 'ensembl' });
  });

  const coverage = real('bulk/SRP029880_CRC.raw_counts.tsv.gz');
  coverage.test('SRP029880: coverage, not reads; its gene lengths are no sample (skipped where the shared data are absent)', async () => {
    const { file, facts } = await user.upload('SRP029880.tsv.gz', await readFile(coverage.path ?? ''));
    expect(facts.matrix).toMatchObject({ rows: 19719, columns: 10, kind: 'counts', identifiers: 'symbol' });
    expect(facts.matrix?.samples).not.toContain('width');
    expect(facts.findings.find(({ code }) => code === 'annotation_columns')?.message).toContain('width');
    expect(facts.findings.find(({ code }) => code === 'library_large')?.message).toContain('可能是碱基覆盖度而非 read 数');
    const stored = await space.files.get(user.id, file.id);
    expect(stored?.blob).toBe(
      createHash('sha256')
        .update(await readFile(coverage.path ?? ''))
        .digest('hex'),
    );
  });
});

describe('what a file is called', () => {
  it.each([
    ['a text called .xls', 'a.xls', delimited(matrixRows(), '\t')],
    ['a text called .xlsx', 'a.xlsx', delimited(matrixRows())],
    ['a workbook called .xls', 'b.xls', workbook(matrixRows())],
    ['a workbook called .csv', 'b.csv', workbook(matrixRows())],
    ['a text called .xls in a zip', 'c.zip', zip([{ name: 'a.xls', content: Buffer.from(delimited(matrixRows(), '\t')) }])],
  ])('says nothing of what it is: %s', async (_, name, content) => {
    const { status, file, facts } = await user.uploadRead(name, content);
    expect([status, file.file_type, facts.matrix?.columns]).toEqual([200, 'expression', (matrixRows()[0]?.length ?? 0) - 1]);
  });
});
