import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Analysis, ResultFile, RowSubject, UserFile } from '@oncoloom/contract';
import { codeWord, nameWithoutEnding, type ToolDefinition, type Value } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { beforeAll, describe, expect, it } from 'vitest';
import { ToolTexts } from '../../src/analyses/texts/methods.ts';
import { Client } from '../support/client.ts';
import { runsAtOnce } from '../support/examples.ts';
import { sharedServer } from '../support/shared.ts';
import { faultsOfToldRun, hyphensAsMinus, type ToldRun, withoutOwn } from '../support/told-faults.ts';
import { numbersOf, wrongSources } from '../support/value-sources.ts';

/** Every figure and document of every tool, drawn from the tables that R makes of the tool's own example; its sentences, without holes; and where their numbers come from. */

const CHINESE = /\p{Script=Han}/u;
const TOOLS = join(import.meta.dirname, '../../../../tools');

let url: string;
let user: Client;

beforeAll(async () => {
  url = await sharedServer();
  user = await Client.register(url);
}, 180_000);

async function bytesOf({ id }: Analysis, { file_key, filename }: ResultFile): Promise<string> {
  const response = await user.fetch(`/api/analysis/${id}/files/${file_key}/${encodeURIComponent(filename)}`);
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
  expect([file_key, response.status, response.status === 200 ? '' : text]).toEqual([file_key, 200, '']);
  return text;
}

/** What its sentences are made of. What it found is told in Chinese here; R's tests have it in both languages. */
function toldRun({ inputs, parameters, result }: Analysis, data: string): ToldRun {
  if (result === null) throw new Error('the analysis has no result');
  const { facts, tables, versions, words } = result;
  const values = parameters as Record<string, Value>;
  const own = [...`${JSON.stringify([values, inputs])}${data}`.matchAll(/[\p{Script=Han}（）、]+/gu)].map(([word]) => word);
  return { values, own, result: { facts, findings: [], tables, versions, rowSubject: words.row_subject as RowSubject } };
}

/** The example's own files: names of its rows and columns are the user's words. */
async function exampleData({ example }: ToolDefinition, folder: string): Promise<string> {
  const texts = Object.values(example.files).map(async ({ file }) => {
    const bytes = await readFile(join(TOOLS, folder, 'example', file));
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  });
  return (await Promise.all(texts)).join('\n');
}

/** What a result calls a table is one in the space; a matrix is what has a matrix's facts. */
async function saveTables({ id, result }: Analysis): Promise<void> {
  for (const table of result?.tables ?? []) {
    const file = result?.files.find(({ file_key }) => file_key === `${table.id}_tsv`);
    // A table that says nothing when it is empty is no file then.
    if (file === undefined) {
      expect([table.id, table.rows]).toEqual([table.id, 0]);
      continue;
    }
    const { file_key, filename } = file;
    const { status, body } = await user.post<{ file: UserFile; detail?: string }>('/api/save_analysis_file_to_space', {
      analysis_id: id,
      file_key,
      filename,
    });
    const type = table.rows === 0 ? 'document' : table.matrix == null ? 'table' : 'expression';
    expect([table.id, status, body.detail, body.file?.file_type]).toEqual([table.id, 200, undefined, type]);
  }
}

/** What is at fault in cells, each once with its column. */
async function faultyCells(
  analysis: Analysis,
  faultOf: (table: string, column: string, cell: string) => string | undefined,
): Promise<string[]> {
  const faults = new Set<string>();
  for (const table of analysis.result?.tables ?? []) {
    const file = analysis.result?.files.find(({ file_key }) => file_key === `${table.id}_tsv`);
    if (file === undefined || table.matrix != null) continue;
    const lines = (await bytesOf(analysis, file)).split('\n').filter((line) => !line.startsWith('# '));
    const [header = [], ...rows] = lines.map((line) => line.split('\t'));
    for (const cells of rows)
      for (const [i, cell] of cells.entries()) {
        const fault = faultOf(table.id, header[i] ?? '', cell);
        if (fault !== undefined) faults.add(`${table.id}.${header[i]}: ${fault}`);
      }
  }
  return [...faults];
}

/** Cells that hold what an input is called, in columns that are not declared to: a link that hides such names could not find them. */
function undeclaredNames(tool: ToolDefinition, analysis: Analysis): Promise<string[]> {
  const names = analysis.inputs.map(({ name }) => nameWithoutEnding(name)).filter((name) => name.length >= 4 && !/^(TCGA|SIM)/.test(name));
  const isDeclared = (table: string, column: string) =>
    tool.tables[table]?.columns.some(({ name, naming }) => name === column && naming !== undefined) === true;
  return faultyCells(analysis, (table, column, cell) => (isDeclared(table, column) ? undefined : names.find((own) => cell.includes(own))));
}

/** Chinese words in cells that are neither of the column's codes nor the user's own: readers of English would get them. */
function untoldCells(tool: ToolDefinition, analysis: Analysis, own: readonly string[]): Promise<string[]> {
  return faultyCells(analysis, (table, column, cell) => {
    const declared = tool.tables[table]?.columns.find(({ name }) => name === column) ?? tool.tables[table]?.rest;
    if (declared === undefined || !CHINESE.test(cell)) return undefined;
    return CHINESE.test(withoutOwn(codeWord(declared, cell, 'en'), own)) ? cell : undefined;
  });
}

/** Numbers of the sentences that lead nowhere, and declared sources that do not have the number. */
async function sourceFaults(tool: ToolDefinition, analysis: Analysis): Promise<{ without: string[]; wrong: string[] }> {
  const { result } = analysis;
  if (result === null) throw new Error('the analysis has no result');
  const { without } = numbersOf(result);
  const wrong = await wrongSources(tool, analysis, async (table) => {
    const file = result.files.find(({ file_key }) => file_key === `${table}_tsv`);
    if (file !== undefined) return bytesOf(analysis, file);
    // Tables behind figures are fetched without being listed; what is not offered while it is empty has no rows.
    const stored = result.tables.find(({ id }) => id === table);
    if (stored === undefined) return undefined;
    if (stored.rows === 0) return `${stored.columns.join('\t')}\n`;
    const response = await user.fetch(`/api/analysis/${analysis.id}/files/${stored.file_key}/${encodeURIComponent(stored.filename)}`);
    return response.ok ? response.text() : undefined;
  });
  return { without, wrong };
}

const titleOf = (svg: string) => /<title>(.*?)<\/title>/s.exec(svg)?.[1] ?? '';

/** How often what is repeated: after few repetitions a figure has the same marks as after many. */
const FEW = {
  assignments: 10,
  bootstrap: 10,
  fold_trees: 50,
  nfolds: 3,
  ntree: 50,
  null_runs: 2,
  permutations: 20,
  repeats: 1,
  subsamples: 5,
};

const fewRepetitions = ({ parameters }: ToolDefinition) =>
  Object.fromEntries(Object.entries(FEW).filter(([name]) => Object.hasOwn(parameters, name)));

const tools = catalogue.filter(({ tool }) => runsAtOnce(tool));
const texts = new ToolTexts(TOOLS);

describe.each(tools.map(({ tool, folder }) => [tool.taskType, tool, folder] as const))('the example of %s', (taskType, tool, folder) => {
  it('has all of its figures and documents as files', { timeout: 180_000 }, async () => {
    const analysis = await user.example(taskType, fewRepetitions(tool));
    expect([analysis.status, analysis.error_message]).toEqual(['completed', null]);
    const files = analysis.result?.files ?? [];
    const figures = files.filter(({ kind, filename }) => kind === 'figure' && filename.endsWith('.svg'));
    for (const file of figures) {
      const svg = await bytesOf(analysis, file);
      expect(titleOf(svg), file.file_key).not.toBe('');
      // A length that is no number leaves a mark out, or the whole file. The letters of texts and of an embedded image are none.
      const texts = svg.match(/<text.*?<\/text>/gs) ?? [];
      expect([file.file_key, texts.map((text) => text.replace(/<[^>]*>/g, '')).filter((text) => hyphensAsMinus(text).length > 0)]).toEqual([
        file.file_key,
        [],
      ]);
      const marks = svg.replace(/<text.*?<\/text>/gs, '').replace(/"data:[^"]*"/g, '');
      expect(/(?:NaN|undefined|Infinity)/.exec(marks)?.[0], file.file_key).toBeUndefined();
      expect(svg.match(/<(?:path|circle|rect|polyline|line|image)\b/g)?.length ?? 0, file.file_key).toBeGreaterThan(3);
    }
    for (const file of files.filter(({ kind, filename }) => kind === 'document' && filename.endsWith('.pdf')))
      expect(await bytesOf(analysis, file)).toMatch(/^%PDF-.*%%EOF\s*$/s);
    await saveTables(analysis);
    expect(hyphensAsMinus(JSON.stringify(analysis.result?.findings.map(({ message }) => message)))).toEqual([]);
    expect(await undeclaredNames(tool, analysis)).toEqual([]);
    const run = toldRun(analysis, await exampleData(tool, folder));
    expect(await untoldCells(tool, analysis, run.own)).toEqual([]);
    expect(faultsOfToldRun(tool, await texts.methods(folder), run)).toEqual([]);
    expect(await sourceFaults(tool, analysis)).toEqual({ without: [], wrong: [] });
  });
});
