/**
 * `npm run bench:neighbours`: how long one user's limma takes while another uploads, over and over, three small files that are costly to
 * read: a workbook of two cells at its ends, a thousand equal columns, ninety-nine thousand columns. It may take at most twice its usual
 * time; before the guard looked at shapes it did not begin.
 */
import { gzipSync } from 'node:zlib';
import { workbookOf } from '../apps/server/tests/files/bytes.ts';
import { Client } from '../apps/server/tests/support/client.ts';
import { ServerProcess } from '../apps/server/tests/support/process.ts';
import { median } from './measures.ts';

const LIMIT = 2;
const RUNS = 7;

const cell = (reference: string) => `<c r="${reference}" t="inlineStr"><is><t>gene</t></is></c>`;
const apart = () => workbookOf(`<row r="1">${cell('A1')}</row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`);
const names = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`).join();
/** Another value each time: what has been read is not read again. */
const equal = (value: number) =>
  gzipSync(`gene,${names(1000)}\n${Array.from({ length: 10_000 }, (_, i) => `GENE${i}${`,${value % 10}`.repeat(1000)}\n`).join('')}`);
const wide = (value: number) =>
  gzipSync(`sample,${names(99_000)}\n${Array.from({ length: 20 }, (_, i) => `s${i}${`,${value % 10}`.repeat(99_000)}\n`).join('')}`);

/** Uploads until it is told to stop; answers how often. */
async function disturb(client: Client, stopped: () => boolean): Promise<number> {
  let uploads = 0;
  const send = async (name: string, content: (value: number) => Buffer) => {
    for (let value = 0; !stopped(); value += 1) {
      await client.upload(name, new Uint8Array(content(value)), 'expression');
      uploads += 1;
    }
  };
  await Promise.all([send('apart.xlsx', apart), send('equal.csv.gz', equal), send('wide.csv.gz', wide)]);
  return uploads;
}

async function seconds(client: Client, run: number): Promise<number> {
  const began = performance.now();
  const { status, error_msg } = await client.example('limma_differential_analysis', { task_name: `第 ${run} 次` });
  if (status !== 'completed') throw new Error(`limma ended as ${status}: ${error_msg}`);
  return (performance.now() - began) / 1000;
}

async function measure(client: Client): Promise<number> {
  const times: number[] = [];
  for (let run = 1; run <= RUNS; run += 1) times.push(await seconds(client, run));
  return median(times);
}

async function main(): Promise<boolean> {
  const server = await ServerProcess.start();
  try {
    const [victim, other] = await Promise.all([Client.register(server.url), Client.register(server.url)]);
    await seconds(victim, 0);
    const usual = await measure(victim);
    let stop = false;
    const disturbing = disturb(other, () => stop);
    const beside = await measure(victim);
    stop = true;
    const uploads = await disturbing;
    const ratio = beside / usual;
    process.stdout.write(
      `limma: usually ${usual.toFixed(2)} s, beside ${uploads} uploads of the three files ${beside.toFixed(2)} s: ${ratio.toFixed(2)} times\n` +
        `The limit (${LIMIT} times): ${ratio <= LIMIT ? 'held' : 'NOT held'}\n`,
    );
    return ratio <= LIMIT;
  } finally {
    await server.stop();
  }
}

process.exit((await main()) ? 0 : 1);
