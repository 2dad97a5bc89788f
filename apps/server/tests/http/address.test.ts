/** What is decided by an address is decided alike for all its spellings. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { createTestServer, type TestServer } from '../support/server.ts';

const LIMIT = 3;
const PAGE = '<!doctype html><title>a page</title>';
let test: TestServer;
let pages: string;
const lines: string[] = [];
let callers = 0;

const routes: FastifyPluginAsyncZod = async (server) => {
  server.get('/api/probe/:id', async () => ({}));
  server.get('/microarray/probe/:id', async () => ({}));
};

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'oncoloom-pages-'));
  await writeFile(join(pages, 'index.html'), PAGE);
  const log = createLog('info', { write: (line) => void lines.push(line) });
  test = await createTestServer({ log, pages, routes: [routes], callLimits: { perSecond: 1_000, perMinute: LIMIT } });
  await test.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await test.close();
  await rm(pages, { recursive: true });
});

/** Sends a target as it is: what clients would put in order first. Each caller has limits of its own. */
async function ask(target: string, caller: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect((test.server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: host\r\nX-Forwarded-For: ${caller}\r\nConnection: close\r\n\r\n`);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
}

const spellings = (path: string): string[] => [
  path,
  `${path}/`,
  `${path}?a=/home`,
  `${path}#home`,
  path.replace(/^\/(.)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  path.replace('probe', '%70robe'),
  `http://host${path}`,
  `HTTP://elsewhere:81${path}?b=1`,
  `http://host${path.replace(/^\/(.)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`)}`,
];

it.each([...spellings('/api/probe/1'), ...spellings('/microarray/probe/1')])('%s is counted, kept by nobody and logged', async (target) => {
  callers += 1;
  const caller = `192.0.2.${callers}`;
  lines.length = 0;
  const answers = [];
  for (let i = 0; i <= LIMIT; i += 1) answers.push(await ask(target, caller));
  expect(answers.map(({ status }) => status)).toEqual([...Array(LIMIT).fill(200), 429]);
  for (const { head } of answers) expect(head).toContain('cache-control: no-store');
  await expect.poll(() => lines.filter((line) => line.includes('/probe/:id')).length).toBe(LIMIT + 1);
});

it.each(['/api/none', '/%61pi/none', 'http://host/api/none', 'http://host/%61pi/none?x'])('%s is no page', async (target) => {
  const { status, head, body } = await ask(target, `198.51.100.${10 + target.length}`);
  // What is sent as files refuses an address with a host by itself.
  expect(status).toBe(target.startsWith('/') ? 404 : 403);
  expect(body).not.toContain(PAGE);
  expect(head).toContain('cache-control: no-store');
});

it.each(['/share/abc', '/%73hare/abc'])('%s is not for search engines', async (target) => {
  const { status, head } = await ask(target, '198.51.100.2');
  expect(status).toBe(200);
  expect(head).toContain('x-robots-tag: noindex');
});

it('logs nothing of what stands behind the path', async () => {
  lines.length = 0;
  for (const end of ['?', '#', '?#', '#?']) await ask(`/api/probe/1${end}token=secret`, '198.51.100.3');
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(4);
  expect(lines.join('')).not.toContain('secret');
});

it('reads the spelled address where it is put in order, and where bytes are meant, and nowhere else', () => {
  const source = join(import.meta.dirname, '../../src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const reading = files.filter((name) => /\b(request|req|raw)\.(url|originalUrl)\b/.test(readFileSync(join(source, name), 'utf8')));
  expect(reading.sort()).toEqual([
    // Before there is a router.
    'http/stand-by.ts',
    // An escape of NUL has one spelling.
    'http/storable.ts',
  ]);
});
