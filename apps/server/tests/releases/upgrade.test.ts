import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FigureBoard, SharedAnalysis, UserFile } from '@oncoloom/contract';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Client as Session } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import program from '../../package.json' with { type: 'json' };
import { migrate } from '../../src/platform/postgres/database.ts';
import { ROOT } from '../../src/platform/root.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import { Client } from '../support/client.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { openWholeServer, type WholeServer } from '../support/whole.ts';
import { type About, MADE, readContents } from './made.ts';

/** Today's server on what the servers of earlier releases have kept. */

const made = await readdir(MADE);

it('there are data of this release', () => {
  expect(made, 'npm run release-data makes them').toContain(program.version);
});

describe.each(made)('a server on the data of %s', (version) => {
  const folder = join(MADE, version);
  let about: About;
  let contents: Map<string, Buffer>;
  let test: TestDatabase;
  let data: string;
  let whole: WholeServer;
  let client: Client;
  /** Migrations before today's server saw the database, as it has noted them. */
  let before: string[];

  const noted = async () =>
    (await test.database.execute<{ hash: string }>(sql`SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at`)).rows.map(
      ({ hash }) => hash,
    );

  beforeAll(async () => {
    about = JSON.parse(await readFile(join(folder, 'about.json'), 'utf8')) as About;
    contents = await readContents(join(folder, 'contents'));
    data = await mkdtemp(join(tmpdir(), 'oncoloom-upgrade-'));
    const storage = await FolderStorage.open(join(data, 'storage'));
    for (const bytes of contents.values()) await storage.put(Readable.from([bytes]));
    test = await createEmptyDatabase();
    const session = new Session(test.url);
    await session.connect();
    await session.query(await readFile(join(folder, 'database.sql'), 'utf8'));
    await session.end();
    before = await noted();
    await migrate(test.database);
    whole = await openWholeServer({ ...test, data });
    client = await Client.login(await whole.server.listen({ port: 0, host: '127.0.0.1' }), about.email, about.password);
  });
  afterAll(async () => {
    await whole?.close();
    await test?.close();
    await rm(data, { recursive: true, force: true });
  });

  const bytesOf = async (path: string) => {
    const answer = await client.fetch(path);
    expect(answer.status, path).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const isKept = (bytes: Buffer) => [...contents.values()].some((content) => content.equals(bytes));

  it('finds its migrations as they were, and has applied those since', async () => {
    const today = readMigrationFiles({ migrationsFolder: join(ROOT, 'apps/server/migrations') }).map(({ hash }) => hash);
    expect(before, 'a released migration is never edited; before the release, npm run release-data').toEqual(today.slice(0, before.length));
    expect(await noted()).toEqual(today);
  });

  it('has the file as it was uploaded and read', async () => {
    const { body } = await client.get<{ file: UserFile }>(`/api/file/${about.file}/info`);
    expect(body.file).toMatchObject({ validation_status: 'valid' });
    const cells = await client.get<{ columns: string[]; rows: unknown[] }>(`/api/file/${about.file}/cells`);
    expect([cells.body.columns, cells.body.rows.length]).toEqual([about.columns, about.rows]);
  });

  it('tells the result, and gives its tables byte for byte', async () => {
    const { status, result } = await client.analysis(about.analysis);
    expect([status, result?.summary]).toEqual(['completed', expect.stringMatching(/\p{Script=Han}/u)]);
    const tables = result?.files.filter(({ kind, filename }) => kind === 'table' && filename.endsWith('.tsv')) ?? [];
    expect(tables.length).toBeGreaterThan(1);
    for (const { file_key, filename } of tables)
      expect(isKept(await bytesOf(`/api/analysis/${about.analysis}/files/${file_key}/${encodeURIComponent(filename)}`)), file_key).toBe(
        true,
      );
  });

  it('draws a figure in the style that was set for it, alone and on its board', async () => {
    const alone = await bytesOf(`/api/analysis/${about.analysis}/files/${about.figure}_svg/a.svg`);
    const { body: board } = await client.get<FigureBoard>(`/api/figure_boards/${about.board}`);
    expect(board.content.panels).toMatchObject([{ analysis_id: about.analysis, figure: about.figure }]);
    const onBoard = await bytesOf(`/api/figure_boards/${about.board}/file/svg`);
    for (const svg of [alone, onBoard]) for (const word of [about.title, ...about.groups]) expect(svg.toString()).toContain(word);
  });

  it('opens the link for readers without an account', async () => {
    client = new Client(client.url);
    const { status, body } = await client.get<SharedAnalysis>(`/api/share/${about.share}`);
    expect([status, body.analysis.id]).toEqual([200, about.analysis]);
    expect((await bytesOf(`/api/share/${about.share}/files/${about.figure}_svg/a.svg`)).toString()).toContain(about.title);
  });
});
