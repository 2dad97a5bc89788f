import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../src/platform/root.ts';
import { type PilotJob, pilotScript } from '../../src/slurm/commands.ts';
import { planPilots, type Situation } from '../../src/slurm/plan.ts';
import { type PilotSize, readSite } from '../../src/slurm/site.ts';

const HOURS = 3_600_000;
const example = join(ROOT, 'docs/slurm.json');
const site = readSite(example, 2 * HOURS);
const [small, large] = site.sizes as [PilotSize, PilotSize];
const folder = mkdtempSync(join(tmpdir(), 'oncoloom-site-'));
afterAll(() => rmSync(folder, { recursive: true }));

const job = (id: string, size: string, state: PilotJob['state'] = 'running', seconds = 30): PilotJob => ({ id, size, state, seconds });
const worker = (number: number, pilot: string, draining = false) => ({ number, pilot, draining });
const none: Situation = { sizes: site.sizes, demand: [], jobs: [], workers: [], running: new Map() };
/** What is to be done for each size, small and large. */
const actions = (situation: Partial<Situation>) => planPilots({ ...none, ...situation }).map(({ submit, cancel }) => ({ submit, cancel }));

describe('the file of a site', () => {
  it('of the documents is right, and says how long a pilot takes tasks', () => {
    expect(site.sizes.map(({ name, memoryMiB, drainAfterMs }) => [name, memoryMiB, drainAfterMs / 60_000])).toEqual([
      ['small', 4096, 55],
      ['large', 32_768, 595],
    ]);
  });

  it('with faults is refused by name', () => {
    const file = join(folder, 'site.json');
    const [first] = JSON.parse(JSON.stringify(site.sizes)) as object[];
    const read = (change: object) => {
      const { name, partition, cpus, memory, tasks, time, most } = {
        partition: 'p',
        cpus: 1,
        memory: '8G',
        tasks: 1,
        time: '3h',
        most: 1,
        ...first,
        ...change,
      } as Record<string, unknown>;
      const sizes = [
        {
          name,
          partition,
          cpus,
          memory: String(memory),
          tasks,
          time: typeof time === 'number' ? `${time / 1000}s` : time,
          most,
          ...('more' in change ? change : {}),
        },
      ];
      writeFileSync(file, JSON.stringify({ scratch: '/tmp/x', logs: '/tmp/y', sizes }));
      return () => readSite(file, 2 * HOURS);
    };
    expect(read({})).not.toThrow();
    expect(read({ name: 'a b' })).toThrow(/sizes\.0\.name/);
    expect(read({ memory: '3G' })).toThrow(/内存不够/);
    expect(read({ time: '1h' })).toThrow(/时间太短.*120 分钟/);
    expect(read({ more: 1 })).toThrow(/more/);
    expect(() => readSite(join(folder, 'absent.json'), HOURS)).toThrow(/absent\.json/);
  });

  it('becomes a script that signals reach', () => {
    const script = pilotScript(site, small);
    expect(script).toMatch(/^#!\/bin\/sh\n/);
    expect(script).toContain("export MC_CORES='1'");
    expect(pilotScript(site, large)).toContain("export MC_CORES='8'");
    expect(script).toMatch(/\nexec '.+' '.+start\.mjs' --role worker --drain-after 3300s --idle-after 300s\n$/);
  });
});

describe('how many pilots', () => {
  it('the smallest that a task fits, a pilot for each of its places, up to the limit', () => {
    expect(actions({ demand: [{ memoryMiB: 300, tasks: 5 }] })).toEqual([
      { submit: 3, cancel: [] },
      { submit: 0, cancel: [] },
    ]);
    expect(
      actions({
        demand: [
          { memoryMiB: 300, tasks: 1 },
          { memoryMiB: 9_000, tasks: 1 },
        ],
      }).map(({ submit }) => submit),
    ).toEqual([1, 1]);
    expect(
      actions({
        demand: [
          { memoryMiB: 300, tasks: 500 },
          { memoryMiB: 99_000, tasks: 9 },
        ],
      }).map(({ submit }) => submit),
    ).toEqual([8, 2]);
  });

  it('places that are free, or come, count; also those of larger pilots', () => {
    const jobs = [job('1', 'small'), job('2', 'small', 'waiting', 0)];
    const workers = [worker(7, '1')];
    const demand = [{ memoryMiB: 0, tasks: 4 }];
    expect(actions({ demand, jobs, workers })[0]?.submit).toBe(0);
    expect(actions({ demand, jobs, workers, running: new Map([[7, 2]]) })[0]?.submit).toBe(1);
    expect(actions({ demand, jobs, workers: [worker(7, '1', true)] })[0]?.submit).toBe(1);
    expect(actions({ demand: [{ memoryMiB: 0, tasks: 1 }], jobs: [job('3', 'large')] })[0]?.submit).toBe(0);
  });

  it('what Slurm has not begun goes when nothing is left for it; what runs ends by itself', () => {
    const jobs = [job('1', 'small'), job('2', 'small', 'waiting', 0), job('3', 'small', 'waiting', 0)];
    expect(actions({ jobs, workers: [worker(7, '1')], running: new Map([[7, 2]]) })[0]?.cancel).toEqual(['2', '3']);
    expect(
      actions({ jobs, demand: [{ memoryMiB: 0, tasks: 3 }], workers: [worker(7, '1')], running: new Map([[7, 2]]) })[0]?.cancel,
    ).toEqual([]);
  });

  it('a pilot that never came is ended, and its place taken', () => {
    const jobs = Array.from({ length: 8 }, (_, i) => job(String(i), 'small', 'running', 60));
    jobs[0] = job('0', 'small', 'running', 3_600);
    const plan = actions({ jobs, workers: jobs.slice(1).map(({ id }, i) => worker(i + 1, id)), demand: [{ memoryMiB: 0, tasks: 1 }] })[0];
    expect(plan).toEqual({ submit: 0, cancel: ['0'] });
  });
});
