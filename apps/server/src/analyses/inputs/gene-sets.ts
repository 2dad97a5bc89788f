import { formatCount, type GeneSetsParameter, type NamedSet, splitRepeated } from '@oncoloom/tool-kit';
import type { StoredFile } from '../../files/service.ts';
import { fieldError } from '../../platform/errors.ts';
import { cellsOf } from '../input-sources/cells.ts';
import { ownAnalysis } from '../input-sources/from-analysis.ts';
import { ownFile } from '../input-sources/from-file.ts';
import { describeDocument } from '../input-sources/from-text.ts';
import { genesOfFile, genesOfResult, type ListedGenes } from '../input-sources/listed-genes.ts';
import type { UsedInput } from '../tables.ts';
import { isSimulated } from '../texts/simulated.ts';
import type { Described, ResolvedKind, Sources } from './kind.ts';

interface Place {
  field: string;
  parameter: GeneSetsParameter;
}

/** A set as R reads it. */
interface FoundSet {
  title: string;
  color: string;
  /** Each once. */
  genes: readonly string[];
  /** Names that stood there again. */
  repeated: number;
  /** Name of the file or of the earlier analysis; empty where the genes were typed. */
  source: string;
  /** What could have been in it; null where that is not known. */
  universe: readonly string[] | null;
}

interface Origin extends ListedGenes {
  source: string;
  simulated?: boolean;
}

function foundSet(title: string, color: string, { genes: written, universe = undefined, source }: Origin): FoundSet {
  const genes = [...new Set(written)];
  return { title, color, genes, repeated: written.length - genes.length, source, universe: universe ?? null };
}

function describeSets(place: Place, name: string, sets: readonly FoundSet[], request: UsedInput['request'], simulated = false): Described {
  return describeDocument({
    ...place,
    type: 'gene-sets',
    content: { sets },
    rows: sets.length,
    columns: 1,
    facts: {
      name,
      geneSets: {
        titles: sets.map(({ title }) => title),
        sizes: sets.map(({ genes }) => genes.length),
        genes: sets.map(({ genes }) => genes),
      },
    },
    request,
    simulated,
  });
}

/** Where one set comes from. Throws ApiError (404, 409, 422). */
async function originOf(sources: Sources, place: Place, userId: number, of: NamedSet['of']): Promise<Origin> {
  if (of.from === 'genes') return { genes: of.genes, source: '' };
  if (of.from === 'file') {
    const file = await ownFile(sources, { ...place, takes: [] }, userId, of.id);
    return { genes: (await genesOfFile(sources, place, file)).genes, source: file.name };
  }
  const analysis = await ownAnalysis(sources, place.field, userId, of.id);
  return { ...(await genesOfResult(sources, place.field, analysis, of)), source: analysis.name, simulated: isSimulated(analysis) };
}

/** The sets of a file: a gmt, or a column each. */
async function setsOfFile(sources: Sources, place: Place, file: StoredFile): Promise<Described> {
  const sets = file.facts?.table?.rows ?? 0;
  const { max } = place.parameter;
  if (file.fileType === 'gene_sets' && sets > max)
    throw fieldError(place.field, `「${file.name}」有 ${formatCount(sets)} 个基因集，这里最多 ${max} 个。请只留下要用的，再上传`);
  const { columns, rows } = await cellsOf(sources, { ...place, takes: ['gene_sets'] }, file);
  const [title, genes] = [columns.indexOf('set'), columns.indexOf('genes')];
  const read = rows.map((row) =>
    foundSet(row[title] ?? '', '', { genes: splitRepeated((row[genes] ?? '').split(' ')), source: file.name }),
  );
  return describeSets(place, file.name, read, { from: 'file', id: file.id });
}

/** A few sets of genes with names: each typed, of a file or of an earlier result; or a file of sets. */
export const geneSets: ResolvedKind<GeneSetsParameter> = {
  async resolve(sources, { field, parameter, value, userId }) {
    const place = { field, parameter };
    if (value.from === 'file') return setsOfFile(sources, place, await ownFile(sources, { ...place, takes: [] }, userId, value.id));
    const sets: FoundSet[] = [];
    let simulated = false;
    for (const { title, color, of } of value.sets) {
      const origin = await originOf(sources, place, userId, of);
      simulated ||= origin.simulated === true;
      sets.push(foundSet(title, color, origin));
    }
    return describeSets(place, sets.map(({ title }) => title).join('、'), sets, value, simulated);
  },
  example: (sources, { field, parameter, file }) => setsOfFile(sources, { field, parameter }, file),
};
