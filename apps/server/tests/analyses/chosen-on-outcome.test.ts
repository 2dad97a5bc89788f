import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosenOnOutcome } from '../../src/analyses/input-sources/chosen-on-outcome.ts';
import type { AnalysisRecord, UsedInput } from '../../src/analyses/tables.ts';
import { ToolRegistry } from '../../src/analyses/tools.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import { finishedAnalysis } from '../support/finished-analysis.ts';

/** Whether a list of genes is known to have been chosen by looking at the patients that a request reads. */

const tools = new ToolRegistry();
let folder: string;
let storage: FolderStorage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-chosen-'));
  storage = await FolderStorage.open(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const matrix = (sha256: string): UsedInput => ({
  ...{ field: 'file_id', input: 'expression', name: '矩阵', type: 'matrix', format: 'bin', rows: 1, columns: 1, blob: sha256, sha256 },
  request: { from: 'file', id: 1 },
});

/** A run of a tool on a matrix, with one table of these genes. */
async function made(taskType: string, table: string, genes: readonly string[], read = 'a'): Promise<AnalysisRecord> {
  const text = ['gene', ...genes].join('\n');
  const { sha256 } = await storage.put(Readable.from([Buffer.from(text)]));
  const tables = [{ id: table, sha256, bytes: text.length, rows: genes.length, columns: ['gene'] }];
  const seconds = { read: 0, analyse: 0, write: 0 };
  const result = { facts: {}, tables, findings: [], seed: 1, versions: {}, seconds };
  return { ...finishedAnalysis(tools.require(taskType), result), inputs: [matrix(read)] };
}
const chosen = (source: AnalysisRecord, read = 'a') => chosenOnOutcome({ tools, storage }, source, [matrix(read)]);

describe('genes of an earlier result of the same matrix', () => {
  it('are chosen by a screen of survival, which brings all that it looked at', async () => {
    const screen = await made('bulk_uni_cox_analysis', 'genes', ['EZH2', 'TP53', 'MYC']);
    expect(await chosen(screen)).toEqual({ chosenBy: 'screen', universe: ['EZH2', 'TP53', 'MYC'] });
  });

  it('are chosen by a model of survival or of a two-valued outcome', async () => {
    expect(await chosen(await made('bulk_lasso_regression', 'model', ['EZH2']))).toEqual({ chosenBy: 'model' });
    expect(await chosen(await made('diagnostic_lasso', 'model', ['EZH2']))).toEqual({ chosenBy: 'model' });
  });

  it('are chosen by a comparison of its groups', async () => {
    expect(await chosen(await made('limma_differential_analysis', 'limma', ['EZH2']))).toEqual({ chosenBy: 'comparison' });
  });

  it('are chosen by nothing where the result looked at neither', async () => {
    expect(await chosen(await made('consensus_clustering', 'markers', ['EZH2']))).toEqual({});
  });
});

it('genes of a result of another matrix were not chosen on these patients', async () => {
  for (const [taskType, table] of [
    ['bulk_uni_cox_analysis', 'genes'],
    ['bulk_lasso_regression', 'model'],
    ['limma_differential_analysis', 'limma'],
  ] as const)
    expect(await chosen(await made(taskType, table, ['EZH2'], 'a'), 'b'), taskType).toEqual({});
});
