import type { Finding, MatrixFacts } from '@oncoloom/contract';
import { formatCount, formatDecimal, listNames } from '../words/format.ts';
import type { InputFacts, NamedMatrix } from './input-facts.ts';
import { joinTable, withSampleColumn } from './join-samples.ts';

/**
 * Names of the samples of several matrices together: one that occurs more than once is preceded by its matrix's place, D1_, D2_ …
 * R: `joined_samples`.
 */
export function joinedSamples(matrices: readonly { samples: readonly string[] }[]): string[][] {
  const counts = new Map<string, number>();
  for (const { samples } of matrices) for (const sample of samples) counts.set(sample, (counts.get(sample) ?? 0) + 1);
  return matrices.map(({ samples }, i) => samples.map((sample) => ((counts.get(sample) ?? 0) > 1 ? `D${i + 1}_${sample}` : sample)));
}

/** Names of the batches that the files are: without the ending, each once. R: `batch_names`. */
export function batchNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const stem = name.replace(/(\.(csv|tsv|txt|xlsx|gz|zip|gct|soft))+$/i, '');
    const count = (seen.get(stem) ?? 0) + 1;
    seen.set(stem, count);
    return count === 1 ? stem : `${stem}（${count}）`;
  });
}

const agreeing = <T>(values: readonly T[]): T | undefined => (new Set(values).size === 1 ? values[0] : undefined);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Columns that all files have of their samples, one below the other. */
function joinAnnotations(matrices: readonly MatrixFacts[]): MatrixFacts['annotations'] {
  const [first, ...others] = matrices.map(({ annotations }) => annotations?.columns ?? []);
  const columns = (first ?? []).flatMap(({ name, values }) => {
    const same = others.map((list) => list.find((column) => column.name === name)?.values);
    return same.includes(undefined) ? [] : [{ name, values: [values, ...same].flatMap((list) => list ?? []) }];
  });
  return columns.length === 0 ? null : { columns };
}

/** Facts of several matrices as if they stood in one file. Where they disagree the checks say so; the first one's word stands. */
export function joinMatrices(matrices: readonly MatrixFacts[]): MatrixFacts | undefined {
  const [first] = matrices;
  if (first === undefined) return undefined;
  if (matrices.length === 1) return first;
  const columns = sum(matrices.map((matrix) => matrix.columns));
  return {
    ...first,
    rows: Math.min(...matrices.map(({ rows }) => rows)),
    columns,
    logBase: agreeing(matrices.map(({ logBase }) => logBase)) ?? null,
    platform: agreeing(matrices.map(({ platform }) => platform)) ?? null,
    species: agreeing(matrices.map(({ species }) => species)) ?? null,
    samples: joinedSamples(matrices).flat(),
    minimum: Math.min(...matrices.map(({ minimum }) => minimum)),
    maximum: Math.max(...matrices.map(({ maximum }) => maximum)),
    missing: sum(matrices.map(({ missing }) => missing)),
    negative: sum(matrices.map(({ negative }) => negative)),
    fractional: sum(matrices.map((matrix) => matrix.fractional * matrix.columns)) / columns,
    constantRows: Math.max(...matrices.map(({ constantRows }) => constantRows)),
    zeroRows: Math.max(...matrices.map(({ zeroRows }) => zeroRows)),
    columnSums: matrices.flatMap(({ columnSums }) => columnSums),
    annotations: joinAnnotations(matrices),
  };
}

/** Logarithms that are known to be log10: converted before anything is computed. @param kept The tool hands their base on instead. */
export function checkLogBase(field: string, matrices: readonly NamedMatrix[], kept = false): Finding[] {
  return matrices.flatMap(({ name, matrix }): Finding[] => {
    if (matrix.logBase !== 10) return [];
    if (kept) return [{ code: 'log10_kept', level: 'note', field, message: `「${name}」取的是 log10，结果也是` }];
    const message = `「${name}」取的是 log10，会先换成 log2（乘以 3.32）再计算`;
    return [{ code: 'log10_converted', level: 'note', field, message }];
  });
}

/** What a matrix's values are called. */
export const KIND_WORDS = {
  counts: '原始计数',
  log: '取过对数',
  linear: '没有取过对数',
  'batch-corrected': '已去过批次',
  scores: '打分',
} as const;
const IDENTIFIER_WORDS = { symbol: '基因名', ensembl: 'Ensembl 号', entrez: 'Entrez 号', probe: '探针号', other: '认不出的名字' } as const;

/** Can these matrices be put side by side? */
export function checkFiles(field: string, files: readonly NamedMatrix[]): Finding[] {
  const findings: Finding[] = [];
  const differing = (read: (matrix: MatrixFacts) => string) => new Set(files.map(({ matrix }) => read(matrix))).size > 1;
  const listed = (read: (matrix: MatrixFacts) => string) => files.map(({ name, matrix }) => `${name}：${read(matrix)}`).join('；');
  if (differing(({ kind }) => kind))
    findings.push({
      code: 'kinds_differ',
      level: 'must',
      field,
      message: '几个矩阵的数值不是同一种，不能合并。请先都换成 log2：计数用「计数转换」，没有取过对数的用「对数转换」',
      detail: listed(({ kind }) => KIND_WORDS[kind]),
    });
  if (differing(({ identifiers }) => identifiers))
    findings.push({
      code: 'identifiers_differ',
      level: 'must',
      field,
      message: '几个矩阵的基因写法不同，对不上。请先都换成基因名：探针用「芯片标准化与注释」，编号用「RNA-seq 单位转换」',
      detail: listed(({ identifiers }) => IDENTIFIER_WORDS[identifiers]),
    });
  return [...findings, ...checkRepeatedSamples(field, files)];
}

/** Is a sample in more than one of them? */
function checkRepeatedSamples(field: string, files: readonly NamedMatrix[]): Finding[] {
  const joined = joinedSamples(files.map(({ matrix }) => matrix)).flat();
  const written = files.flatMap(({ matrix }) => matrix.samples);
  const renamed = joined.find((sample, i) => sample !== written[i]);
  if (renamed === undefined) return [];
  const message = `有样本名在不止一个矩阵里出现，已写成 ${renamed} 等。若是同一个样本，请只留一份`;
  return [{ code: 'samples_repeated', level: 'should', field, message }];
}

/** Can these matrices be analysed each by itself, and matched by symbols? R: `read_studies`. */
export function checkStudies(field: string, files: readonly NamedMatrix[]): Finding[] {
  const namesOf = (is: (matrix: MatrixFacts) => boolean) => files.filter(({ matrix }) => is(matrix)).map(({ name }) => name);
  const refusal = (code: string, names: readonly string[], message: string): Finding[] =>
    names.length === 0 ? [] : [{ code, level: 'must', field, message: `「${listNames(names)}」${message}` }];
  const probes = namesOf(({ identifiers }) => identifiers === 'probe');
  const platform = agreeing(files.map(({ matrix }) => matrix.platform));
  const ofOne = probes.length === files.length && (files.length === 1 || (platform !== undefined && platform !== null));
  return [
    ...(ofOne ? [] : refusal('probes', probes, '的行名是探针号，和别的数据集对不上。请点数据集旁的「换成基因名」')),
    ...refusal(
      'scores',
      namesOf(({ kind }) => kind === 'scores'),
      '是打分，不是表达量。请换成表达矩阵',
    ),
    ...checkRepeatedSamples(field, files),
  ];
}

/** What a batch is, and which groups must stay apart from it. */
export interface BatchDeclaration {
  files: string;
  groups: string;
  column: string;
  /** The flag under which the groups are protected. */
  protect: string;
}

/** Cramér's V: from here on batch and group are told to hang together. */
const ASSOCIATED = 0.3;

/** Batch × group counts in words: 「GSE1：肿瘤 22、癌旁 21」. */
function crossWords(batches: readonly string[], groups: readonly string[], counts: ReadonlyMap<string, number>): string {
  return batches
    .map((batch) => `${batch}：${groups.map((group) => `${group} ${formatCount(counts.get(`${batch}\n${group}`) ?? 0)}`).join('、')}`)
    .join('；');
}

/** Are all groups and batches linked by samples? Otherwise no model tells the difference of groups from that of batches. */
function isConnected(batches: readonly string[], groups: readonly string[], counts: ReadonlyMap<string, number>): boolean {
  const reached = new Set<string>([`b${batches[0]}`]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const batch of batches)
      for (const group of groups) {
        if ((counts.get(`${batch}\n${group}`) ?? 0) === 0) continue;
        const [has, other] = [reached.has(`b${batch}`), reached.has(`g${group}`)];
        if (has === other) continue;
        reached.add(`b${batch}`).add(`g${group}`);
        grew = true;
      }
  }
  return reached.size === batches.length + groups.length;
}

function cramersV(batches: readonly string[], groups: readonly string[], counts: ReadonlyMap<string, number>): number {
  const cell = (batch: string, group: string) => counts.get(`${batch}\n${group}`) ?? 0;
  const rows = batches.map((batch) => sum(groups.map((group) => cell(batch, group))));
  const columns = groups.map((group) => sum(batches.map((batch) => cell(batch, group))));
  const total = sum(rows);
  let chi = 0;
  batches.forEach((batch, i) => {
    groups.forEach((group, j) => {
      const expected = ((rows[i] ?? 0) * (columns[j] ?? 0)) / total;
      if (expected > 0) chi += (cell(batch, group) - expected) ** 2 / expected;
    });
  });
  const least = Math.min(batches.length, groups.length) - 1;
  return total > 0 && least > 0 ? Math.sqrt(chi / (total * least)) : 0;
}

/** How tables write that a sample has no group. R: `UNGROUPED`. */
const UNGROUPED = '未分组';

/** Batches and groups of the samples that have both, from the files and the groups table. */
export function checkBatches(
  declaration: BatchDeclaration,
  facts: Readonly<Record<string, InputFacts>>,
  values: Readonly<Record<string, unknown>>,
): Finding[] {
  const files = facts[declaration.files]?.files;
  const table = facts[declaration.groups]?.table;
  if (files === undefined) return [];
  const column = typeof values[declaration.column] === 'string' ? String(values[declaration.column]) : undefined;
  const at = column === undefined ? -1 : (table?.columns.indexOf(column) ?? -1);
  if (files.length === 1 && at < 0) {
    const message = '只有一个矩阵，又没有批次列，不知道哪些样本是一批。请再选一个矩阵，或在分组表里加一列 batch';
    return [{ code: 'one_batch', level: 'must', field: declaration.files, message }];
  }
  if (table?.cells === undefined) return [];
  const names = batchNames(files.map(({ name }) => name));
  const ofFile = new Map(joinedSamples(files.map(({ matrix }) => matrix)).flatMap((list, i) => list.map((s) => [s, names[i] ?? ''])));
  const columns = withSampleColumn(table.columns);
  const [sampleAt, groupAt] = [columns.indexOf('sample'), columns.indexOf('group')];
  const { cells } = joinTable({ columns, cells: table.cells }, [...ofFile.keys()]);
  const counts = new Map<string, number>();
  // A batch may have samples without a group only: it is a batch all the same.
  const [every, batches, groups] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const row of cells) {
    const batch = at >= 0 ? (row[at] ?? '') : (ofFile.get(row[sampleAt] ?? '') ?? '');
    const group = row[groupAt] ?? '';
    if (batch === '' || !ofFile.has(row[sampleAt] ?? '')) continue;
    every.add(batch);
    if (group === '' || group === UNGROUPED) continue;
    batches.add(batch);
    groups.add(group);
    counts.set(`${batch}\n${group}`, (counts.get(`${batch}\n${group}`) ?? 0) + 1);
  }
  const [b, g] = [[...batches], [...groups]];
  if (every.size < 2 && at >= 0)
    return [{ code: 'one_batch', level: 'must', field: declaration.column, message: `「${column}」列里只有一个批次，没有要去的差别` }];
  if (b.length < 2 || g.length < 2) return [];
  const detail = crossWords(b, g, counts);
  if (!isConnected(b, g, counts)) {
    const confounded = { code: 'confounded', field: declaration.groups, detail } as const;
    return values[declaration.protect] === true
      ? [
          {
            ...confounded,
            level: 'must',
            message: '批次和分组分不开：有的组只在一部分批次里，没有样本把它们连起来。去掉批次，也就去掉了组的差别',
          },
        ]
      : [{ ...confounded, level: 'should', message: '批次和分组分不开。不保护分组时，组间的差别会和批次一起被去掉' }];
  }
  const v = cramersV(b, g, counts);
  if (v <= ASSOCIATED) return [];
  const message = `批次和分组有关联（Cramér's V ${formatDecimal(v, 2)}）。校正后的矩阵适合画图；差异分析请用原始矩阵，把批次作协变量`;
  return [{ code: 'associated', level: 'should', field: declaration.groups, message, detail }];
}

/** Range words of a list of files: 「2–10 个」. */
export function filesRange({ min, max }: { min: number; max: number }): string {
  return `${min}–${max} 个`;
}
