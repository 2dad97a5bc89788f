import type { UserFile } from '@oncoloom/contract';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiFailure } from '../../src/api/client.ts';
import { rememberUpload } from '../../src/api/unfinished-uploads.ts';
import type { Sending } from '../../src/api/upload.ts';
import { UploadPanel } from '../../src/files/manager/uploads/upload-panel.tsx';
import { uploadQueue } from '../../src/files/uploads.ts';
import '../support/page.tsx';

/** The panel over the queue of the page; the bytes themselves go nowhere: what is sent is told by the test. */

interface Sent extends Sending {
  signal: AbortSignal;
  resolve(file: UserFile): void;
  reject(error: unknown): void;
}
const { sent } = vi.hoisted(() => ({ sent: [] as Sent[] }));
vi.mock(import('../../src/api/upload.ts'), async (original) => ({
  ...(await original()),
  sendFile: (sending: Sending, signal?: AbortSignal) =>
    new Promise<UserFile>((resolve, reject) => {
      if (signal === undefined) throw new Error('an upload that cannot be stopped');
      signal.addEventListener('abort', () => reject(signal.reason));
      sent.push({ ...sending, signal, resolve, reject });
    }),
}));

const KB = 1024;
const file = (name: string) => new File(['x'.repeat(100 * KB)], name, { lastModified: 1 });
const read = { id: 1, name: 'a.csv', validation_status: 'valid' } as UserFile;
const add = (...names: string[]) =>
  act(async () => uploadQueue.add(names.map((name) => ({ file: file(name), directoryId: null, place: '全部文件' }))));
const tell = (work: (upload: Sent) => void, which = -1) =>
  act(async () => {
    const upload = sent.at(which);
    if (upload === undefined) throw new Error('nothing is being sent');
    work(upload);
  });
const user = userEvent.setup();
const press = (name: string) => user.click(screen.getByRole('button', { name }));

afterEach(async () => {
  await act(async () => uploadQueue.abandon());
  sent.length = 0;
});

describe('the upload panel', () => {
  test('is not there while nothing is uploaded', () => {
    render(<UploadPanel />);
    expect(screen.queryByRole('region', { name: '上传' })).toBeNull();
  });

  test('shows three on their way and the others waiting; each moves up when one has ended', async () => {
    render(<UploadPanel />);
    await add('a.csv', 'b.csv', 'c.csv', 'd.csv');
    expect(screen.getByRole('heading', { name: '正在上传 4 个' })).toBeDefined();
    expect(screen.getAllByText(`0 B / 100 KB`)).toHaveLength(3);
    expect(screen.getAllByText('等待上传')).toHaveLength(1);
    await tell((upload) => upload.onProgress?.(25 * KB, 100 * KB), 0);
    expect(screen.getByText(/^25(\.0)? KB \/ 100 KB/)).toBeDefined();
    expect(screen.getAllByRole('progressbar')[0]?.getAttribute('aria-valuenow')).toBe('25');
    await tell((upload) => upload.onProgress?.(100 * KB, 100 * KB), 0);
    expect(screen.getByText('传完了，平台正在读取')).toBeDefined();
    await tell((upload) => upload.resolve(read), 0);
    expect(screen.getByText('已存到「全部文件」')).toBeDefined();
    expect(screen.queryByText('等待上传')).toBeNull();
    expect(sent.map((upload) => upload.file.name)).toEqual(['a.csv', 'b.csv', 'c.csv', 'd.csv']);
  });

  test('goes on with a paused file where it stopped', async () => {
    render(<UploadPanel />);
    await add('a.csv');
    await tell((upload) => upload.onProgress?.(40 * KB, 100 * KB));
    await press('暂停 a.csv');
    expect(screen.getByText(/^已暂停，传了 40(\.0)? KB \/ 100 KB/)).toBeDefined();
    expect(sent[0]?.signal.aborted).toBe(true);
    await press('继续 a.csv');
    expect(sent).toHaveLength(2);
    expect(sent[1]?.file).toBe(sent[0]?.file);
    await tell((upload) => upload.resolve(read));
    expect(screen.getByText('已存到「全部文件」')).toBeDefined();
  });

  test('says that the connection is lost, and goes on by itself when it is back', async () => {
    render(<UploadPanel />);
    await add('a.csv');
    await tell((upload) => upload.onProgress?.(40 * KB, 100 * KB));
    await tell((upload) => upload.onBreak?.());
    expect(screen.getByText('连接断了，正在重新连接，传过的不用再传')).toBeDefined();
    await tell((upload) => upload.reject(new ApiFailure(0, '「a.csv」没有传完，连接断了。网络恢复后接着传。')));
    expect(screen.getByText('「a.csv」没有传完，连接断了。网络恢复后接着传。')).toBeDefined();
    expect(screen.getByRole('heading', { name: '上传结束，1 个没有成功' })).toBeDefined();
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(sent).toHaveLength(2);
    expect(screen.getByRole('heading', { name: '正在上传 1 个' })).toBeDefined();
  });

  test('says why a file is refused, and sends it again only when asked to', async () => {
    render(<UploadPanel />);
    await add('a.csv');
    await tell((upload) => upload.reject(new ApiFailure(422, '第 3 行有 2 列，表头有 4 列。请补齐后再传。')));
    expect(screen.getByText('第 3 行有 2 列，表头有 4 列。请补齐后再传。')).toBeDefined();
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(sent).toHaveLength(1);
    await press('再传一次 a.csv');
    expect(sent).toHaveLength(2);
  });

  test('ends an upload that is cancelled, here and where it goes', async () => {
    render(<UploadPanel />);
    await add('a.csv');
    await press('取消 a.csv');
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(screen.queryByRole('region', { name: '上传' })).toBeNull();
  });

  test('clears what has ended', async () => {
    render(<UploadPanel />);
    await add('a.csv');
    await tell((upload) => upload.resolve(read));
    await press('清空');
    expect(screen.queryByText('a.csv')).toBeNull();
  });

  test('offers to go on with what an earlier visit has left, until the same file is given again', async () => {
    rememberUpload({ fingerprint: 'f', url: '/api/bulk/files/tus/1', name: 'left.csv', size: 100 * KB, directoryId: null });
    render(<UploadPanel />);
    expect(screen.getByRole('heading', { name: '有没传完的文件' })).toBeDefined();
    expect(screen.getByText(/再选一次同一个文件，就从断开的地方接着传/)).toBeDefined();
    await add('left.csv');
    expect(screen.queryByText(/再选一次同一个文件/)).toBeNull();
    expect(screen.getByRole('heading', { name: '正在上传 1 个' })).toBeDefined();
  });
});
