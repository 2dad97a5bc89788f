import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exactTime, relativeTime } from '../src/app/time.ts';
import { validity } from '../src/home/validity.ts';

describe('times', () => {
  const now = new Date(2026, 10, 20, 16, 30, 0);
  test.each([
    [new Date(2026, 10, 20, 16, 29, 30), '刚刚'],
    [new Date(2026, 10, 20, 16, 26, 0), '4 分钟前'],
    [new Date(2026, 10, 20, 3, 5, 0), '13 小时前'],
    [new Date(2026, 10, 19, 16, 20, 0), '昨天 16:20'],
    [new Date(2026, 9, 2, 8, 5, 0), '10-02 08:05'],
    [new Date(2025, 9, 2, 8, 5, 0), '2025-10-02'],
    // A clock that is a little ahead.
    [new Date(2026, 10, 20, 16, 30, 20), '刚刚'],
  ])('%s is %s', (time, text) => expect(relativeTime(time, now)).toBe(text));

  test('exact', () => expect(exactTime(new Date(2026, 0, 2, 3, 4, 5))).toBe('2026-01-02 03:04:05'));
});

test('how long points last', () => {
  const now = new Date(2026, 10, 20, 12);
  expect(validity({ user_type: 'pay', expired_at: new Date(2027, 1, 3, 12).toISOString() }, now)).toBe(
    '已订阅，2027-02-03 到期，还有 75 天',
  );
  expect(validity({ user_type: 'new', expired_at: new Date(2026, 10, 19).toISOString() }, now)).toBe('注册赠送，已在 2026-11-19 到期');
  expect(validity({ user_type: 'new', expired_at: null }, now)).toBe('注册赠送');
});

describe('texts that users read', () => {
  const root = join(import.meta.dirname, '../../..');
  const sources = ['apps/web/src', 'apps/server/src', 'packages/tool-kit/src', 'tools', 'engine/R'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|md|R)$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  );
  /** The operator's command lines, and what their help tells. */
  const ofOperators = /^apps\/server\/src\/(admin|cohorts\/(cli|import))/;

  test('name no commands and no variables of the server: they are the operator’s', () => {
    expect(sources.length).toBeGreaterThan(400);
    const told = sources
      .filter((path) => !ofOperators.test(path))
      .flatMap((path) => {
        const lines = readFileSync(join(root, path), 'utf8').split('\n');
        // Chinese is what users read: a command or a variable in the same line is shown to them.
        return lines
          .filter((line) => /npm (run|start|test)|ONCOLOOM_/.test(line) && /[\u3400-\u9fff]|<code>/.test(line))
          .map((line) => `${path}: ${line.trim()}`);
      });
    expect(told).toEqual([]);
  });
});
