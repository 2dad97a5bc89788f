import { describe, expect, it } from 'vitest';
import { engineHealth } from '../../src/http/checks.ts';
import type { EngineStatus } from '../../src/r-engine/types.ts';

const MB = 1024 ** 2;

const warming: EngineStatus = {
  state: 'ready',
  step: null,
  progress: 0,
  since: new Date(0).toISOString(),
  pid: 7,
  warmSeconds: 2.5,
  restarts: 0,
  isolation: 'full',
  confinement: { built: true, files: true, calls: true },
  tools: ['limma', 'gsva'],
  later: ['gsva'],
  parents: [
    { pid: 7, stage: 'early', ready: true, step: null, progress: 1, privateBytes: 210 * MB },
    { pid: 8, stage: 'all', ready: false, step: '加载 GSVA', progress: 0.43, privateBytes: null },
  ],
  packages: { R: '4.2.2' },
  children: [
    { pid: 11, job: 'a', mode: 'analyse', seconds: 3.2, rss: 300 * MB, privateBytes: 40 * MB },
    { pid: 12, job: null, mode: null, seconds: 0, rss: 260 * MB, privateBytes: null },
  ],
  queue: { interactive: 0, task: 1, background: 0 },
  error: null,
};

describe('what the status page says of the engine', () => {
  it('is ready while a successor warms up, and names what waits for it', () => {
    const { ready, facts, tables } = engineHealth(warming);
    expect(ready).toBe(true);
    expect(facts).toMatchObject({ 状态: '就绪', 正在加载程序包的工具: 'gsva' });
    expect(tables?.find(({ title }) => title === '主进程')?.rows).toEqual([
      [7, '先加载常用的程序包', '就绪', '210 MB'],
      [8, '加载全部程序包', '43%：加载 GSVA', null],
    ]);
    const complete = engineHealth({ ...warming, later: [] });
    expect(complete.facts).not.toHaveProperty('正在加载程序包的工具');
  });

  it('tells of each child what it shares and what is its own', () => {
    const children = engineHealth(warming).tables?.find(({ title }) => title === '子进程');
    expect(children?.columns.slice(-2)).toEqual(['内存（含与主进程共用的）', '空闲时独占的内存']);
    expect(children?.rows).toEqual([
      [11, 'a', 'analyse', 3, '300 MB', '40 MB'],
      [12, '空闲', null, 0, '260 MB', null],
    ]);
  });
});
