import { utimes } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDrawingRoom } from '../../src/analyses/figures/drawing-space.ts';
import { addRendering, addStyleVariant, findStyleVariant, STYLE_VARIANTS_MAX } from '../../src/analyses/repository.ts';
import { analyses, renderings, styleVariants } from '../../src/analyses/tables.ts';
import { DEVICE, PASSWORD } from '../support/server.ts';
import { createWholeServer, type WholeServer } from '../support/whole.ts';

/** What counts in a user's space, and what makes room by itself. */

const GB = 1024 ** 3;
let whole: WholeServer;
let user: number;
let id: number;
const kinds = async () => (await whole.app.billing.space.usage(whole.app.database, user, 'new')).kinds;

beforeAll(async () => {
  whole = await createWholeServer();
  const token = await whole.app.accounts.register({ email: 'space@example.com', password: PASSWORD }, DEVICE);
  user = (await whole.app.accounts.authenticate(token)).id;
  const rows = ['1', '2', '3', '4'].map((x) => [x, x]);
  const request = { task_type: 'correlation_scatterplot', table: { columns: ['a', 'b'], rows } };
  id = (await whole.app.analyses.create(user, request)).id;
});
afterAll(() => whole?.close());

describe('the space of a user', () => {
  it('counts what an analysis read, as long as the analysis is there', async () => {
    const [row] = await whole.app.database.select({ inputs: analyses.inputs }).from(analyses).where(eq(analyses.id, id));
    const size = await whole.app.storage.size(row?.inputs[0]?.blob ?? '');
    expect(size).toBeGreaterThan(0);
    expect((await kinds()).forms).toBe(size);
  });

  it('counts an upload while it comes in, until it is given up', async () => {
    let send: (() => void) | undefined;
    const more = new Promise<void>((resolve) => {
      send = resolve;
    });
    async function* source() {
      yield Buffer.from('gene,A,B\n');
      await more;
      yield Buffer.from('TP53,1,2\n');
    }
    const taking = whole.app.files.take(user, { source: source(), name: 'a.csv', fileType: null });
    await expect.poll(async () => (await kinds()).uploading).toBe(9);
    send?.();
    const { staged } = await taking;
    expect((await kinds()).uploading).toBe(18);
    await staged.discard();
    expect((await kinds()).uploading).toBe(0);
  });

  it('is full of uploads that come in at once', async () => {
    const others = whole.app.billing.space.arrival(user);
    others.add(GB);
    const chunk = Buffer.from(`gene,A,B\n${'TP53,1,2\n'.repeat(100_000)}`);
    const source = Readable.from(Array.from({ length: 30 }, () => chunk));
    await expect(whole.app.files.take(user, { source, name: 'a.csv', fileType: null })).rejects.toMatchObject({
      status: 413,
      code: 'quota',
    });
    others.end();
    expect((await kinds()).uploading).toBe(0);
  });

  it('ends an upload that fills it on the way', async () => {
    const others = whole.app.billing.space.arrival(user);
    async function* source() {
      yield Buffer.from('gene,A,B\n');
      others.add(GB);
      for (let i = 0; i < 30; i++) yield Buffer.from('TP53,1,2\n'.repeat(100_000));
      throw new Error('read to the end');
    }
    const taking = whole.app.files.take(user, { source: source(), name: 'a.csv', fileType: null });
    await expect(taking).rejects.toMatchObject({ status: 413, code: 'quota' });
    others.end();
    expect((await kinds()).uploading).toBe(0);
  });
});

describe('drawings', () => {
  it('make room for new ones, the oldest first, and their bytes go', async () => {
    const { app } = whole;
    const draw = async (text: string, key: string, size: number) => {
      const { sha256 } = await app.storage.put(Readable.from([text]));
      await addRendering(app.database, id, key, { sha256, size });
      return sha256;
    };
    const old = await draw('an old figure', 'old', GB / 4);
    await app.database.execute(sql`UPDATE renderings SET created_at = now() - interval '1 day'`);
    const fresh = await draw('a new figure', 'new', GB / 16);
    const past = new Date(Date.now() - 3600_000);
    expect((await kinds()).drawings).toBeGreaterThan(GB / 4);
    for (const sha256 of [old, fresh]) await utimes(await app.storage.path(sha256), past, past);
    await makeDrawingRoom(app, user);
    expect((await app.database.select().from(renderings)).map(({ key }) => key)).toEqual(['new']);
    expect([await app.storage.size(old), await app.storage.size(fresh)]).toEqual([undefined, 12]);
  });

  it('keep so many drafts of looks, the latest, which count', async () => {
    const { database } = whole.app;
    const before = (await kinds()).drawings;
    const draft = (hash: string) =>
      addStyleVariant(database, { analysisId: id, hash, figure: 'scatter', style: { plot_title: 'x'.repeat(50) } });
    for (let i = 0; i < STYLE_VARIANTS_MAX; i++) await draft(`h${i}`);
    await draft('h0');
    await draft('last');
    expect(await database.$count(styleVariants)).toBe(STYLE_VARIANTS_MAX);
    expect(await findStyleVariant(database, id, 'h1')).toBeUndefined();
    expect([await findStyleVariant(database, id, 'h0'), await findStyleVariant(database, id, 'last')]).not.toContain(undefined);
    expect((await kinds()).drawings - before).toBeGreaterThan(50 * STYLE_VARIANTS_MAX);
  });
});
