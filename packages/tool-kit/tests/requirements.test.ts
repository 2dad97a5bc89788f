import { expect, it } from 'vitest';
import { matrix, matrixOf, refuse, tell } from '../src/index.ts';

it('stands at the matrix that it is found in, or at the field that it names', () => {
  expect(refuse('missing', [matrix.missing], { message: '' }).field).toBe('file_id');
  expect(refuse('missing', [matrixOf('file_ids').missing], { message: '' }).field).toBe('file_ids');
  expect(refuse('missing', [matrix.missing], { field: 'method', message: '' }).field).toBe('method');
});

it('asks for one value of a parameter or for any of several', () => {
  const { when } = tell('counts', [matrix.counts], { when: { log2_transform: false, method: ['combat', 'limma'] }, message: '' });
  expect(when).toEqual([
    { parameter: 'log2_transform', is: [false] },
    { parameter: 'method', is: ['combat', 'limma'] },
  ]);
  expect(tell('counts', [matrix.counts], { message: '' })).not.toHaveProperty('when');
});
