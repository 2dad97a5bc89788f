import { expect, test } from 'vitest';
import { storageSentence } from '../../src/profile/storage-parts.ts';

test('the space is explained where more is taken than the files have', () => {
  const none = { files: 0, forms: 0, results: 0, drawings: 0, uploading: 0 };
  expect(storageSentence(none)).toBeUndefined();
  expect(storageSentence({ ...none, files: 2_000_000 })).toBeUndefined();
  expect(storageSentence({ ...none, files: 2_000_000, results: 1_000_000, drawings: 500_000 })).toMatch(
    /^其中上传的文件 .+、分析结果 .+、图和文档 .+$/,
  );
  expect(storageSentence({ ...none, results: 1_000_000 })).toMatch(/^其中分析结果 /);
});
