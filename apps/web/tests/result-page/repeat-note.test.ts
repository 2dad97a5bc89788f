import { expect, test } from 'vitest';
import limma from '../../../../tools/differential/limma-differential/tool.ts';
import { repeatNote } from '../../src/result-page/repeat-note.ts';

test('running a result again says what it costs', () => {
  expect(repeatNote({ example: false, tool_version: limma.version }, limma)).toBe('设置不变不消耗点数');
  // Another version computes something else: it is no repetition.
  expect(repeatNote({ example: false, tool_version: '0.0.1' }, limma)).toBe('5 点');
  expect(repeatNote({ example: true, tool_version: '0.0.1' }, limma)).toBe('设置不变不消耗点数');
});
