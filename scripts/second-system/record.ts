/**
 * `npm run system:record -- FOLDER [TOOL …]`: runs the built-in example of every tool, or of those named, on a fresh server of its own and writes
 * all tables of the results, with the versions of R and the packages. Two such folders are compared by `npm run system:compare`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, release } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Analysis, CohortList } from '@oncoloom/contract';
import { catalogue } from '@oncoloom/tools';
import type { Client } from '../../apps/server/tests/support/client.ts';
import { ServerProcess } from '../../apps/server/tests/support/process.ts';
import { demoClient } from '../../bench/measures.ts';
import { RECORD, type SystemRecord, tablePath } from './folder.ts';

const PATIENCE_MS = 10 * 60_000;
const COHORT_PATIENCE_MS = 60_000;

const [folderName, ...named] = process.argv.slice(2);
if (folderName === undefined) {
  process.stderr.write('usage: npm run system:record -- FOLDER [TOOL …]\n');
  process.exit(2);
}
const folder = resolve(process.env.INIT_CWD ?? '.', folderName);
if (existsSync(join(folder, RECORD))) {
  process.stderr.write(`${folder} holds a record already\n`);
  process.exit(2);
}
const tools = catalogue.map((entry) => entry.tool).filter((tool) => named.length === 0 || named.includes(tool.taskType));

function systemName(): string {
  const text = readFileSync('/etc/os-release', 'utf8');
  return /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(text)?.[1] ?? 'unknown';
}

/** The cohorts that come with the program are installed beside the first requests. */
async function cohortsAreThere(client: Client): Promise<void> {
  const deadline = Date.now() + COHORT_PATIENCE_MS;
  for (;;) {
    const { body } = await client.get<CohortList>('/api/cohorts');
    if (body.results.some((cohort) => cohort.simulated)) return;
    if (Date.now() > deadline) throw new Error('the cohorts that come with the program were not installed');
    await wait(200);
  }
}

/** The answer to a call, as soon as the limits of calls a second and a minute let it through. */
async function letThrough<Answer extends { status: number }>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 429) return answer;
    await wait(1000);
  }
}

async function recordTool(client: Client, tool: (typeof tools)[number]): Promise<SystemRecord['tools'][string]> {
  const created = await letThrough(() => client.create({ task_type: tool.taskType, example: true }));
  if (created.status !== 200) throw new Error(`${tool.taskType}: ${created.status} ${JSON.stringify(created.body)}`);
  const analysis: Analysis = await client.ended(created.body.id, PATIENCE_MS);
  const { result } = analysis;
  if (analysis.status !== 'completed' || result === null) throw new Error(`${tool.taskType}: ${analysis.error_msg ?? analysis.status}`);
  const tables: SystemRecord['tools'][string]['tables'] = {};
  for (const { id, rows, columns: names, file_key, filename } of result.tables) {
    const path = `/api/analysis/${analysis.id}/files/${file_key}/${encodeURIComponent(filename)}`;
    const response = await letThrough(() => client.fetch(path));
    // One that is not offered while it is empty.
    const isHidden = rows === 0 && response.status === 404;
    if (!response.ok && !isHidden) throw new Error(`${tool.taskType}, table ${id}: ${response.status}`);
    const text = isHidden ? `${names.join('\t')}\n` : await response.text();
    const kept = tablePath(folder, tool.taskType, id);
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, gzipSync(text));
    const { columns = [], rest } = tool.tables[id] ?? {};
    const types = Object.fromEntries(columns.map(({ name, type }) => [name, type]));
    const sha256 = createHash('sha256').update(text).digest('hex');
    tables[id] = { sha256, rows, types: rest === undefined ? types : { ...types, '*': rest.type } };
  }
  return { version: tool.version, versions: result.versions, headline: result.headline, tables };
}

const server = await ServerProcess.start();
try {
  const client = await demoClient(server);
  await cohortsAreThere(client);
  const record: SystemRecord = {
    system: { name: systemName(), kernel: release(), machine: arch(), node: process.versions.node, recordedAt: new Date().toISOString() },
    tools: {},
  };
  for (const tool of tools) {
    const began = performance.now();
    record.tools[tool.taskType] = await recordTool(client, tool);
    process.stdout.write(`${tool.taskType}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  }
  // Last: a folder with it is whole.
  writeFileSync(join(folder, RECORD), `${JSON.stringify(record, null, 1)}\n`);
} finally {
  await server.stop();
}
