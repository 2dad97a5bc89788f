import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../support/server.ts';

let test: TestServer;
let port: number;

beforeAll(async () => {
  const files = async (server: TestServer['server']) => {
    server.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
    server.post('/api/file', async (request) => {
      let bytes = 0;
      for await (const chunk of request.raw) bytes += (chunk as Buffer).length;
      return { bytes };
    });
  };
  test = await createTestServer({ bodyPace: { wholeMs: 300, windowMs: 300, windowBytes: 1000 }, routes: [files as never] });
  await test.server.listen({ port: 0, host: '127.0.0.1' });
  port = (test.server.server.address() as { port: number }).port;
});
afterAll(() => test?.close());

/** Sends a head, then a piece of the body every 20 ms; answers what came back once the connection has ended. */
function drip(path: string, type: string, piece: string, pieces: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    let sent = 0;
    const socket: Socket = connect(port, '127.0.0.1', () => {
      socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: ${piece.length * pieces}\r\n\r\n`);
    });
    const timer = setInterval(() => {
      sent += 1;
      if (sent <= pieces && !socket.destroyed) socket.write(piece);
    }, 20);
    socket.on('data', (data) => {
      answer += data.toString();
      if (answer.includes('200 OK') && answer.includes('}')) socket.end();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => (['EPIPE', 'ECONNRESET'].includes(error.code ?? '') ? undefined : reject(error)));
    socket.on('close', () => {
      clearInterval(timer);
      resolve(answer);
    });
  });
}

it('ends a call whose JSON drips in, with a sentence', async () => {
  const answer = await drip('/api/login', 'application/json', ' ', 100_000);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(answer).toContain('内容传得太慢');
  expect(answer).toContain('x-content-type-options: nosniff');
});

it('ends an upload that drips in, and lets one go on that is slow but moves', async () => {
  expect(await drip('/api/file', 'application/offset+octet-stream', 'x', 100_000)).toMatch(/^HTTP\/1.1 408 /);
  const whole = await drip('/api/file', 'application/offset+octet-stream', 'x'.repeat(500), 50);
  expect(whole).toMatch(/^HTTP\/1.1 200 /);
  expect(whole).toContain('{"bytes":25000}');
});

it('serves others meanwhile', async () => {
  const slow = drip('/api/login', 'application/json', ' ', 100_000);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  await slow;
});
