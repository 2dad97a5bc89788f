import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineHost, ZygoteEvents } from '../../src/r-engine/host.ts';
import { Parents } from '../../src/r-engine/parents.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const READY = { type: 'ready', seconds: 2.5, tools: ['a'], later: [], versions: {}, private: 1e8, confinement: {} };

/** Parents of R's whose lives the test writes. @param availableBytes With little memory there is one at a time. */
function parents(availableBytes = 0) {
  const started: ZygoteEvents[] = [];
  const host = {
    start: (_: unknown, events: ZygoteEvents) => {
      started.push(events);
      return { fork: () => undefined, kill: () => undefined };
    },
  } as unknown as EngineHost;
  const silent = () => undefined;
  const listener = { begun: silent, changed: silent, serving: silent, forked: silent, left: silent, hopeless: silent };
  const all = new Parents(host, log, listener, () => availableBytes);
  all.start();
  /** Milliseconds until there is one more. */
  const untilNext = () => {
    const before = started.length;
    let waited = 0;
    for (; started.length === before && waited < 120_000; waited += 100) vi.advanceTimersByTime(100);
    return waited;
  };
  const live = (ms: number) => {
    started.at(-1)?.output(Buffer.from(`${JSON.stringify(READY)}\n`));
    vi.advanceTimersByTime(ms);
    started.at(-1)?.ended('killed');
  };
  return { all, started, untilNext, live };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

describe('a successor that has taken the place of the first', () => {
  it('is started again when it dies', () => {
    const { all, started, untilNext, live } = parents(64 * 1024 ** 3);
    started[0]?.output(Buffer.from(`${JSON.stringify({ ...READY, later: ['b'] })}\n`));
    expect(started).toHaveLength(2);
    live(300_000);
    expect([all.serving, all.state]).toEqual([undefined, 'restarting']);
    expect(untilNext()).toBe(200);
  });
});

describe('a parent that is ready and dies', () => {
  it('is followed at once, and later each time where it never lives a minute', () => {
    const { all, untilNext, live } = parents();
    const waits = [1, 2, 3, 4, 5, 6].map(() => {
      live(5_000);
      return untilNext();
    });
    expect(waits).toEqual([200, 1000, 3000, 10_000, 30_000, 30_000]);
    // One that has served for a while was not at fault for what came before it.
    live(61_000);
    expect(untilNext()).toBe(200);
    expect(all.restarts).toBe(7);
  });
});
