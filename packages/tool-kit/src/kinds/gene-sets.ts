import { z } from 'zod';
import { listNames } from '../format.ts';
import type { NamedSet } from '../request.ts';
import { splitGenes, writtenGenes } from './genes.ts';
import { type Base, type InputKind, OWN } from './kind.ts';
import { pleaseFill, readIdentity, refused, sourceOf } from './reading.ts';

/** A few sets of genes with names of the user's: typed, or a file of sets. R gets a named list of genes; colours are its attribute `colours`. */
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
const TITLE_MAX = 60;

const written = (parameter: GeneSetsParameter) =>
  z
    .array(
      z.object({
        title: z.string().trim().min(1).max(TITLE_MAX),
        color: z
          .string()
          .regex(/^(#[0-9a-fA-F]{6})?$/)
          .optional(),
        genes: writtenGenes,
      }),
    )
    .max(parameter.max);

/** What is wrong with sets of genes; undefined where nothing is. */
export function setsProblem(
  { label, min, max, maxGenes }: GeneSetsParameter,
  sets: readonly { title: string; genes: number }[],
): string | undefined {
  if (sets.length < min || sets.length > max) return `「${label}」要有 ${min}–${max} 个名单，现在有 ${sets.length} 个`;
  const titles = sets.map(({ title }) => title);
  const doubled = [...new Set(titles.filter((title, i) => titles.indexOf(title) < i))];
  if (doubled.length > 0) return `「${label}」里有重名的名单：${listNames(doubled)}。请改成不同的名字`;
  const empty = sets.filter(({ genes }) => genes === 0).map(({ title }) => title);
  if (empty.length > 0) return `「${listNames(empty)}」里没有基因。请填写，或去掉这个名单`;
  const large = sets.find(({ genes }) => genes > maxGenes);
  return large === undefined ? undefined : `「${large.title}」有 ${large.genes} 个基因，最多 ${maxGenes} 个`;
}

export const geneSets: InputKind<GeneSetsParameter> = {
  fields: ({ fileField }) => [[fileField, FILE]],
  joint: true,
  read(parameter, given) {
    const part = sourceOf(parameter.label, given, [OWN, FILE]);
    if (part === undefined || part instanceof z.ZodError) return part;
    if (part === FILE) return readIdentity('file', given.get(FILE));
    const parsed = written(parameter).safeParse(given.get(OWN));
    if (!parsed.success) return parsed.error;
    const sets = parsed.data.map(({ title, color = '', genes }): NamedSet => ({ title, color, genes: splitGenes(genes) }));
    const problem = setsProblem(
      parameter,
      sets.map(({ title, genes }) => ({ title, genes: genes.length })),
    );
    return problem === undefined ? { from: 'sets', sets } : refused(problem);
  },
  write: ({ fileField }, name, value) => [value.from === 'file' ? [fileField, value.id] : [name, value.sets]],
  missing: (parameter) => (parameter.optional === true ? undefined : pleaseFill(parameter)),
  expected: ({ max }) => `要写成名单，每个有 title 和 genes，最多 ${max} 个`,
  schema: ({ min, max, maxGenes }) => ({
    type: 'array',
    minItems: min,
    maxItems: max,
    items: {
      type: 'object',
      required: ['title', 'genes'],
      properties: {
        title: { type: 'string', maxLength: TITLE_MAX },
        color: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
        genes: { type: 'array', items: { type: 'string' }, maxItems: maxGenes },
      },
    },
  }),
  fileTypes: () => ['gene_sets'],
  fileField: ({ fileField }) => fileField,
  check({ name, parameter, facts }) {
    const sets = facts[name]?.geneSets;
    if (sets === undefined) return [];
    const problem = setsProblem(
      parameter,
      sets.titles.map((title, i) => ({ title, genes: sets.sizes[i] ?? 0 })),
    );
    return problem === undefined ? [] : [{ code: 'gene_sets', level: 'must', field: name, message: problem }];
  },
};
