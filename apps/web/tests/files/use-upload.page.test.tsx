import type { FileType, UserFile } from '@oncoloom/contract';
import { expect, it } from 'vitest';
import { asAsked, formRefusalOf } from '../../src/files/use-upload.ts';
import { fakeServer } from '../support/page.tsx';

const read = (file_type: FileType) => ({ id: 7, file_type }) as UserFile;

it('reads what was taken for a matrix as the table that is asked for', async () => {
  const calls = fakeServer({ '/bulk/files/7/update': ({ file_type }) => ({ success: true, file: read(file_type as FileType) }) });
  expect((await asAsked(read('expression'), ['annotation', 'table'])).file_type).toBe('table');
  expect(calls['/bulk/files/7/update']).toEqual([{ file_type: 'table' }]);
});

it('leaves what fits, and what no table can stand for', async () => {
  const calls = fakeServer({});
  expect((await asAsked(read('annotation'), ['annotation', 'table'])).file_type).toBe('annotation');
  expect((await asAsked(read('expression'), ['table', 'expression'])).file_type).toBe('expression');
  expect((await asAsked(read('groups'), ['gene_sets'])).file_type).toBe('groups');
  expect((await asAsked(read('table'), [])).file_type).toBe('table');
  expect(calls).toEqual({});
});

it('says in a form where the remedies of a file are', () => {
  const must = (message: string, label?: string) => ({
    code: 'x',
    level: 'must',
    message,
    ...(label === undefined ? {} : { fix: { label } }),
  });
  const refused = (findings: object[]) => formRefusalOf({ validation_status: 'invalid', facts: { findings } } as UserFile);
  expect(refused([must('看不出逗号是什么', '是小数'), must('如果是千位', '是千位')])).toBe(
    '看不出逗号是什么。文件已存到文件空间：在那里打开它，点「是小数」或「是千位」，再回来选用',
  );
  expect(refused([must('读不出来')])).toBe('读不出来');
});
