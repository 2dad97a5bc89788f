import { describe, expect, test } from 'vitest';
import { splitFaults } from '../../src/accounts/forms/split-faults.ts';
import { ApiFailure } from '../../src/api/client.ts';

const names = ['email', 'password'];

describe('splitFaults', () => {
  test('a failure without fields is told as it is', () => {
    expect(splitFaults(new ApiFailure(422, '用户名或密码不对'), names)).toEqual({ fields: [], rest: '用户名或密码不对' });
  });

  test('faults of the form stand at their fields, several of one field together, and nowhere else', () => {
    const failure = new ApiFailure(422, '有 3 处不对', [
      { field: 'password', detail: '密码至少 8 位' },
      { field: 'email', detail: '这个邮箱已经注册过' },
      { field: 'password', detail: '密码里要有数字' },
    ]);
    expect(splitFaults(failure, names)).toEqual({
      fields: [
        { name: 'password', errors: ['密码至少 8 位', '密码里要有数字'] },
        { name: 'email', errors: ['这个邮箱已经注册过'] },
      ],
      rest: undefined,
    });
  });

  test('a fault of a field that the form does not have is not lost', () => {
    const failure = new ApiFailure(422, '有 2 处不对', [
      { field: 'email', detail: '邮箱地址的写法不对' },
      { field: 'token', detail: '链接已失效' },
    ]);
    expect(splitFaults(failure, names)).toEqual({ fields: [{ name: 'email', errors: ['邮箱地址的写法不对'] }], rest: '链接已失效' });
  });
});
