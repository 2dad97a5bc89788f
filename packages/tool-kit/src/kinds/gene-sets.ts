import { z } from 'zod';
import { recognisedFindings } from '../inputs/recognised-genes.ts';
import { DIRECTIONS, type NamedSet } from '../request/request.ts';
import { formatCount, listNames } from '../words/format.ts';
import { DIRECTION_WORDS } from './gene-list.ts';
import { repeatedGenes } from './genes.ts';
import { type Base, type InputKind, OWN } from './kind.ts';
import { identity, partName, pleaseFill, readIdentity, refused, sourceOf } from './reading.ts';

/**
 * A few sets of genes with names of the user's: each typed, a file, or of an earlier result; or one file of sets. R gets a named list of
 * genes; what else is known of each set stands in its attributes, see `read_gene_sets`.
 */
export interface GeneSetsParameter extends Base {
  kind: 'gene-sets';
  input: string;
  fileField: string;
  /** Sets. */
  min: number;
  max: number;
  /** Genes in one. */
  maxGenes: number;
  optional?: boolean;
}

/** Colours of sets, one after the other; those that colour-blind readers confuse stand apart. */
export const GENE_SET_COLOURS = [
  '#0072B2',
  '#D55E00',
  '#009E73',
  '#CC79A7',
  '#E69F00',
  '#56B4E9',
  '#F0E442',
  '#000000',
  '#8C564B',
  '#7F7F7F',
];

const FILE = 'file';
export const SET_TITLE_MAX = 60;

/** Names stand in tables and figures: one line, without signs that cannot be seen. */
const title = z
  .string()
  .transform((text) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
  .pipe(z.string().min(1).max(SET_TITLE_MAX));

const written = (parameter: GeneSetsParameter) =>
  z
    .array(
      z.strictObject({
        title,
        color: z
          .string()
          .regex(/^(#[0-9a-fA-F]{6})?$/)
          .optional(),
        genes: repeatedGenes.optional(),
        file_id: identity.optional(),
        source_analysis_id: identity.optional(),
        direction: z.enum(DIRECTIONS).optional(),
        module: partName,
      }),
    )
    .max(parameter.max);
type Written = z.output<ReturnType<typeof written>>[number];

/** Where the genes of a set come from; a sentence where that cannot be told. */
function originOf({ title, genes, file_id, source_analysis_id, direction, module }: Written): NamedSet['of'] | string {
  const named = [genes, file_id, source_analysis_id].filter((one) => one !== undefined);
  if (named.length > 1) return `「${title}」只能选一种来源：genes、file_id 或 source_analysis_id，请去掉其余的`;
  if (file_id !== undefined) return { from: 'file', id: file_id };
  if (source_analysis_id !== undefined)
    return { from: 'analysis', id: source_analysis_id, direction: direction ?? 'all', module: module ?? '' };
  return genes === undefined ? `「${title}」里没有基因。请填写，或去掉这个名单` : { from: 'genes', genes };
}

/** A set as requests write it. */
function writtenSet({ title, color, of }: NamedSet) {
  if (of.from === 'genes') return { title, color, genes: of.genes };
  if (of.from === 'file') return { title, color, file_id: of.id };
  return { title, color, source_analysis_id: of.id, direction: of.direction, ...(of.module === '' ? {} : { module: of.module }) };
}

/** What is wrong with sets of genes; undefined where nothing is. @param sets `genes` is absent where nobody has counted them yet. */
export function setsProblem(
  { label, min, max, maxGenes }: GeneSetsParameter,
  sets: readonly { title: string; genes?: number }[],
): string | undefined {
  if (sets.length < min || sets.length > max) return `「${label}」要有 ${min}–${max} 个名单，现在有 ${sets.length} 个`;
  const titles = sets.map(({ title }) => title);
  const doubled = [...new Set(titles.filter((title, i) => titles.indexOf(title) < i))];
  if (doubled.length > 0) return `「${label}」里有重名的名单：${listNames(doubled)}。请改成不同的名字`;
  const empty = sets.filter(({ genes }) => genes === 0).map(({ title }) => title);
  if (empty.length > 0) return `「${listNames(empty)}」里没有基因。请填写，或去掉这个名单`;
  const large = sets.find(({ genes = 0 }) => genes > maxGenes);
  return large === undefined ? undefined : `「${large.title}」有 ${formatCount(large.genes ?? 0)} 个基因，最多 ${formatCount(maxGenes)} 个`;
}

/** A set with the number of its genes, where they were typed. */
export const countedSet = ({ title, of }: Pick<NamedSet, 'title' | 'of'>) => ({
  title,
  ...(of.from === 'genes' ? { genes: new Set(of.genes).size } : {}),
});

export const geneSets: InputKind<GeneSetsParameter> = {
  fields: ({ fileField }) => [[fileField, FILE]],
  joint: true,
  read(parameter, given) {
    const part = sourceOf(parameter.label, given, [OWN, FILE]);
    if (part === undefined || part instanceof z.ZodError) return part;
    if (part === FILE) return readIdentity('file', given.get(FILE));
    const parsed = written(parameter).safeParse(given.get(OWN));
    if (!parsed.success) return parsed.error;
    const sets: NamedSet[] = [];
    for (const one of parsed.data) {
      const of = originOf(one);
      if (typeof of === 'string') return refused(of);
      sets.push({ title: one.title, color: one.color ?? '', of });
    }
    const problem = setsProblem(parameter, sets.map(countedSet));
    return problem === undefined ? { from: 'sets', sets } : refused(problem);
  },
  write: ({ fileField }, name, value) => [value.from === 'file' ? [fileField, value.id] : [name, value.sets.map(writtenSet)]],
  missing: (parameter) => (parameter.optional === true ? undefined : pleaseFill(parameter)),
  expected: ({ max }) => `要写成名单，每个有 title，和 genes、file_id 或 source_analysis_id 之一，最多 ${max} 个`,
  schema: ({ min, max, maxGenes }) => ({
    type: 'array',
    minItems: min,
    maxItems: max,
    items: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string', maxLength: SET_TITLE_MAX },
        color: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
        genes: { type: 'array', items: { type: 'string' }, maxItems: maxGenes },
        file_id: { type: 'integer', description: '代替 genes：一个基因名单文件' },
        source_analysis_id: { type: 'integer', description: '代替 genes：早先的一次结果' },
        direction: {
          type: 'string',
          enum: [...DIRECTIONS],
          description: `差异分析的方向：${DIRECTIONS.map((one) => `${one} ${DIRECTION_WORDS[one]}`).join('，')}`,
        },
        module: { type: 'string', description: '分成模块、簇或对比的结果：取哪一个' },
      },
    },
  }),
  fileTypes: () => ['gene_sets'],
  fileField: ({ fileField }) => fileField,
  check({ name, parameter, facts, words }) {
    const sets = facts[name]?.geneSets;
    if (sets === undefined) return [];
    words[`${name}_n`] = formatCount(sets.titles.length);
    const problem = setsProblem(
      parameter,
      sets.titles.map((title, i) => ({ title, genes: sets.sizes[i] ?? 0 })),
    );
    if (problem !== undefined) return [{ code: 'gene_sets', level: 'must', field: name, message: problem }];
    return (sets.recognised ?? []).flatMap((set, i) => recognisedFindings(name, sets.titles[i] ?? '', set));
  },
};
