import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveChannel, useChannelState } from '../src/live/channel.ts';
import { freshBrowser } from './support/browser.ts';

class FakeSocket {
  static all: FakeSocket[] = [];
  onopen: (() => void) | undefined;
  onclose: (() => void) | undefined;
  onmessage: ((event: { data: string }) => void) | undefined;
  closed = false;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  close(): void {
    this.closed = true;
    this.onclose?.();
  }
}

let tokens: number;
let refuseTokens: boolean;
let listeners: EventTarget;
const onMessage = vi.fn();
const onOpen = vi.fn();
let channel: LiveChannel;

const state = () => useChannelState.getState().state;
const last = () => FakeSocket.all.at(-1);
/** Lets pending token requests answer and timers of this many ms run. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  freshBrowser();
  FakeSocket.all = [];
  listeners = new EventTarget();
  vi.stubGlobal('window', listeners);
  vi.stubGlobal('WebSocket', FakeSocket);
  onMessage.mockReset();
  onOpen.mockReset();
  tokens = 0;
  refuseTokens = false;
  channel = new LiveChannel({
    token: async () => {
      tokens += 1;
      if (refuseTokens) throw new Error('refused');
      return { ws_token: `t${tokens}` };
    },
    onMessage,
    onOpen,
  });
  channel.start();
  await pass();
});
afterEach(() => {
  channel.stop();
  vi.useRealTimers();
});

test('asks for a token and opens the secure address with it', () => {
  expect(FakeSocket.all.map((socket) => socket.url)).toEqual(['wss://oncoloom.example/ws/notifications/?token=t1']);
  expect(state()).toBe('connecting');
  last()?.onopen?.();
  expect(state()).toBe('open');
  expect(onOpen.mock.calls).toEqual([[false]]);
});

test('hands on messages and survives one that is no JSON', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  last()?.onopen?.();
  last()?.onmessage?.({ data: 'not json' });
  last()?.onmessage?.({ data: '{"type":"update_points","data":{"points":3}}' });
  expect(onMessage).toHaveBeenCalledExactlyOnceWith({ type: 'update_points', data: { points: 3 } });
  expect(error).toHaveBeenCalledOnce();
});

test('retries three times, 3 s apart, with a fresh token each, then is down', async () => {
  for (let retry = 1; retry <= 3; retry += 1) {
    last()?.close();
    await pass(2_999);
    expect(FakeSocket.all).toHaveLength(retry);
    await pass(1);
    expect(FakeSocket.all).toHaveLength(retry + 1);
    expect(last()?.url).toContain(`token=t${retry + 1}`);
    expect(state()).toBe('connecting');
  }
  last()?.close();
  expect(state()).toBe('down');
  await pass(59_999);
  expect(FakeSocket.all).toHaveLength(4);
});

test('an opening resets the counter', async () => {
  for (let round = 0; round < 3; round += 1) {
    last()?.close();
    await pass(3_000);
    last()?.close();
    await pass(3_000);
    last()?.onopen?.();
  }
  expect(FakeSocket.all).toHaveLength(7);
  expect(state()).toBe('open');
  expect(onOpen.mock.calls).toEqual([[true], [true], [true]]);
});

async function exhaust(): Promise<void> {
  for (let i = 0; i < 4; i += 1) {
    last()?.close();
    await pass(3_000);
  }
  expect(state()).toBe('down');
}

test('when down, opens again every 60 s and stays down until it succeeds', async () => {
  await exhaust();
  const before = FakeSocket.all.length;
  await pass(57_000);
  expect(FakeSocket.all).toHaveLength(before + 1);
  expect(state()).toBe('down');
  last()?.close();
  await pass(60_000);
  expect(FakeSocket.all).toHaveLength(before + 2);
  last()?.onopen?.();
  expect(state()).toBe('open');
});

test.each(['online', 'focus'])('when down, %s opens at once', async (event) => {
  await exhaust();
  const before = FakeSocket.all.length;
  listeners.dispatchEvent(new Event(event));
  await pass();
  expect(FakeSocket.all).toHaveLength(before + 1);
});

test('focus does nothing while it is open', async () => {
  last()?.onopen?.();
  listeners.dispatchEvent(new Event('focus'));
  await pass(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test('a refused token is silent and counts as an attempt', async () => {
  refuseTokens = true;
  last()?.close();
  await pass(9_000);
  expect(tokens).toBe(4);
  expect(state()).toBe('down');
  expect(FakeSocket.all).toHaveLength(1);
});

test('a connection without a word for 75 s is given up', async () => {
  last()?.onopen?.();
  await pass(74_000);
  last()?.onmessage?.({ data: '{"type":"ping"}' });
  await pass(74_000);
  expect(state()).toBe('open');
  const silent = last();
  await pass(1_000);
  expect(silent?.closed).toBe(true);
  await pass(3_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test('stop closes it and leaves nothing behind', async () => {
  last()?.onopen?.();
  const socket = last();
  channel.stop();
  expect(socket?.closed).toBe(true);
  expect(state()).toBe('closed');
  await pass(120_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
