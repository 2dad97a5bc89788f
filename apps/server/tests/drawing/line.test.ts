import { describe, expect, it } from 'vitest';
import { Awaited } from '../../src/analyses/figures/awaited.ts';
import { Line } from '../../src/drawing/line.ts';

/** A drawing that ends when it is told to. */
function drawing(order: string[], name: string) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    order.push(name);
    await ended;
    return name;
  };
  return { work, end };
}

describe('the line of drawings', () => {
  it('alternates between owners: a neighbour waits for one drawing, not for thirty', async () => {
    const line = new Line();
    const order: string[] = [];
    const [first, ...more] = ['a1', 'a2', 'a3'].map((name) => drawing(order, name));
    const neighbour = drawing(order, 'b1');
    const all = [first, ...more].map((each) => line.take({ owner: 'a', waitingMax: 30 }, each?.work ?? (async () => '')));
    all.push(line.take({ owner: 'b', waitingMax: 30 }, neighbour.work));
    for (const each of [first, ...more, neighbour]) each?.end();
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('refuses what is too much of one owner, and goes on with others', async () => {
    const line = new Line();
    const running = drawing([], 'running');
    const turn = { owner: 'a', waitingMax: 2 };
    const taken = [running.work, async () => 'x', async () => 'y'].map((work) => line.take(turn, work));
    await expect(line.take(turn, async () => 'z')).rejects.toMatchObject({ status: 429, retryAfter: 5 });
    const other = line.take({ owner: 'b', waitingMax: 2 }, async () => 'b');
    running.end();
    expect(await Promise.all([...taken, other])).toEqual(['running', 'x', 'y', 'b']);
  });

  it('drops what nobody waits for, and ends what has begun', async () => {
    const line = new Line();
    const order: string[] = [];
    const [running, waiting, last] = [drawing(order, 'running'), drawing(order, 'waiting'), drawing(order, 'last')];
    const gone = new AbortController();
    const turn = { owner: 'a', waitingMax: 9, abandoned: gone.signal };
    const [first, second] = [line.take(turn, running.work), line.take(turn, waiting.work)];
    const third = line.take({ owner: 'a', waitingMax: 9 }, last.work);
    gone.abort();
    await expect(second).rejects.toMatchObject({ status: 499 });
    running.end();
    last.end();
    expect(await Promise.all([first, third])).toEqual(['running', 'last']);
    expect(order).toEqual(['running', 'last']);
  });

  it('goes on after a drawing that fails', async () => {
    const line = new Line();
    const turn = { owner: 'a', waitingMax: 9 };
    const failed = line.take(turn, async () => {
      throw new Error('no file');
    });
    await expect(failed).rejects.toThrow('no file');
    expect(await line.take(turn, async () => 'next')).toBe('next');
  });
});

describe('what several wait for', () => {
  it('is abandoned when the last of them has gone', async () => {
    const told: string[] = [];
    let end: (value: number) => void = () => undefined;
    const work = new Awaited<number>((abandoned) => {
      abandoned.addEventListener('abort', () => told.push('abandoned'));
      return new Promise((resolve) => {
        end = resolve;
      });
    });
    const [one, two] = [new AbortController(), new AbortController()];
    const waits = [one, two].map(({ signal }) => work.wait(signal));
    one.abort(new Error('first has gone'));
    await expect(waits[0]).rejects.toThrow('first has gone');
    expect(told).toEqual([]);
    two.abort(new Error('second has gone'));
    await expect(waits[1]).rejects.toThrow('second has gone');
    expect(told).toEqual(['abandoned']);
    end(7);
    expect(await work.wait()).toBe(7);
  });
});
