import { Readable } from 'node:stream';
import { NEW_BOARD } from '@oncoloom/contract';
import { eq } from 'drizzle-orm';
import { sessions, users } from '../../src/accounts/tables.ts';
import { analyses, analysisLogs, analysisShares, renderings, styleVariants } from '../../src/analyses/tables.ts';
import { cards } from '../../src/billing/tables.ts';
import { figureBoards } from '../../src/figure-boards/tables.ts';
import { directories, files, fileVersions } from '../../src/files/tables.ts';
import { projects } from '../../src/projects/tables.ts';
import type { Storage } from '../../src/storage/storage.ts';
import type { TestServer } from '../support/server.ts';

/** What is found in each of the user's rows. */
export const MARK = '吴-4c19e7';

export const CONTENTS = {
  /** As uploaded: not even UTF-8. */
  matrix: Buffer.concat([Buffer.from('gene,T1,N1\r\nTP53,1.5,'), Buffer.from([0xc4, 0xe3]), Buffer.from('\r\n')]),
  before: Buffer.from('sample,group\r\nT1,tumor\r\n'),
  after: Buffer.from('sample\tgroup\nT1\ttumor\n'),
  table: Buffer.from('gene\tlogFC\nTP53\t-1.25\n'),
};

/** Gives a user something in every table that has users' data. Answers the id of the finished analysis. */
export async function giveBelongings({ database, billing }: TestServer, storage: Storage, userId: number): Promise<number> {
  const put = async (bytes: Buffer) => (await storage.put(Readable.from([bytes]))).sha256;
  await database
    .update(users)
    .set({ username: MARK, institution: `${MARK}医院`, researchField: `${MARK}癌` })
    .where(eq(users.id, userId));
  await database.update(sessions).set({ agent: MARK }).where(eq(sessions.userId, userId));
  await database.transaction((tx) => billing.grant(tx, userId, { kind: 'grant', points: 5, reason: `=${MARK}, "补偿"` }));
  await database
    .insert(cards)
    .values({ code: `AAAA-BBBB-CCCC-${userId}`, planId: 'month', batch: 'b', redeemedBy: userId, redeemedAt: new Date() });

  const folder = { userId, name: `${MARK}课题` };
  const [outer] = await database.insert(directories).values(folder).returning();
  const [inner] = await database
    .insert(directories)
    .values({ ...folder, name: '第一批', parentId: outer?.id })
    .returning();
  const file = { userId, fileType: 'groups', format: 'text', validationStatus: 'valid', parserVersion: '1' } as const;
  const bytes = async (content: Buffer) => ({ blob: await put(content), fileSize: content.length });
  await database.insert(files).values({ ...file, name: `${MARK}矩阵.csv`, ...(await bytes(CONTENTS.matrix)) });
  const fixed = { ...file, name: '分组.csv', directoryId: inner?.id, version: 2 };
  const [row] = await database
    .insert(files)
    .values({ ...fixed, ...(await bytes(CONTENTS.after)) })
    .returning();
  if (row === undefined) throw new Error('no file');
  const { userId: _, ...old } = file;
  await database.insert(fileVersions).values({ ...old, fileId: row.id, version: 1, name: '分组.csv', ...(await bytes(CONTENTS.before)) });
  return giveAnalyses(database, userId, await put(CONTENTS.table));
}

async function giveAnalyses(database: TestServer['database'], userId: number, table: string): Promise<number> {
  const common = {
    userId,
    taskType: 'limma_differential_analysis',
    toolVersion: '1.0.0',
    family: 'bulk',
    values: { log2fc: 1.5 },
    inputs: [],
    points: 10,
    example: false,
  };
  const tables = [{ id: 'diff', sha256: table, bytes: CONTENTS.table.length, rows: 1, columns: ['gene', 'logFC'] }];
  const result = { facts: { up: 0 }, tables, findings: [], seed: 1, versions: { R: '4.4' }, seconds: { read: 1, analyse: 1, write: 1 } };
  const [done] = await database
    .insert(analyses)
    .values({ ...common, name: `${MARK}/胃癌 差异`, status: 'completed', result, headline: '上调 0 个' })
    .returning();
  const analysisId = done?.id ?? 0;
  await database.insert(analyses).values({ ...common, name: `${MARK}失败`, status: 'failed', errorMessage: '分组只有一种' });
  await database.insert(analysisLogs).values({ analysisId, level: 'info', text: MARK });
  await database.insert(renderings).values({ analysisId, key: MARK, sha256: table, size: 1 });
  await database.insert(styleVariants).values({ analysisId, hash: MARK, figure: 'volcano', style: {} });
  await database.insert(projects).values({ userId, name: `${MARK}课题`, notes: `${MARK}备注` });
  await database.insert(figureBoards).values({ userId, name: `${MARK}图 1`, content: NEW_BOARD });
  await database.insert(analysisShares).values({ analysisId, hash: MARK, recipient: MARK, bundle: true });
  return analysisId;
}
