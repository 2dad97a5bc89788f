import type { FileFacts, FileType, UserFile } from '@oncoloom/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import limma from '../../../../tools/differential/limma-differential/tool.ts';
import published from '../../../../tools/plotting/kaplan-meier/published.ts';
import kaplanMeier from '../../../../tools/plotting/kaplan-meier/tool.ts';
import volcano from '../../../../tools/plotting/volcano-plot/tool.ts';
import { formOf, isEmptyWish, loadWish, readWish } from '../../src/tool-page/form/prefill.ts';
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

describe('a link with an example', () => {
  const tool = { ...kaplanMeier, published };
  const exampleOf = async (query: string) => (await loadWish(tool, readWish(new URLSearchParams(query)))).example;

  test('opens the tool’s own one, or a published figure', async () => {
    expect(await exampleOf('example=1')).toBe(true);
    expect(await exampleOf('example=veteran')).toBe('veteran');
  });

  test('opens the tool’s own one where there is no such figure', async () => {
    expect(await exampleOf('example=titanic')).toBe(true);
    expect(await exampleOf('')).toBe(false);
  });

  test('is that of the run whose settings are used again', async () => {
    const run = { parameters: { ...published.veteran.parameters, example: 'veteran' }, task_name: '', inputs: [], example: true };
    expect((await formOf(tool, run)).example).toBe('veteran');
    expect((await formOf(tool, { ...run, parameters: { example: true } })).example).toBe(true);
    expect((await formOf(tool, { ...run, example: false })).example).toBe(false);
  });
});
