import { formatCount, type GeneSetsParameter, type NamedSet, splitGenes } from '@oncoloom/tool-kit';
import type { StoredFile } from '../../files/service.ts';
import { fieldError } from '../../platform/errors.ts';
import type { UsedInput } from '../tables.ts';
import { cellsOf } from './cells.ts';
import { ownFile } from './from-file.ts';
import { describeDocument } from './from-text.ts';
import type { Described, ResolvedKind, Sources } from './kind.ts';

interface Place {
  field: string;
  parameter: GeneSetsParameter;
}

function describeSets(place: Place, name: string, sets: readonly NamedSet[], request: UsedInput['request']): Described {
  return describeDocument({
    ...place,
    type: 'gene-sets',
    content: { sets },
    rows: sets.length,
    columns: 1,
    facts: { name, geneSets: { titles: sets.map(({ title }) => title), sizes: sets.map(({ genes }) => genes.length) } },
    request,
  });
}

/** The sets of a file: a gmt, or a column each. */
async function setsOfFile(sources: Sources, place: Place, file: StoredFile): Promise<Described> {
  const sets = file.facts?.table?.rows ?? 0;
  const { max } = place.parameter;
  if (file.fileType === 'gene_sets' && sets > max)
    throw fieldError(place.field, `「${file.name}」有 ${formatCount(sets)} 个基因集，这里最多 ${max} 个。请只留下要用的，再上传`);
  const { columns, rows } = await cellsOf(sources, { ...place, takes: ['gene_sets'] }, file);
  const [title, genes] = [columns.indexOf('set'), columns.indexOf('genes')];
  const read = rows.map((row): NamedSet => ({ title: row[title] ?? '', color: '', genes: splitGenes((row[genes] ?? '').split(' ')) }));
  return describeSets(place, file.name, read, { from: 'file', id: file.id });
}

/** A few sets of genes with names: typed, or a file. */
export const geneSets: ResolvedKind<GeneSetsParameter> = {
  async resolve(sources, { field, parameter, value, userId }) {
    const place = { field, parameter };
    if (value.from === 'sets') return describeSets(place, parameter.label, value.sets, value);
    return setsOfFile(sources, place, await ownFile(sources, { ...place, takes: [] }, userId, value.id));
  },
  example: (sources, { field, parameter, file }) => setsOfFile(sources, { field, parameter }, file),
};
