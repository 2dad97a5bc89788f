import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { NEW_BOARD } from '@oncoloom/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exportRoutes } from '../../src/accounts/export-routes.ts';
import { writeThemes } from '../../src/analyses/figures/figure-themes.ts';
import { analysesExport } from '../../src/analyses/results/export.ts';
import { ledgerExport } from '../../src/billing/export.ts';
import { boardsExport } from '../../src/figure-boards/export.ts';
import { filesExport } from '../../src/files/space/export.ts';
import { directories, files } from '../../src/files/tables.ts';
import { zipStream } from '../../src/platform/archive.ts';
import { projectsExport } from '../../src/projects/export.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { createTestServer, type TestServer } from '../support/server.ts';
import { unzip } from '../support/unzip.ts';
import { CONTENTS, giveBelongings, MARK } from './belongings.ts';

let test: TestServer;
let storage: Storage;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-export-'));
  storage = await FolderStorage.open(folder);
  test = await createTestServer({
    routes: ({ accounts, database }) => {
      const parts = { database, storage };
      return [
        exportRoutes({
          accounts,
          parts: [ledgerExport(parts), analysesExport(parts), boardsExport(parts), projectsExport(parts), filesExport(parts)],
        }),
      ];
    },
  });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (token?: string) =>
  test.server.inject({ url: '/api/user/export', headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

async function exported(token: string): Promise<Map<string, Buffer>> {
  const answer = await ask(token);
  expect(answer.statusCode).toBe(200);
  return unzip(answer.rawPayload);
}

const text = (zip: Map<string, Buffer>, path: string): string => zip.get(path)?.toString() ?? `no ${path}`;

describe('the export', () => {
  it('holds everything of the user, read back byte for byte', async () => {
    const user = await test.newUser();
    const analysisId = await giveBelongings(test, storage, user.id);
    const zip = await exported(user.token);
    expect([...zip.keys()].sort()).toEqual(
      [
        '说明.txt',
        'account.json',
        'ledger.csv',
        'analyses.json',
        'figure-styles.json',
        'figure-boards.json',
        'projects.json',
        `results/${analysisId}_${MARK}_胃癌_差异/diff.tsv`,
        `files/${MARK}矩阵.csv`,
        `files/${MARK}课题/第一批/分组.csv`,
        `files/${MARK}课题/第一批/分组（第 1 版）.csv`,
      ].sort(),
    );
    expect(zip.get(`files/${MARK}矩阵.csv`)).toEqual(CONTENTS.matrix);
    expect(zip.get(`files/${MARK}课题/第一批/分组.csv`)).toEqual(CONTENTS.after);
    expect(zip.get(`files/${MARK}课题/第一批/分组（第 1 版）.csv`)).toEqual(CONTENTS.before);
    expect(zip.get(`results/${analysisId}_${MARK}_胃癌_差异/diff.tsv`)).toEqual(CONTENTS.table);
    expect(JSON.parse(text(zip, 'account.json'))).toMatchObject({
      email: user.email,
      username: MARK,
      institution: `${MARK}医院`,
      sessions: [{ current: true }],
      referral: { invited: [] },
    });
    expect(JSON.parse(text(zip, 'projects.json'))).toMatchObject([{ name: `${MARK}课题`, notes: `${MARK}备注` }]);
    expect(JSON.parse(text(zip, 'figure-boards.json'))).toMatchObject([{ name: `${MARK}图 1`, content: NEW_BOARD }]);
    expect(JSON.parse(text(zip, 'analyses.json'))).toEqual([
      expect.objectContaining({ id: analysisId, parameters: { log2fc: 1.5 }, headline: '上调 0 个', status: 'completed' }),
      expect.objectContaining({ name: `${MARK}失败`, error: '分组只有一种', result: null }),
    ]);
    const [head, first, second, end] = text(zip, 'ledger.csv').split('\r\n');
    expect(head).toBe('\ufeff时间,变化,余额,说明,分析编号');
    expect(first).toMatch(/^\d{4}-.*Z,60,60,注册赠送,$/);
    // No cell begins a formula, and quotes are doubled.
    expect(second).toMatch(new RegExp(`^.*,5,65,"'=${MARK}, ""补偿""",$`));
    expect(end).toBe('');
  });

  it('holds the looks that the user keeps for figures, and no one else’s', async () => {
    const [owner, stranger] = [await test.newUser(), await test.newUser()];
    const kept = { themes: [{ name: 'Cell 单栏', style: { font_size: 6.5, palette: 'npg' } }], look: { figure_language: 'en' } };
    await writeThemes(test.database, owner.id, kept);
    const stylesOf = async (token: string) => JSON.parse(text(await exported(token), 'figure-styles.json'));
    expect(await stylesOf(owner.token)).toEqual(kept);
    expect(await stylesOf(stranger.token)).toEqual({ themes: [], look: {} });
  });

  it('holds no secret and nothing of others', async () => {
    const owner = await test.newUser();
    const stranger = await test.newUser();
    const zip = await exported(stranger.token);
    expect([...zip.keys()]).toEqual([
      '说明.txt',
      'account.json',
      'ledger.csv',
      'analyses.json',
      'figure-styles.json',
      'figure-boards.json',
      'projects.json',
    ]);
    expect(text(zip, 'analyses.json')).toBe('[]\n');
    const all = Buffer.concat([...zip.values()]).toString();
    for (const foreign of [owner.email, MARK, '$argon2', 'password_hash', 'passwordHash']) expect(all).not.toContain(foreign);
  });

  it('names the file, is not kept, and needs a session', async () => {
    const { token } = await test.newUser();
    const answer = await ask(token);
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toMatch(
      /filename\*=UTF-8''瘤析_我的数据_\d{4}-\d\d-\d\d\.zip/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await ask()).statusCode).toBe(401);
  });

  it('gives names that any system can unpack, each once', async () => {
    const { token, id } = await test.newUser();
    const { sha256 } = await storage.put(Readable.from(['x']));
    const [up] = await test.database.insert(directories).values({ userId: id, name: '..' }).returning();
    const file = {
      userId: id,
      fileType: 'table',
      format: 'text',
      fileSize: 1,
      validationStatus: 'valid',
      blob: sha256,
      parserVersion: '1',
    } as const;
    await test.database.insert(files).values([
      { ...file, name: '../../etc/passwd', directoryId: up?.id },
      { ...file, name: 'A.csv' },
      { ...file, name: 'a.csv' },
    ]);
    const paths = [...(await exported(token)).keys()].filter((path) => path.startsWith('files/'));
    expect(paths).toEqual(['files/未命名/passwd', 'files/A.csv', 'files/a (2).csv']);
  });

  it('is packed once at a time for each user, and again after it has ended', async () => {
    const { token } = await test.newUser();
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(token)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('30');
    await vi.waitFor(async () => expect((await ask(token)).statusCode).toBe(200), 20_000);
  });

  it('breaks off when a file is gone, instead of passing for whole', async () => {
    const { token, id } = await test.newUser();
    const file = { userId: id, name: 'a.csv', fileType: 'table', format: 'text', fileSize: 1, validationStatus: 'valid' } as const;
    await test.database.insert(files).values({ ...file, blob: 'f'.repeat(64), parserVersion: '1' });
    const url = await test.server.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${url}/api/user/export`, { headers: { authorization: `Bearer ${token}` } });
    await expect(answer.arrayBuffer()).rejects.toThrow();
    // And the next try is not held up by it.
    await test.database.delete(files).where(eq(files.userId, id));
    expect((await ask(token)).statusCode).toBe(200);
  });
});

describe('the stream', () => {
  it('opens one file at a time, when its turn comes, and closes it when the reader goes away', async () => {
    const opened: Readable[] = [];
    const entries = ['a', 'b', 'c'].map((path) => ({
      path,
      packed: true,
      open: async () => {
        const endless = new Readable({
          read() {
            this.push(Buffer.alloc(65_536));
          },
        });
        opened.push(endless);
        return endless;
      },
    }));
    const zip = zipStream(entries, { error: () => undefined });
    zip.resume();
    await vi.waitFor(() => expect(opened).toHaveLength(1), 20_000);
    zip.destroy();
    await vi.waitFor(() => expect(opened[0]?.destroyed).toBe(true), 20_000);
    expect(opened).toHaveLength(1);
  });
});
