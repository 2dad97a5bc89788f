import { expect, it } from 'vitest';
import { FewAtOnce } from '../../src/pictures/few-at-once.ts';

it('runs a few at a time, in order, and never begins what was given up', async () => {
  const few = new FewAtOnce(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const gone = new AbortController();
  const work = (i: number) => () => {
    begun.push(i);
    return new Promise<number>((resolve) => ends.push(() => resolve(i)));
  };
  const signal = new AbortController().signal;
  const runs = [1, 2, 3, 4].map((i) => few.run(work(i), i === 3 ? gone.signal : signal).catch(() => -i));
  await Promise.resolve();
  expect(begun).toEqual([1, 2]);
  gone.abort();
  ends[0]?.();
  await runs[2];
  await expect.poll(() => begun).toEqual([1, 2, 4]);
  for (const end of ends) end();
  expect(await Promise.all(runs)).toEqual([1, 2, -3, 4]);
});
