import type { Finding } from '@oncoloom/contract';
import { z } from 'zod';
import type { InputFacts } from '../inputs/input-facts.ts';
import { type EnoughGenes, recognisedFindings } from '../inputs/recognised-genes.ts';
import { DIRECTIONS, type Direction } from '../request/request.ts';
import { formatCount, listNames } from '../words/format.ts';
import type { CohortParameter } from './cohort.ts';
import { splitGenes, writtenGenes } from './genes.ts';
import { type Base, type Declarations, type Given, type InputKind, OWN, ofKind } from './kind.ts';
import { partName, pleaseFill, readIdentity, refused, sourceOf } from './reading.ts';

/**
 * A list of genes: typed, a file, or the changed genes of an earlier comparison, which brings the genes that it tested as the
 * universe; those of a screen of survival bring the genes that it screened. R gets `list(genes, universe)`, `universe` NULL where none is known.
 */
export interface GeneListParameter extends Base {
  kind: 'gene-list';
  input: string;
  /** Fields of a request for a file, for an earlier analysis, for the direction of its genes and for one of its modules, clusters or comparisons. Without a source no result serves. */
  fileField: string;
  source?: { field: string; directionField: string; moduleField: string };
  /** Genes at least (1) and at most. */
  min?: number;
  max: number;
  /** Of those that are genes. */
  enough?: EnoughGenes;
  optional?: boolean;
  /** It is what the list of that parameter could have held: genes that are handed on to the one bring theirs to the other. */
  universeOf?: string;
}

const [FILE, ANALYSIS, DIRECTION, MODULE, CHOSEN] = ['file', 'analysis', 'direction', 'module', 'chosen'];
/** Which of the sources counts, as clients say it that send the fields of all. */
const CHOICES: Readonly<Record<string, string>> = { paste: OWN, file: FILE, analysis: ANALYSIS };
const CHOICE_FIELD = 'dataSource';
export const DIRECTION_WORDS: Readonly<Record<Direction, string>> = { all: '上调和下调', up: '上调', down: '下调' };

/** As Excel writes a gene that it takes for a date: 6-Sep, Sep-06, 2001/9/6. R mends those of files: `mend_dates`. */
const DATE =
  /^(\d{1,2}[-/](mar|sep|dec|oct|apr|feb|nov)|(mar|sep|dec|oct|apr|feb|nov)-\d{1,2}|\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}月\d{1,2}日)$/i;

export const geneList: InputKind<GeneListParameter> = {
  listed: true,
  fields: ({ fileField, source }) => [
    [fileField, FILE],
    ...(source === undefined
      ? []
      : ([
          [source.field, ANALYSIS],
          [source.directionField, DIRECTION],
          [source.moduleField, MODULE],
          [CHOICE_FIELD, CHOSEN],
        ] as const)),
  ],
  joint: true,
  read(parameter, given) {
    const { label, max } = parameter;
    const part = chosenSource(label, given);
    if (part === undefined || part instanceof z.ZodError) return part;
    if (part === FILE) return readIdentity('file', given.get(FILE));
    if (part === ANALYSIS) {
      const source = readIdentity('analysis', given.get(ANALYSIS));
      const direction = z.enum(DIRECTIONS).safeParse(given.get(DIRECTION) ?? 'all');
      if (!direction.success) return refused(`「${label}」的方向只能是：${Object.values(DIRECTION_WORDS).join('、')}`);
      const module = partName.safeParse(given.get(MODULE));
      if (!module.success) return refused(`「${label}」的模块（簇、对比）要填它的名称，例如 turquoise`);
      if (source instanceof z.ZodError) return source;
      return { ...source, direction: direction.data, ...(module.data ? { module: module.data } : {}) };
    }
    const genes = writtenGenes.safeParse(given.get(OWN));
    if (!genes.success) return genes.error;
    if (genes.data.length > max) return refused(`「${label}」最多 ${formatCount(max)} 个基因，现在有 ${formatCount(genes.data.length)} 个`);
    return genes.data.length === 0 ? undefined : { from: 'genes', genes: genes.data };
  },
  write({ fileField, source }, name, value) {
    if (value.from === 'genes') return [[name, value.genes]];
    if (value.from === 'file') return [[fileField, value.id]];
    return source === undefined
      ? []
      : [
          [source.field, value.id],
          [source.directionField, value.direction],
          ...(value.module === undefined ? [] : [[source.moduleField, value.module] satisfies [string, string]]),
        ];
  },
  missing: (parameter) => (parameter.optional === true ? undefined : pleaseFill(parameter)),
  expected: () => '要填基因名',
  schema: ({ max }) => ({ type: 'array', items: { type: 'string' }, maxItems: max }),
  fileTypes: () => ['gene_list', 'table'],
  fileField: ({ fileField }) => fileField,
  check({ parameters, name, parameter, facts, words }) {
    const known = facts[name]?.geneList;
    if (known === undefined) return [];
    const { min = 1, max, label } = parameter;
    const count = known.genes.length;
    words[`${name}_n`] = formatCount(count);
    if (count > max) {
      const message = `「${label}」有 ${formatCount(count)} 个基因，最多 ${formatCount(max)} 个。请缩小名单`;
      return [{ code: 'genes_many', level: 'must', field: name, message }];
    }
    if (count < min) {
      const source = facts[name]?.name ?? label;
      const message =
        count === 0
          ? `「${source}」里没有可用的基因。请换一个名单，或放宽那次分析的阈值`
          : `「${label}」只有 ${count} 个基因，至少要 ${min} 个`;
      return [{ code: 'genes_few', level: 'must', field: name, message }];
    }
    const recognised = facts[name]?.recognised;
    const told: Finding[] = [
      ...otherCohort(parameters, known.foundIn ?? [], facts),
      ...(recognised === undefined ? [] : recognisedFindings(name, label, recognised, { enough: parameter.enough })),
    ];
    if (known.ofTable !== undefined) {
      const message = `名单取了「${facts[name]?.name}」里「${known.ofTable}」列的全部 ${formatCount(count)} 个基因`;
      const detail = '它若是一张差异结果表，这不只是显著的基因：请先筛出显著的再上传，或在这里直接选一次差异分析的结果';
      told.push({ code: 'genes_of_table', level: 'should', field: name, message, detail });
    }
    const dates = known.genes.filter((gene) => DATE.test(gene));
    if (dates.length > 0) {
      const message = `「${label}」里有 ${formatCount(dates.length)} 个名字像是日期：${listNames(dates)}。Excel 会把 SEPTIN6、MARCHF1 这样的基因名改成日期，请改回基因名`;
      told.push({ code: 'genes_dates', level: 'should', field: name, message });
    }
    if (known.chosenBy === 'screen') {
      const message = `名单是用同一批患者的结局从 ${formatCount(known.universe ?? count)} 个基因里筛出来的：交叉验证在每一折里重新筛选`;
      return [...told, { code: 'chosen_on_outcome', level: 'note', field: name, message }];
    }
    if (known.universe === undefined) return told;
    const message = `背景取自「${facts[name]?.name}」检验过的 ${formatCount(known.universe)} 个基因`;
    return [...told, { code: 'universe_brought', level: 'note', field: name, message }];
  },
};

/** The source that `dataSource` names, of those that came; without it the only one that came. */
function chosenSource(label: string, given: Given): string | z.ZodError | undefined {
  const sources = [OWN, FILE, ANALYSIS].filter((part) => given.has(part));
  if (sources.length === 0 || !given.has(CHOSEN)) return sourceOf(label, given, sources);
  const chosen = String(given.get(CHOSEN));
  const part = Object.hasOwn(CHOICES, chosen) ? CHOICES[chosen] : undefined;
  if (part === undefined) return refused(`「${label}」的来源（${CHOICE_FIELD}）只能是：${Object.keys(CHOICES).join('、')}`);
  return sources.includes(part) ? part : refused(`「${label}」的来源（${CHOICE_FIELD}）是 ${chosen}，但没有给出这一种。请补上，或改选来源`);
}

/**
 * Genes that were found in one cohort and are looked at in another: another cancer, mostly by mistake. A model is not built so unless the genes are brought
 * as a list of the user's own; a validation takes a model and no list.
 */
function otherCohort(
  parameters: Declarations,
  foundIn: readonly { code: string; label: string }[],
  facts: Readonly<Record<string, InputFacts>>,
): Finding[] {
  const [first] = foundIn;
  if (first === undefined) return [];
  return ofKind<CohortParameter>(parameters, 'cohort').flatMap(([field, { needs }]): Finding[] => {
    const chosen = facts[field]?.cohorts ?? [];
    if (chosen.length === 0 || chosen.some(({ code }) => foundIn.some((found) => found.code === code))) return [];
    const where = `名单来自 ${listNames(foundIn.map((found) => found.label))}，队列选的是 ${listNames(chosen.map((cohort) => cohort.label))}`;
    const fix = { label: `改用 ${first.label}`, parameters: { [field]: first.code } };
    return needs.modelled === true
      ? [
          {
            ...{ code: 'list_of_other_cohort', level: 'must', field, fix },
            message: `${where}：用一种肿瘤的基因在另一种里建模，多半是选错了。请改用 ${first.label}；确实要这样，请把基因复制下来，粘贴成名单`,
          },
        ]
      : [{ code: 'list_of_other_cohort', level: 'should', field, message: `${where}。若不是有意换一个队列，请改过来`, fix }];
  });
}

/** Genes of a column of a file: each once, blanks left out. */
export const genesOfColumn = (cells: readonly string[]): string[] => splitGenes([...cells]);
