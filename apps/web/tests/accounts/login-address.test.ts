import { describe, expect, test } from 'vitest';
import { otherTab, readLoginAddress } from '../../src/accounts/login-address.ts';

const read = (query: string) => readLoginAddress(new URLSearchParams(query));
const other = (query: string) => otherTab(new URLSearchParams(query));

describe('what /login opens', () => {
  test.each([
    ['', false, undefined],
    ['tab=register', true, undefined],
    ['tab=nonsense', false, undefined],
    ['invite=AB12CD', true, 'AB12CD'],
    ['invite=%20AB12CD%20', true, 'AB12CD'],
    ['invite=', false, undefined],
    ['invite=%20', false, undefined],
    ['invite=AB12CD&tab=login', false, 'AB12CD'],
    ['invite=AB12CD&tab=register', true, 'AB12CD'],
  ])('%s', (query, registering, invite) => {
    expect(read(query)).toEqual({ registering, invite });
  });

  test('an invitation is cut to what the server takes', () => {
    expect(read(`invite=${'A'.repeat(50)}`).invite).toBe('A'.repeat(32));
  });
});

describe('the other tab', () => {
  test.each([
    ['', 'tab=register'],
    ['tab=register', ''],
    ['redirect=%2Fprofile', 'redirect=%2Fprofile&tab=register'],
    ['redirect=%2Fprofile&tab=register', 'redirect=%2Fprofile'],
    ['invite=AB12CD', 'invite=AB12CD&tab=login'],
  ])('of %s is %s', (from, to) => {
    expect(other(from)).toBe(to);
  });

  test.each(['', 'tab=register', 'invite=AB12CD', 'invite=AB12CD&tab=login'])('of the other tab of %s is the tab itself', (query) => {
    const opened = read(query);
    expect(read(other(query))).toEqual({ ...opened, registering: !opened.registering });
    expect(read(other(other(query)))).toEqual(opened);
  });
});
