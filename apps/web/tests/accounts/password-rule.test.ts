import { describe, expect, it } from 'vitest';
import { passwordFault } from '../../src/accounts/forms/password-rule.ts';

describe('a password that is being chosen', () => {
  it.each([
    ['short1', '密码至少 8 位'],
    ['x'.repeat(73), '密码最多 72 位'],
    ['qwertyuiop', expect.stringContaining('太常见')],
    ['lin.wei@example.org', expect.stringContaining('太常见')],
    ['Lin.Wei1', expect.stringContaining('太常见')],
    ['looms-and-tigers', undefined],
    ['一二三四五六七八九', undefined],
  ])('%s', async (password, fault) => {
    expect(await passwordFault(password, ['lin.wei@example.org'])).toEqual(fault);
  });

  it('is left to the server where the lists do not arrive', async () => {
    expect(await passwordFault('qwertyuiop', [], () => Promise.reject(new Error('offline')))).toBeUndefined();
  });
});
