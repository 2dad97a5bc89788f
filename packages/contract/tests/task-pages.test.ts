import { expect, it } from 'vitest';
import { TASK_PAGES } from '../src/task-pages.ts';

it('keeps tools below the menu heading whose address they have', () => {
  const preprocessing = TASK_PAGES.filter(({ routes }) => routes.analysis.includes('/data-preprocessing/'));
  expect(preprocessing.map(({ section }) => section)).toEqual(Array(6).fill('数据预处理'));
});
