import type { FilePreview } from '@oncoloom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE } from './hostile.ts';
import { engineAndFolder, TestSpace, type TestUser } from './space.ts';

let engine: Awaited<ReturnType<typeof engineAndFolder>>;
let space: TestSpace;
let user: TestUser;

beforeAll(async () => {
  engine = await engineAndFolder();
  space = await TestSpace.open(engine.engine, engine.folder);
  user = await space.user();
}, 120_000);
afterAll(async () => {
  await space?.close();
  await engine?.stop();
});

/** A sentence for a person: Chinese, with an end, and nothing of the program's insides. */
const SENTENCE = /[\u4e00-\u9fff].*[。？]$/s;
const INSIDES = /undefined|null|NaN|Error|\bat \/|\.ts|\.R\b|node:|errno|\[object/;

describe(`${HOSTILE.length} hostile files`, () => {
  it('are at least a hundred', () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(100);
  });

  it.each(HOSTILE.map((file) => [file.title, file] as const))('%s', { timeout: 30_000 }, async (_title, hostile) => {
    const before = await space.bytes();
    const fields = { file_type: hostile.fileType ?? 'expression' };
    const { status, detail, file, facts, late } = await user.uploadRead(hostile.name, hostile.content(), fields);
    const wanted = hostile.expect;
    if ('refused' in wanted) {
      expect([status, detail]).toEqual([
        expect.toSatisfy((code: number) => [413, 415, 422].includes(code)),
        expect.stringMatching(wanted.refused),
      ]);
      expect(detail).toMatch(SENTENCE);
      expect(detail).not.toMatch(INSIDES);
      if (late !== true) expect(await space.bytes()).toEqual(before);
      return;
    }
    expect([status, detail]).toEqual([200, '']);
    expect([file.file_type, facts.matrix?.rows ?? facts.table?.rows]).toEqual([wanted.readAs, wanted.rows]);
    if (wanted.name !== undefined) expect(file.name).toMatch(wanted.name);
    expect(file.name).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u);
    if (wanted.says !== undefined) expect(facts.findings.map(({ message }) => message).join('\n')).toMatch(wanted.says);
    expect((await user.get<FilePreview>(`/api/file/${file.id}/preview`)).status).toBe(200);
  });

  it('leave the engine as it was', async () => {
    expect(engine.engine.status().state).toBe('ready');
    const { status } = await user.upload('after.csv', 'gene,A,B\nTP53,1,2\nEGFR,3,4\n', { file_type: 'expression' });
    expect(status).toBe(200);
  });
});
