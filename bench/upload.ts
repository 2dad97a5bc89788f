/**
 * `npm run bench:upload`: a matrix of 20,000 genes × 1,000 samples (about 150 MB of text) from its first byte to its report, against
 * `data.table::fread` on the same file and the bare transfer of the same bytes; the memory of the server's process; the time in which a
 * tool reads the parsed form. One run, warm page cache: compare the ratio.
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream, openAsBlob, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { UploadStatus } from '@oncoloom/contract';
import { Client } from '../apps/server/tests/support/client.ts';
import { ServerProcess } from '../apps/server/tests/support/process.ts';
import { median } from './measures.ts';

const GENES = 20_000;
const SAMPLES = 1_000;
const RUNS = 5;
const TUS = { 'tus-resumable': '1.0.0' };
const root = join(import.meta.dirname, '..');

/** Log values with three to five digits, other ones in each run, so that no run finds another's parsed form. */
async function writeMatrix(path: string, run: number): Promise<void> {
  function* lines() {
    yield `gene\t${Array.from({ length: SAMPLES }, (_, i) => `sample${i + 1}`).join('\t')}\n`;
    let state = run + 1;
    for (let gene = 1; gene <= GENES; gene += 1) {
      const cells: string[] = [];
      for (let i = 0; i < SAMPLES; i += 1) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        cells.push(((state / 2 ** 32) * 16).toFixed(4));
      }
      yield `GENE${gene}\t${cells.join('\t')}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** The same bytes to a server that only counts them. */
async function transfer(path: string): Promise<number> {
  const sink = createServer((request, answer) => {
    request.resume().on('end', () => answer.end());
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
  const time = await seconds(async () => (await fetch(url, { method: 'PATCH', body: await openAsBlob(path) })).arrayBuffer());
  sink.close();
  return time;
}

/** As the browser sends it: an upload is announced, sent in one piece, and asked for until it is a file with a report. */
async function upload(client: Client, path: string, name: string): Promise<void> {
  const { size } = await stat(path);
  const metadata = `filename ${Buffer.from(name).toString('base64')}`;
  const created = await client.fetch('/api/bulk/files/tus', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata },
  });
  const place = created.headers.get('location') ?? '';
  const address = new URL(place, client.url).pathname;
  const headers = { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const sent = await client.fetch(address, { method: 'PATCH', headers, body: await openAsBlob(path) });
  let answer = { status: sent.status, body: (await sent.json()) as UploadStatus };
  while (answer.status === 200 && (answer.body.file === null || answer.body.file.validation_status === 'pending')) {
    await wait(50);
    answer = await client.get<UploadStatus>(address);
  }
  if (answer.body.file?.validation_status !== 'valid') throw new Error(`${name}: ${JSON.stringify(answer)}`);
}

/** MB, of a process: now, or the most so far. */
function memory(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes = '0'] = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const scratch = await mkdtemp(join(tmpdir(), 'oncoloom-bench-'));
const server = await ServerProcess.start();
try {
  const client = await Client.register(server.url);
  const before = memory(server.listener, 'VmRSS');
  const rows: { fread: number; transfer: number; upload: number; ratio: number }[] = [];
  let bytes = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const path = join(scratch, `matrix-${run}.tsv`);
    await writeMatrix(path, run);
    bytes = (await stat(path)).size;
    const fread = Number(execFileSync('Rscript', ['--vanilla', join(root, 'bench/plain/fread.R'), path], { encoding: 'utf8' }));
    const sent = await transfer(path);
    const taken = await seconds(() => upload(client, path, `matrix-${run}.tsv`));
    rows.push({ fread, transfer: sent, upload: taken, ratio: (taken - sent) / fread });
    await rm(path);
  }
  const grown = memory(server.listener, 'VmHWM') - before;
  const read = execFileSync('Rscript', ['--vanilla', join(root, 'bench/plain/read-matrix.R'), root, server.data], { encoding: 'utf8' });
  process.stdout.write(`\n${cpus().length} cores, ${GENES} genes × ${SAMPLES} samples, ${Math.round(bytes / 1e6)} MB, ${RUNS} runs\n`);
  console.table(rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value.toFixed(2)]))));
  console.table({
    'median of the ratio': median(rows.map(({ ratio }) => ratio)).toFixed(2),
    'memory of the server grown by, MB': Math.round(grown),
    'reading the parsed form in R, s': Number(read).toFixed(2),
  });
} finally {
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
}
process.exit(0);
