import { expect, it } from 'vitest';
import { Turns } from '../../src/files/reading/turns.ts';

it('a user has one turn at a time, another user has an own one', async () => {
  const turns = new Turns();
  const end = turns.tryTake(1);
  expect(end).toBeDefined();
  expect(turns.tryTake(1)).toBeUndefined();
  expect(turns.tryTake(2)).toBeDefined();
  expect(turns.busy).toEqual([1, 2]);
  expect(await turns.take(1, 5)).toBeUndefined();
  const waiting = turns.take(1, 60_000);
  end?.();
  expect(await waiting).toBeDefined();
  expect(turns.tryTake(1)).toBeUndefined();
});
