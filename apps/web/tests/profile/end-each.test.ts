import { expect, test } from 'vitest';
import { ApiFailure } from '../../src/api/client.ts';
import { endEach } from '../../src/profile/end-each.ts';

test('ends all, one after the other', async () => {
  const steps: string[] = [];
  await endEach(['a', 'b', 'c'], async (id) => {
    steps.push(`begin ${id}`);
    await Promise.resolve();
    steps.push(`end ${id}`);
  });
  expect(steps).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin c', 'end c']);
});

test('one that fails keeps none of the others, and is counted', async () => {
  const ended: string[] = [];
  const ending = endEach(['a', 'b', 'c'], async (id) => {
    if (id !== 'c') throw new ApiFailure(429, '操作太快，请稍后再试');
    ended.push(id);
  });
  await expect(ending).rejects.toThrow('还有 2 台设备没有退出：操作太快，请稍后再试');
  expect(ended).toEqual(['c']);
});
