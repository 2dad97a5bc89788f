import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checkInputs,
  completeRequest,
  type InputFacts,
  type Parameters,
  productOf,
  RANKING_WORDS,
  type SparseRequest,
  type ToolDefinition,
} from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sources } from '../../src/analyses/inputs/kind.ts';
import { InputResolver, type ResolvedInputs } from '../../src/analyses/inputs.ts';
import { requestOf } from '../../src/analyses/lists/view.ts';
import { fingerprintOf } from '../../src/analyses/run/fingerprint.ts';
import { type AnalysisRecord, analyses, type StoredResult } from '../../src/analyses/tables.ts';
import { ToolRegistry } from '../../src/analyses/tools.ts';
import { CohortStore } from '../../src/cohorts/store.ts';
import type { StoredFile } from '../../src/files/service.ts';
import { GeneSetsService } from '../../src/gene-sets/service.ts';
import { GenesService } from '../../src/genes/service.ts';
import { Releases } from '../../src/releases/registry.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import { TestAccounts } from '../billing/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** What the kinds that bring genes and follow-up give R, from every source that they have. */

const parameters = {
  gene_list: {
    kind: 'gene-list',
    label: '基因名单',
    input: 'genes',
    fileField: 'gene_list_file_id',
    source: { field: 'source_analysis_id', directionField: 'direction', moduleField: 'module' },
    max: 100,
    optional: true,
  },
  ranked_genes: {
    kind: 'ranked-genes',
    label: '排序的基因',
    input: 'ranking',
    fileField: 'ranked_file_id',
    source: { field: 'ranked_source_id', rankField: 'rank_by', comparisonField: 'comparison' },
    optional: true,
  },
  survival_data: {
    kind: 'survival-data',
    label: '随访',
    input: 'survival',
    fileField: 'survival_file_id',
    unit: 'time_unit',
    coded: 'status_event',
    optional: true,
  },
  geneset: { kind: 'gene-set-collection', label: '基因集', input: 'collection', fileField: 'geneset_file_id', optional: true },
  gene_sets: {
    kind: 'gene-sets',
    label: '名单',
    input: 'sets',
    fileField: 'gene_sets_file_id',
    min: 2,
    max: 3,
    maxGenes: 10,
    optional: true,
  },
} as const satisfies Parameters;

const limma = catalogue.find(({ tool: { taskType } }) => taskType === 'limma_differential_analysis')?.tool as ToolDefinition;
const tool: ToolDefinition = { ...limma, parameters, figures: {}, oneOf: [], requirements: [] };

const COLUMNS = ['gene', 'logFC', 'AveExpr', 't', 'P.Value', 'adj.P.Val', 'B'];
const TABLE = [
  COLUMNS,
  ['A', '2', '5', '8.25', '1e-10', '1e-8', '1'],
  ['B', '-3', '5', '-6', '1e-6', '0.001', '1'],
  ['C', '0.1', '5', '0.3', '0.7', '0.8', '1'],
  ['D', '4', '5', '2', '0.04', '', '1'],
]
  .map((cells) => cells.join('\t'))
  .join('\n');

/** A table as the files' service has it, and what it tells of it. */
const table = (name: string, fileType: StoredFile['fileType'], columns: string[], rows: string[][]) => ({
  file: {
    userId: null,
    directoryId: null,
    projectId: null,
    name,
    fileType,
    requestedType: fileType,
    format: 'text',
    description: '',
    fileSize: 100,
    validationStatus: 'valid',
    blob: 'b',
    parsed: 'p',
    cells: 'c',
    parsedBytes: 100,
    cellsBytes: 100,
    facts: { findings: [], table: { rows: rows.length, describes: null, nameColumn: null, columns: [], preview: [] } },
    parserVersion: '1',
    attempts: 0,
    claimedUntil: null,
    version: 1,
    fix: null,
    createdAt: new Date(),
    updatedAt: new Date(),
    readCells: async () => ({ columns, rows }),
  } satisfies Omit<StoredFile, 'id'>,
  facts: { name, table: { columns, numeric: [], rowCount: rows.length, cells: rows } } satisfies InputFacts,
});
const FILES: Record<number, ReturnType<typeof table>> = {
  1: table('list.txt', 'gene_list', ['gene'], [['TP53'], ['MYC'], ['TP53']]),
  2: table(
    'scores.tsv',
    'table',
    ['symbol', 'note', 'score'],
    [
      ['A', 'x', '1'],
      ['B', 'y', '2.5'],
      ['C', 'z', 'NA'],
    ],
  ),
  3: table(
    'os.csv',
    'survival',
    ['id', 'OS.time', 'OS'],
    [
      ['s1', '12', 'Dead'],
      ['s2', '30', 'Alive'],
    ],
  ),
  4: table(
    'own.gmt',
    'gene_sets',
    ['set', 'description', 'genes'],
    [
      ['one', '', 'A B'],
      ['two', '', 'C'],
    ],
  ),
  5: table('notes.csv', 'table', ['a', 'b'], [['1', '2']]),
  // Results as R writes them; the first column of numbers says nothing of a difference.
  6: table(
    'deseq2.csv',
    'table',
    ['', 'baseMean', 'log2FoldChange', 'lfcSE', 'stat', 'pvalue', 'padj'],
    [
      ['A', '900', '-2', '0.2', '-10', '1e-20', '1e-19'],
      ['B', '50', '1', '0.5', '2', '0.04', '0.08'],
    ],
  ),
  7: table(
    'edger.csv',
    'table',
    ['genes', 'logFC', 'logCPM', 'F', 'PValue', 'FDR'],
    [
      ['A', '-2', '5', '100', '1e-20', '1e-19'],
      ['B', '1', '5', '4', '0.04', '0.08'],
    ],
  ),
  8: table('widths.csv', 'table', ['gene', 'first', 'second'], [['A', '1', '2']]),
  9: table(
    'markers.csv',
    'table',
    ['cluster', 'Gene.Symbol', 'stat'],
    [
      ['T', 'CD4', '3'],
      ['T', 'CD8A', '-4'],
      ['B', 'Not Available', '1'],
    ],
  ),
};
const unasked = (): never => {
  throw new Error('no kind of this file asks that');
};
const files: Sources['files'] = {
  get: async (userId, id) => (userId === owner && FILES[id] ? { ...FILES[id].file, id } : undefined),
  example: unasked,
  toInputFacts: async ({ name }) => Object.values(FILES).find(({ file }) => file.name === name)?.facts ?? unasked(),
};

let test: TestDatabase;
let folder: string;
let storage: FolderStorage;
let resolver: InputResolver;
let owner: number;
let other: number;
let source: number;
let unfit: number;
let modules: number;
/** Three groups in two comparisons, of which the second is no main one; a run with thresholds of its own. */
let several: number;
/** A comparison by edgeR of an earlier version, which kept F as it is. */
let unsigned: number;
let spread: number;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-kinds-'));
  storage = await FolderStorage.open(join(folder, 'storage'));
  await writeFile(join(folder, 'mini.gmt'), 'SET_A\tna\tA\tB\tA\nSET_B\tna\tC\n');
  await writeFile(join(folder, 'mini.gmt.json'), JSON.stringify({ title: '小基因集', source: 'test', release: '1' }));
  const { database } = test;
  const accounts = new TestAccounts(database);
  [owner, other] = [await accounts.add(), await accounts.add()];
  const cohorts = new CohortStore(new Releases({ database, storage }), join(folder, 'cohorts'));
  const parts = {
    database,
    files,
    platforms: { table: unasked },
    cohorts,
    // Without a register: what it knows of names has tests of its own.
    genes: new GenesService(cohorts, join(folder, 'none')),
    storage,
    tools: new ToolRegistry(),
  };
  resolver = new InputResolver({ ...parts, geneSets: new GeneSetsService([join(folder, 'none'), folder]) });
  const path = join(folder, 'limma.tsv');
  await writeFile(path, `${TABLE}\n`);
  const { sha256, size } = await storage.put(path);
  const result: StoredResult = {
    facts: {},
    tables: [{ id: productOf(limma, 'differential_genes')?.table ?? '', sha256, bytes: size, rows: 4, columns: COLUMNS }],
    findings: [],
    seed: 1,
    versions: {},
    seconds: { read: 0, analyse: 0, write: 0 },
  };
  const row = {
    userId: owner,
    toolVersion: limma.version,
    family: 'bulk',
    status: 'completed' as const,
    points: 0,
    example: false,
    inputs: [],
  };
  const labels = join(folder, 'genes.tsv');
  await writeFile(labels, 'gene\tmodule\tkME\nA\tblue\t0.9\nB\tred\t0.8\nC\tblue\t0.7\nD\tgrey\t\n');
  const stored = await storage.put(labels);
  const network: StoredResult = {
    ...result,
    tables: [{ id: 'genes', sha256: stored.sha256, bytes: stored.size, rows: 4, columns: ['gene', 'module', 'kME'] }],
  };
  const keepTable = async (id: string, lines: readonly string[]): Promise<StoredResult> => {
    const kept = join(folder, `${id}.tsv`);
    await writeFile(kept, `${lines.join('\n')}\n`);
    const { sha256: content, size: bytes } = await storage.put(kept);
    const columns = lines[0]?.split('\t') ?? [];
    return { ...result, tables: [{ id, sha256: content, bytes, rows: lines.length - 1, columns }] };
  };
  const values = { log2fc: 1, padj: 0.05 };
  const ofEdger = await keepTable('genes', [
    'gene\tlogFC\tstatistic\tP.Value\tadj.P.Val',
    ...['A\t1\t9\t0.01\t0.02', 'B\t-2\t16\t0.001\t0.01', 'C\t0.1\t0.25\t0.7\t0.8', 'D\t2\t4\t0.03\t0.05'],
  ]);
  const ofSpread = await keepTable('variability', ['gene\tSD', 'A\t1', 'B\t2']);
  const ofGroups = [
    await keepTable('main', [
      'gene\tlogFC\tmean\tstatistic\tP.Value\tadj.P.Val',
      'A\t2.5\t1\t5\t0.001\t0.005',
      'B\t1.5\t1\t4\t0.001\t0.005',
    ]),
    await keepTable('comparisons', [
      'comparison\teffect\tgene\tlogFC\tmean\tstatistic\tP.Value\tadj.P.Val\toutlier',
      ...['A − C\t两组之间\tA\t2.5\t1\t5\t0.001\t0.005\tFALSE', 'A − C\t两组之间\tB\t1.5\t1\t4\t0.001\t0.005\tFALSE'],
      ...['B − C\t两组之间\tB\t-3\t1\t-5\t0.001\t0.005\tFALSE', 'B − C\t两组之间\tA\t3\t1\t5\t0.001\t0.03\tFALSE'],
      ...['B − C\t两组之间\tD\t4\t1\t5\t0.001\t0.001\tTRUE', 'B − C\t两组之间\tE\t2.1\t1\t5\t0.001\t0.009\tFALSE'],
    ]),
    await keepTable('summary', ['comparison\tsignificant', 'A − C\t1', 'B − C\t2']),
  ];
  const [made, without, wgcna, edger, sd, groups] = await database
    .insert(analyses)
    .values([
      { ...row, taskType: limma.taskType, name: '肝癌 limma', values, result },
      { ...row, taskType: 'log_transform', name: '取对数', values: {}, result: { ...result, tables: [] } },
      { ...row, taskType: 'bulk_wgcna_stage2', name: '网络', values: {}, result: network },
      { ...row, taskType: 'gene_differential_expression', name: 'edgeR', values: { ...values, method: 'edger' }, result: ofEdger },
      { ...row, taskType: 'batch_sd_calculation', name: 'SD', values: {}, result: ofSpread },
      {
        ...{ ...row, taskType: 'multi_group_differential', name: '三组', values: { log2fc: 2, padj: 0.01 } },
        result: { ...result, facts: { main_name: 'A − C' }, tables: ofGroups.flatMap(({ tables }) => tables) },
      },
    ])
    .returning({ id: analyses.id });
  [source, unfit, modules] = [made?.id ?? 0, without?.id ?? 0, wgcna?.id ?? 0];
  [unsigned, spread, several] = [edger?.id ?? 0, sd?.id ?? 0, groups?.id ?? 0];
});
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});

async function resolve(body: SparseRequest, userId = owner) {
  const completed = completeRequest(tool, body);
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  const inputs = await resolver.resolve(tool, completed.request, userId);
  return { inputs, request: completed.request };
}
const documents = ({ pasted }: ResolvedInputs): unknown[] => [...pasted.values()].map((text) => JSON.parse(text));

describe('a list of genes', () => {
  it.each([
    ['up', ['A']],
    ['down', ['B']],
    ['all', ['A', 'B']],
  ])('of a comparison, %s, brings all that could have been found', async (direction, genes) => {
    const { inputs } = await resolve({ source_analysis_id: source, direction });
    // D has no adjusted P: it could not have been found.
    expect(documents(inputs)).toEqual([{ genes, universe: ['A', 'B', 'C'], ofResult: true }]);
    expect(inputs.facts.gene_list).toEqual({ name: '肝癌 limma', geneList: { genes, universe: 3 } });
    expect(inputs.used).toMatchObject([{ type: 'genes', input: 'genes', format: 'json', name: '肝癌 limma' }]);
  });

  it('of a module brings all genes of the network', async () => {
    const { inputs } = await resolve({ source_analysis_id: modules, module: 'blue' });
    expect(documents(inputs)).toEqual([{ genes: ['A', 'C'], universe: ['A', 'B', 'C', 'D'], ofResult: true }]);
    expect(inputs.facts.gene_list).toEqual({ name: '网络 · blue', geneList: { genes: ['A', 'C'], universe: 4 } });
  });

  it('of several comparisons is of the main one or of that which is chosen, by the thresholds of the run', async () => {
    const main = await resolve({ source_analysis_id: several });
    expect(documents(main.inputs)).toEqual([{ genes: ['A'], universe: ['A', 'B'], ofResult: true }]);
    // D may have been made by one sample: no list takes it, and it was not tested.
    const second = await resolve({ source_analysis_id: several, module: 'B − C' });
    expect(documents(second.inputs)).toEqual([{ genes: ['B', 'E'], universe: ['B', 'A', 'E'], ofResult: true }]);
    expect(second.inputs.facts.gene_list).toEqual({ name: '三组 · B − C', geneList: { genes: ['B', 'E'], universe: 3 } });
    const up = await resolve({ source_analysis_id: several, module: 'B − C', direction: 'up' });
    expect(documents(up.inputs)).toEqual([{ genes: ['E'], universe: ['B', 'A', 'E'], ofResult: true }]);
    await expect(resolve({ source_analysis_id: several, module: 'C − B' })).rejects.toMatchObject({
      message: '「三组」没有「C − B」这个对比，有的是：A − C、B − C',
      errors: [{ field: 'gene_list' }],
    });
  });

  it('of a file or typed has no universe, and the same genes are the same input', async () => {
    const ofFile = await resolve({ gene_list_file_id: 1 });
    const typed = await resolve({ gene_list: 'TP53 MYC' });
    expect(documents(ofFile.inputs)).toEqual([{ genes: ['TP53', 'MYC'], universe: null }]);
    const print = ({ inputs, request }: typeof typed) => fingerprintOf(tool, { values: request.values, inputs: inputs.used });
    expect(print(ofFile)).toBe(print(typed));
    expect(print(await resolve({ gene_list: 'TP53' }))).not.toBe(print(typed));
  });

  it('of a table is its column of genes, which is said', async () => {
    const { inputs, request } = await resolve({ gene_list_file_id: 9 });
    expect(documents(inputs)).toEqual([{ genes: ['CD4', 'CD8A'], universe: null }]);
    expect(inputs.facts.gene_list?.geneList?.ofTable).toBe('Gene.Symbol');
    const { findings } = checkInputs(tool, request, inputs.facts);
    expect(findings.map(({ code }) => code)).toEqual(['genes_of_table']);
  });

  it('is kept once something runs on it', async () => {
    const { inputs } = await resolve({ gene_list: 'TP53 EGFR' });
    const sha256 = inputs.used[0]?.sha256 ?? '';
    expect(await storage.has(sha256)).toBe(false);
    await resolver.keep(inputs);
    expect(await storage.has(sha256)).toBe(true);
  });

  it.each([
    ['another’s analysis', () => ({ source_analysis_id: source }), () => other, 404],
    ['an analysis that compares nothing', () => ({ source_analysis_id: unfit }), () => owner, 422],
    ['modules without a choice', () => ({ source_analysis_id: modules }), () => owner, 422],
    ['a module that is not there', () => ({ source_analysis_id: modules, module: 'pink' }), () => owner, 422],
    ['another’s file', () => ({ gene_list_file_id: 1 }), () => other, 404],
    ['a file of another kind', () => ({ gene_list_file_id: 5 }), () => owner, 422],
  ])('is refused for %s', async (_, body, user, status) => {
    await expect(resolve(body(), user())).rejects.toMatchObject({ status, errors: [{ field: 'gene_list' }] });
  });
});

describe('a ranking', () => {
  it.each([
    [undefined, ['A', 'D', 'C', 'B'], [8.25, 2, 0.3, -6], RANKING_WORDS.t],
    ['stat', ['A', 'D', 'C', 'B'], [8.25, 2, 0.3, -6], RANKING_WORDS.t],
    ['logFC', ['D', 'A', 'C', 'B'], [4, 2, 0.1, -3], RANKING_WORDS.logFC],
    ['signed_p', ['A', 'D', 'C', 'B'], [10, -Math.log10(0.04), -Math.log10(0.7), -6], RANKING_WORDS.signed_p],
  ])('of a comparison by %s holds all genes, and says by what', async (by, genes, values, words) => {
    const { inputs } = await resolve({ ranked_source_id: source, ...(by === undefined ? {} : { rank_by: by }) });
    expect(documents(inputs)).toMatchObject([{ genes, values, by: words, byEnglish: expect.stringMatching(/^[ -~–−]+$/), changes: true }]);
    expect(inputs.used).toMatchObject([{ type: 'ranking', rows: 4 }]);
  });

  it('of a file takes its first column of numbers and leaves out what has none', async () => {
    const { inputs } = await resolve({ ranked_file_id: 2 });
    expect(documents(inputs)).toMatchObject([{ genes: ['B', 'A'], values: [2.5, 1], by: '上传的表的「score」列' }]);
    expect(inputs.facts.ranked_genes?.ranking).toMatchObject({ unreadable: 1 });
  });

  it.each([
    ['DESeq2', 6, ['B', 'A'], [2, -10], 'stat'],
    ['edgeR, whose F has no sign', 7, ['B', 'A'], [2, -10], 'F'],
  ])('of a file with results of %s goes by the statistic with its direction', async (_, id, genes, values, column) => {
    const { inputs } = await resolve({ ranked_file_id: id });
    expect(documents(inputs)).toMatchObject([{ genes, values, by: expect.stringContaining(`「${column}」`), changes: true }]);
  });

  it('of a file with several columns of numbers, none of them known, is asked for', async () => {
    await expect(resolve({ ranked_file_id: 8 })).rejects.toMatchObject({ status: 422, message: expect.stringContaining('first、second') });
  });

  it('of a stored comparison whose statistic has no sign takes that of the change: what falls is not called up', async () => {
    const { inputs } = await resolve({ ranked_source_id: unsigned });
    expect(documents(inputs)).toMatchObject([{ genes: ['A', 'D', 'C', 'B'], values: [3, 2, 0.5, -4], changes: true }]);
  });

  it('of a result that is no comparison says by which column, and that its ends are not up and down', async () => {
    const { inputs } = await resolve({ ranked_source_id: spread });
    expect(documents(inputs)).toMatchObject([{ genes: ['B', 'A'], values: [2, 1], by: '标准差（log2）', changes: false }]);
  });

  it('of several comparisons is that of the main one, or of the one that is chosen, and says which', async () => {
    const main = await resolve({ ranked_source_id: several });
    expect(documents(main.inputs)).toMatchObject([{ genes: ['A', 'B'], values: [5, 4], comparison: 'A − C' }]);
    expect(main.inputs.facts.ranked_genes?.name).toBe('三组');
    const named = await resolve({ ranked_source_id: several, comparison: 'A − C' });
    expect(documents(named.inputs)).toEqual(documents(main.inputs));
    // All of its genes, whatever their P, and none of another comparison.
    const second = await resolve({ ranked_source_id: several, comparison: 'B − C' });
    expect(documents(second.inputs)).toMatchObject([{ genes: ['A', 'D', 'E', 'B'], values: [5, 5, 5, -5], comparison: 'B − C' }]);
    expect(second.inputs.facts.ranked_genes?.name).toBe('三组 · B − C');
    const changes = await resolve({ ranked_source_id: several, comparison: 'B − C', rank_by: 'logFC' });
    expect(documents(changes.inputs)).toMatchObject([{ genes: ['D', 'A', 'E', 'B'], values: [4, 3, 2.1, -3] }]);
    expect(second.inputs.used[0]?.request).toEqual({ from: 'analysis', id: several, by: null, comparison: 'B − C' });
    await expect(resolve({ ranked_source_id: several, comparison: 'C − B' })).rejects.toMatchObject({
      message: '「三组」没有「C − B」这个对比，有的是：A − C、B − C',
      errors: [{ field: 'ranked_genes' }],
    });
    await expect(resolve({ ranked_source_id: source, comparison: 'B − C' })).rejects.toMatchObject({
      message: '「肝癌 limma」没有分成几个对比，选不出「B − C」。请去掉对比的名称，或换一次多组的差异分析',
      errors: [{ field: 'ranked_genes' }],
    });
  });

  it('of a file goes by the column of genes, wherever it stands', async () => {
    const { inputs } = await resolve({ ranked_file_id: 9 });
    expect(documents(inputs)).toMatchObject([{ genes: ['CD4', 'CD8A'], values: [3, -4] }]);
  });

  it('is refused for an analysis that has none', async () => {
    await expect(resolve({ ranked_source_id: unfit })).rejects.toMatchObject({ status: 422, errors: [{ field: 'ranked_genes' }] });
  });
});

describe('follow-up', () => {
  it('of a file has the names and codes that R reads', async () => {
    const { inputs } = await resolve({ survival_file_id: 3 });
    expect(documents(inputs)).toEqual([
      {
        columns: ['sample', 'time', 'status'],
        rows: [
          ['s1', '12', '1'],
          ['s2', '30', '0'],
        ],
      },
    ]);
    expect(inputs.facts.survival_data?.name).toBe('os.csv');
  });

  it('is refused where its columns cannot be told', async () => {
    await expect(resolve({ survival_file_id: 5 })).rejects.toMatchObject({ status: 422, errors: [{ field: 'survival_data' }] });
  });
});

describe('sets of genes', () => {
  it('that are installed are read as they lie', async () => {
    const { inputs } = await resolve({ geneset: 'mini.gmt' });
    expect(inputs.used).toMatchObject([{ type: 'gene-sets', format: 'gmt', name: '小基因集', rows: 2 }]);
    expect(inputs.facts.geneset?.collection).toEqual({ sets: 2 });
    expect(await storage.has(inputs.used[0]?.blob ?? '')).toBe(true);
  });

  it('that are not installed are refused with those that are', async () => {
    await expect(resolve({ geneset: 'h.all.gmt' })).rejects.toMatchObject({ status: 422, message: expect.stringContaining('mini.gmt') });
  });

  it('of a gmt are read as they were parsed; a few that are typed are a document', async () => {
    const sets = [
      { title: 'one', genes: 'A B' },
      { title: 'two', genes: 'C' },
    ];
    const readOf = (source: string) => [
      { sets: sets.map(({ title, genes }) => ({ title, color: '', genes: genes.split(' '), repeated: 0, source, universe: null })) },
    ];
    expect((await resolve({ geneset_file_id: 4 })).inputs.used).toMatchObject([{ type: 'gene-sets', format: 'bin', blob: 'p', rows: 2 }]);
    expect(documents((await resolve({ gene_sets_file_id: 4 })).inputs)).toEqual(readOf('own.gmt'));
    expect(documents((await resolve({ gene_sets: sets })).inputs)).toEqual(readOf(''));
  });

  it('are each typed, of a file or of a comparison, which brings what it tested', async () => {
    const gene_sets = [
      { title: 'typed', color: '#112233', genes: ['A', 'A', 'B'] },
      { title: 'file', color: '', file_id: 1 },
      { title: 'up', color: '', source_analysis_id: source, direction: 'up' },
    ];
    const { inputs, request } = await resolve({ gene_sets });
    expect(documents(inputs)).toEqual([
      {
        sets: [
          { title: 'typed', color: '#112233', genes: ['A', 'B'], repeated: 1, source: '', universe: null },
          { title: 'file', color: '', genes: ['TP53', 'MYC'], repeated: 0, source: 'list.txt', universe: null },
          { title: 'up', color: '', genes: ['A'], repeated: 0, source: '肝癌 limma', universe: ['A', 'B', 'C'] },
        ],
      },
    ]);
    expect(inputs.facts.gene_sets).toMatchObject({
      name: 'typed、file、up',
      geneSets: { titles: ['typed', 'file', 'up'], sizes: [2, 2, 1] },
    });
    const record = { values: request.values, inputs: inputs.used, example: false } as AnalysisRecord;
    expect(requestOf(tool, record)).toEqual({ gene_sets });
  });

  it.each([
    ['another’s analysis', () => ({ source_analysis_id: source }), () => other, 404],
    ['an analysis that lists nothing', () => ({ source_analysis_id: unfit }), () => owner, 422],
    ['another’s file', () => ({ file_id: 1 }), () => other, 404],
    ['a file of another kind', () => ({ file_id: 5 }), () => owner, 422],
  ])('are refused for %s in one of them', async (_, of, user, status) => {
    const gene_sets = [
      { title: 'a', genes: 'A' },
      { title: 'b', ...of() },
    ];
    await expect(resolve({ gene_sets }, user())).rejects.toMatchObject({ status, errors: [{ field: 'gene_sets' }] });
  });
});

it('an analysis tells its request again as it can be sent', async () => {
  for (const body of [
    { source_analysis_id: source, direction: 'down' },
    { gene_list: ['A'] },
    { ranked_source_id: source, rank_by: 'logFC' },
    { geneset: 'mini.gmt' },
  ]) {
    const { inputs, request } = await resolve(body);
    const record = { values: request.values, inputs: inputs.used, example: false } as AnalysisRecord;
    expect(requestOf(tool, record)).toEqual(body);
  }
});
