import type { FileFacts, FileType, UserFile } from '@oncoloom/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import limma from '../../../../tools/differential/limma-differential/tool.ts';
import volcano from '../../../../tools/plotting/volcano-plot/tool.ts';
import { isEmptyWish, loadWish, readWish } from '../../src/tool-page/prefill.ts';
import { answerFetch, freshBrowser, jsonResponse } from '../support/browser.ts';

const column = (name: string) => ({ name, type: 'text' as const, missing: 0 });
const tableOf = (...names: string[]): FileFacts => ({
  findings: [],
  table: { rows: 2, describes: 'samples', nameColumn: names[0] ?? null, columns: names.map(column), preview: [] },
});

function answerFile(file_type: FileType, facts: FileFacts | null, validation_status: UserFile['validation_status'] = 'valid'): void {
  answerFetch(jsonResponse(200, { success: true, file: { id: 12, name: 'a.csv', file_type, facts, validation_status } }));
}

const wish = readWish(new URLSearchParams('file=12'));
const inputsOf = async (tool: typeof limma | typeof volcano) => Object.keys((await loadWish(tool, wish)).inputs);

beforeEach(() => {
  freshBrowser();
});

describe('a link with a file', () => {
  test('is a wish', () => {
    expect(wish.file).toBe(12);
    expect(isEmptyWish(wish)).toBe(false);
    expect(isEmptyWish(readWish(new URLSearchParams('file=x')))).toBe(true);
  });

  test('fills the matrix with an expression file', async () => {
    answerFile('expression', { findings: [] });
    expect(await inputsOf(limma)).toEqual(['file_id']);
  });

  test('fills the groups with a groups table', async () => {
    answerFile('groups', tableOf('sample', 'group'));
    expect(await inputsOf(limma)).toEqual(['sample_groups']);
  });

  test('leaves groups to the user whose columns have other names', async () => {
    answerFile('groups', tableOf('编号', '状态'));
    expect(await inputsOf(limma)).toEqual([]);
  });

  test('fills a table where a tool starts from one', async () => {
    answerFile('table', tableOf('gene', 'logFC'));
    expect(await inputsOf(volcano)).toEqual(['file_id']);
  });

  test.each([
    ['a type that no input takes', 'gene_list', 'valid'],
    ['what can’t be used', 'expression', 'invalid'],
    ['what is still being read', 'expression', 'pending'],
  ] as const)('leaves out %s', async (_, type, status) => {
    answerFile(type, null, status);
    expect(await inputsOf(limma)).toEqual([]);
  });
});
