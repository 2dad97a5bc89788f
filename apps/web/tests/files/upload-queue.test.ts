import type { UserFile } from '@oncoloom/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiFailure } from '../../src/api/client.ts';
import { type Sending, UploadPaused } from '../../src/api/upload.ts';
import { secondsLeft, speedOf, UploadQueue, type Wanted } from '../../src/files/upload-queue.ts';

const userFile = (status: UserFile['validation_status']) => ({ id: 1, name: 'a.csv', validation_status: status }) as UserFile;
const wanted = (name: string, size = 100): Wanted => ({
  file: { name, size, lastModified: 1 } as File,
  directoryId: null,
  place: '全部文件',
});

interface Sent extends Sending {
  signal: AbortSignal;
  resolve(file: UserFile): void;
  reject(error: unknown): void;
}

let now: number;
let sent: Sent[];
let changed: ReturnType<typeof vi.fn<() => void>>;
let givenUp: string[];
let queue: UploadQueue;
const step = (at: number) => queue.uploads[at]?.state.step;
const steps = () => queue.uploads.map(({ state }) => state.step);

beforeEach(() => {
  now = 0;
  sent = [];
  givenUp = [];
  changed = vi.fn<() => void>();
  queue = new UploadQueue({
    send: (sending, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        sent.push({ ...sending, signal, resolve, reject });
      }),
    read: async () => userFile('invalid'),
    giveUp: ({ file }) => givenUp.push(file.name),
    refusalOf: (file) => (file.validation_status === 'invalid' ? '这张表没有列名' : undefined),
    changed,
    now: () => now,
  });
});

/** What follows a settled promise. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('the queue', () => {
  test('sends three at once and the next one when one has ended', async () => {
    queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => wanted(name)));
    expect(steps()).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting']);
    sent[1]?.resolve(userFile('valid'));
    await settle();
    expect(steps()).toEqual(['sending', 'done', 'sending', 'sending', 'waiting']);
    expect(changed).toHaveBeenCalled();
  });

  test('leaves out a file that is on its way to the same folder', () => {
    queue.add([wanted('a')]);
    queue.add([wanted('a'), { ...wanted('a'), directoryId: 4 }]);
    expect(queue.uploads.map(({ directoryId }) => directoryId)).toEqual([null, 4]);
  });

  test('pauses what is not complete, and goes on with it where it stopped', async () => {
    queue.add(['a', 'b', 'c', 'd'].map((name) => wanted(name)));
    sent[0]?.onProgress?.(40, 100);
    queue.pause(queue.uploads[0]?.id ?? 0);
    expect(queue.uploads[0]?.state).toEqual({ step: 'paused', loaded: 40 });
    expect(sent[0]?.signal.reason).toBeInstanceOf(UploadPaused);
    await settle();
    expect(steps()).toEqual(['paused', 'sending', 'sending', 'sending']);
    queue.clear();
    expect(steps()).toHaveLength(4);
    sent[1]?.onProgress?.(100, 100);
    queue.pause(queue.uploads[1]?.id ?? 0);
    expect(step(1)).toBe('reading');
    queue.retry(queue.uploads[0]?.id ?? 0);
    expect(step(0)).toBe('waiting');
    sent[1]?.resolve(userFile('valid'));
    await settle();
    expect(step(0)).toBe('sending');
    expect(givenUp).toEqual([]);
  });

  test('gives up what was sent of a paused file that is taken away', () => {
    queue.add([wanted('a')]);
    const [upload] = queue.uploads;
    queue.pause(upload?.id ?? 0);
    return settle().then(() => {
      queue.cancel(upload?.id ?? 0);
      expect(queue.uploads).toEqual([]);
      expect(givenUp).toEqual(['a']);
    });
  });

  test('waits until the platform has read the file, and says why it cannot be used', async () => {
    queue.add([wanted('a')]);
    sent[0]?.onProgress?.(100, 100);
    expect(step(0)).toBe('reading');
    sent[0]?.resolve(userFile('pending'));
    await settle();
    expect(queue.uploads[0]?.state).toEqual({ step: 'refused', detail: '这张表没有列名' });
  });

  test('keeps the server’s sentence at the file that is refused', async () => {
    queue.add([wanted('a')]);
    sent[0]?.reject(new ApiFailure(415, '图片不能作为数据。'));
    await settle();
    expect(queue.uploads[0]?.state).toEqual({ step: 'refused', detail: '图片不能作为数据。' });
  });

  test('sends a refused file again when asked to', async () => {
    queue.add([wanted('a')]);
    sent[0]?.reject(new ApiFailure(413, '空间不够'));
    await settle();
    queue.retry(queue.uploads[0]?.id ?? 0);
    expect(sent).toHaveLength(2);
    sent[1]?.resolve(userFile('valid'));
    await settle();
    expect(steps()).toEqual(['done']);
  });

  test('goes on by itself with what stopped, not with what was refused', async () => {
    queue.add([wanted('a'), wanted('b')]);
    sent[0]?.reject(new ApiFailure(0, '没有传完'));
    sent[1]?.reject(new ApiFailure(422, '没有列名'));
    await settle();
    expect(steps()).toEqual(['stopped', 'refused']);
    queue.retryStopped();
    expect(steps()).toEqual(['sending', 'refused']);
  });

  test('a cancelled file is gone, its transfer ended, and the next one goes', async () => {
    queue.add(['a', 'b', 'c', 'd'].map((name) => wanted(name)));
    queue.cancel(queue.uploads[0]?.id ?? 0);
    await settle();
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(queue.uploads.map(({ file }) => file.name)).toEqual(['b', 'c', 'd']);
    expect(steps()).toEqual(['sending', 'sending', 'sending']);
  });

  test('clears what has ended and nothing else', async () => {
    queue.add([wanted('a'), wanted('b')]);
    sent[0]?.resolve(userFile('valid'));
    await settle();
    queue.clear();
    expect(queue.uploads.map(({ file }) => file.name)).toEqual(['b']);
  });

  test('ends everything when the account is left', async () => {
    queue.add(['a', 'b', 'c', 'd'].map((name) => wanted(name)));
    queue.abandon();
    await settle();
    expect(queue.uploads).toEqual([]);
    expect(sent.every(({ signal }) => signal.aborted)).toBe(true);
    expect(sent).toHaveLength(3);
  });
});

describe('speed and remaining time', () => {
  const progress = (at: number, loaded: number) => {
    now = at;
    sent[0]?.onProgress?.(loaded, 10_000);
  };
  const upload = () => {
    const [first] = queue.uploads;
    if (first === undefined) throw new Error('no upload');
    return first;
  };

  test('are told after half a second, from the last five', () => {
    queue.add([wanted('a', 10_000)]);
    progress(0, 0);
    progress(400, 400);
    expect(speedOf(upload())).toBeUndefined();
    progress(1_000, 1_000);
    expect(speedOf(upload())).toBe(1_000);
    expect(secondsLeft(upload())).toBe(9);
    progress(9_000, 5_000);
    progress(10_000, 9_000);
    expect(speedOf(upload())).toBe(4_000);
  });

  test('are not told while the connection is lost', () => {
    queue.add([wanted('a', 10_000)]);
    progress(0, 0);
    progress(1_000, 1_000);
    sent[0]?.onBreak?.();
    expect(upload().state).toEqual({ step: 'sending', loaded: 1_000, broken: true });
    expect(secondsLeft(upload())).toBeUndefined();
  });
});
