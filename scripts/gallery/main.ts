/**
 * `npm run gallery`: draws every kind of figure, in Chinese and in English, into `docs/gallery`: those of tools from their built-in examples on a
 * server of its own, the others from public data (ONCOLOOM_SHARED, or ../shared/data beside the repository). Beside some of them stands what
 * ggplot2 and survminer draw of the same tables, where these packages are installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Analysis } from '@oncoloom/contract';
import { parseTsv } from '@oncoloom/figures';
import { DRAWING_VERSION, drawFigure } from '@oncoloom/figures/file';
import { commonStyle, defaultOf, KIND_STYLE, type ToldFigure, type ToldTable, type Value } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import sharp from 'sharp';
import { figureFile } from '../../apps/server/src/drawing/files.ts';
import type { Client } from '../../apps/server/tests/support/client.ts';
import { ServerProcess } from '../../apps/server/tests/support/process.ts';
import { demoClient } from '../../bench/measures.ts';
import { buildServer } from '../setup/build.mjs';
import { TABLE_ENTRIES, type TableEntry, TOOL_ENTRIES, type ToolEntry } from './entries.ts';
import { galleryPage } from './page.ts';

const LANGUAGES = ['zh', 'en'] as const;
const PATIENCE_MS = 5 * 60_000;
/** A picture of 85 mm is as wide as a column of a page on GitHub. */
const PIXELS_PER_INCH = 150;

const root = resolve(import.meta.dirname, '../..');
const shared = process.env.ONCOLOOM_SHARED ?? join(root, '../shared/data');
const gallery = join(root, 'docs/gallery');
const work = mkdtempSync(join(tmpdir(), 'gallery-'));

/** Keeps a picture small: figures have few colours. */
async function keep(name: string, png: Uint8Array): Promise<void> {
  const { width = 0, density = 300 } = await sharp(png).metadata();
  const small = sharp(png).resize({ width: Math.round((width * PIXELS_PER_INCH) / density) });
  writeFileSync(join(gallery, `${name}.png`), await small.png({ palette: true, colours: 64, compressionLevel: 9 }).toBuffer());
}

function runR(script: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('Rscript', ['--vanilla', join(import.meta.dirname, script), ...args], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  if (stderr !== '') process.stderr.write(stderr);
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
  return stdout;
}

/** An example's result; each example runs once. */
class Examples {
  readonly #done = new Map<string, Promise<Analysis>>();
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  of(taskType: string): Promise<Analysis> {
    const known = this.#done.get(taskType) ?? this.#run(taskType);
    this.#done.set(taskType, known);
    return known;
  }

  async #run(taskType: string): Promise<Analysis> {
    const { body } = await this.#client.create({ task_type: taskType, example: true });
    const analysis = await this.#client.ended(body.id, PATIENCE_MS);
    if (analysis.status !== 'completed') throw new Error(`${taskType}: ${analysis.error_msg ?? analysis.status}`);
    return analysis;
  }
}

async function drawTool(client: Client, examples: Examples, { chart, taskType, figure }: ToolEntry): Promise<void> {
  const analysis = await examples.of(taskType);
  for (const language of LANGUAGES) {
    const { body } = await client.post<{ files: { file_key: string; filename: string }[] }>('/api/replot_analysis', {
      analysis_id: analysis.id,
      plot: figure,
      style: { figure_language: language },
    });
    const file = body.files.find(({ filename }) => filename.endsWith('.png'));
    if (file === undefined) throw new Error(`${taskType}: no picture of ${figure}`);
    const path = `/api/analysis/${analysis.id}/files/${encodeURIComponent(file.file_key)}/${encodeURIComponent(file.filename)}`;
    const response = await client.fetch(path);
    if (!response.ok) throw new Error(`${taskType}, ${figure}: ${response.status}`);
    await keep(`${chart}.${language}`, new Uint8Array(await response.arrayBuffer()));
  }
  await keepTables(client, analysis, { chart, taskType, figure });
}

/** The tables that a figure was drawn from, for the reference beside it. */
async function keepTables(client: Client, analysis: Analysis, { chart, taskType, figure }: ToolEntry): Promise<void> {
  const roles = {
    ...catalogue.find(({ tool }) => tool.taskType === taskType)?.tool.figures[figure]?.tables,
    ...(chart === 'km' && { patients: 'patients' }),
  };
  for (const [role, id] of Object.entries(roles)) {
    const table = analysis.result?.tables.find((one) => one.id === id);
    if (table === undefined) continue;
    const response = await client.fetch(`/api/analysis/${analysis.id}/files/${table.file_key}/${encodeURIComponent(table.filename)}`);
    writeFileSync(join(work, `${chart}.${role}.tsv`), await response.text());
  }
}

function readTable(name: string, numeric: readonly string[]) {
  const text = readFileSync(join(work, `${name}.tsv`), 'utf8');
  const columns = (text.split('\n')[0] ?? '').split('\t');
  const declaration: ToldTable = {
    title: name,
    role: 'figure',
    columns: columns.map((column) => ({ name: column, type: numeric.includes(column) ? 'number' : 'text', title: column })),
  };
  return parseTsv(text, declaration);
}

async function drawTables({
  chart,
  tables,
  columns,
  numeric,
  size: [width, height],
  titles,
  style: own,
  words = {},
}: TableEntry): Promise<void> {
  const fields = { ...KIND_STYLE[chart], ...commonStyle({ width, height, ...titles }) };
  const figure: ToldFigure = { title: chart, chart, tables, columns, alternative: '', style: fields };
  const parsed = Object.fromEntries(Object.entries(tables).map(([role, name]) => [role, readTable(name, numeric)]));
  const defaults: Record<string, Value> = {};
  for (const [key, field] of Object.entries(fields)) defaults[key] = defaultOf(field, defaults);
  for (const language of LANGUAGES) {
    const style = { ...defaults, ...own, figure_language: language };
    const drawn = await drawFigure(chart, { figure, tables: parsed, style, words }, []);
    await keep(`${chart}.${language}`, await figureFile(drawn, 'png'));
  }
}

mkdirSync(gallery, { recursive: true });
// The thread that draws is a part of the built server: an old one would draw old figures.
await buildServer();
const server = await ServerProcess.start();
try {
  const client = await demoClient(server);
  const examples = new Examples(client);
  for (const entry of TOOL_ENTRIES) {
    await drawTool(client, examples, entry);
    process.stdout.write(`${entry.chart}\n`);
  }
  if (existsSync(shared)) {
    runR('tables.R', shared, work);
    for (const entry of TABLE_ENTRIES) await drawTables(entry);
  } else process.stdout.write(`no public data at ${shared}: the kinds without a tool keep their pictures\n`);
  process.stdout.write(runR('reference.R', work));
  for (const { chart } of TOOL_ENTRIES) {
    const picture = join(work, `reference-${chart}.png`);
    if (existsSync(picture)) await keep(`${chart}.reference`, readFileSync(picture));
  }
  writeFileSync(join(gallery, 'README.md'), galleryPage(DRAWING_VERSION));
} finally {
  await server.stop();
  rmSync(work, { recursive: true, force: true });
}
