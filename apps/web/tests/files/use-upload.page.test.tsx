import type { FileType, UserFile } from '@oncoloom/contract';
import { expect, it } from 'vitest';
import { asAsked } from '../../src/files/use-upload.ts';
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
