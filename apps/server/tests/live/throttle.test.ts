import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Throttle } from '../../src/live/throttle.ts';

/** The clock stands still but for what a test says. */
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A throttle as the channel has it, what it has delivered, and when. */
function five(deliver: () => Promise<void> = async () => {}) {
  const told: { key: string; at: number }[] = [];
  const began = Date.now();
  const throttle = new Throttle({
    perSecond: 5,
    retryMs: 1000,
    deliver: async (key) => {
      await deliver();
      told.push({ key, at: Date.now() - began });
    },
  });
  return { throttle, told };
}

describe('a throttle of five a second', () => {
  it('delivers the first five at once', async () => {
    const { throttle, told } = five();
    for (let i = 0; i < 5; i += 1) {
      throttle.signal('task');
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(told.map(({ at }) => at)).toEqual([0, 0, 0, 0, 0]);
  });

  it('delivers no six within any second, and the last signal in any case', async () => {
    const { throttle, told } = five();
    for (let i = 0; i < 300; i += 1) {
      throttle.signal('task');
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(5000);
    expect(told.length).toBeGreaterThan(10);
    for (const [i, { at }] of told.entries()) if (i >= 5) expect(at - (told[i - 5]?.at ?? 0)).toBeGreaterThanOrEqual(1000);
    // The last signal came at 2990.
    expect(told.at(-1)?.at).toBeGreaterThanOrEqual(2990);
  });

  it('counts each key for itself', async () => {
    const { throttle, told } = five();
    for (let i = 0; i < 6; i += 1) {
      throttle.signal('one');
      await vi.advanceTimersByTimeAsync(0);
    }
    throttle.signal('other');
    await vi.advanceTimersByTimeAsync(0);
    expect(told.map(({ key }) => key)).toEqual(['one', 'one', 'one', 'one', 'one', 'other']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(told.at(-1)).toEqual({ key: 'one', at: 1000 });
  });

  it('tries again a second after a delivery that failed', async () => {
    let tries = 0;
    const { throttle, told } = five(async () => {
      tries += 1;
      if (tries === 1) throw new Error('the database is away');
    });
    throttle.signal('task');
    await vi.advanceTimersByTimeAsync(999);
    expect([tries, told]).toEqual([1, []]);
    await vi.advanceTimersByTimeAsync(1);
    expect([tries, told]).toEqual([2, [{ key: 'task', at: 1000 }]]);
  });

  it('delivers nothing more when it is stopped', async () => {
    const { throttle, told } = five();
    for (let i = 0; i < 7; i += 1) {
      throttle.signal('task');
      await vi.advanceTimersByTimeAsync(0);
    }
    throttle.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(told).toHaveLength(5);
  });
});
