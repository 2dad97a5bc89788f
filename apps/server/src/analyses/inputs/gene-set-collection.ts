import type { GeneSetCollectionParameter, InputParameter } from '@oncoloom/tool-kit';
import type { StoredFile } from '../../files/service.ts';
import type { GeneSetsService, InstalledCollection } from '../../gene-sets/service.ts';
import { fieldError } from '../../platform/errors.ts';
import { describeFile, ownFile } from '../input-sources/from-file.ts';
import type { UsedInput } from '../tables.ts';
import type { Described, ResolvedKind, Sources } from './kind.ts';

/** Collections of gene sets that are installed, as one input. @param several R gets a list of them, also where it is one. */
export async function describeCollections(
  { storage }: Pick<Sources, 'storage'>,
  { field, parameter }: { field: string; parameter: InputParameter },
  collections: readonly InstalledCollection[],
  { request, several }: { request: UsedInput['request']; several: boolean },
): Promise<Described> {
  for (const { sha256, path } of collections) if (!(await storage.has(sha256))) await storage.put(path);
  const used = collections.map(
    ({ title, release, date, organism, family, subset, sha256, titles }, i): UsedInput => ({
      field,
      input: parameter.input,
      type: 'gene-sets',
      name: title,
      sha256,
      blob: sha256,
      format: 'gmt',
      rows: titles.length,
      columns: 1,
      collection: { title, release, date, organism, family, subset },
      ...(several ? { place: i + 1 } : {}),
      request,
    }),
  );
  const [titles, sizes] = [collections.flatMap((one) => one.titles), collections.flatMap((one) => one.sizes)];
  return {
    facts: { name: collections.map(({ title }) => title).join('、'), collection: { sets: titles.length }, geneSets: { titles, sizes } },
    used,
  };
}

/** The collection that is taken where a request names none. */
async function chosenFor(geneSets: Sources['geneSets'], { preferred, families }: GeneSetCollectionParameter) {
  const preferredOne = preferred === undefined ? undefined : await geneSets.find(preferred);
  if (preferredOne !== undefined) return preferredOne;
  for (const family of families ?? []) {
    const [newest] = await geneSets.newest(family, 'hsa');
    if (newest !== undefined) return newest;
  }
  return families === undefined ? (await geneSets.list())[0] : undefined;
}

async function namesOf(geneSets: Pick<GeneSetsService, 'list'>): Promise<string> {
  const installed = (await geneSets.list()).map(({ name }) => name);
  return installed.length === 0 ? '这台服务器还没有安装基因集，请上传自己的 gmt 文件' : `已安装的有：${installed.join('、')}`;
}

/** An installed collection. @param name Undefined: the one that the parameter prefers. */
export async function installedCollection(
  sources: Pick<Sources, 'geneSets' | 'storage'>,
  { field, parameter }: { field: string; parameter: GeneSetCollectionParameter },
  name: string | undefined,
): Promise<Described> {
  const { geneSets } = sources;
  const collection = name === undefined ? await chosenFor(geneSets, parameter) : await geneSets.find(name);
  if (collection === undefined) {
    const missing = name === undefined ? `请选择「${parameter.label}」` : `没有安装「${name}」`;
    throw fieldError(field, `${missing}。${await namesOf(geneSets)}`);
  }
  const request = { from: 'collection', name: collection.name } as const;
  return describeCollections(sources, { field, parameter }, [collection], { request, several: false });
}

/** R reads the parsed file itself: tens of thousands of sets never pass through this process. */
async function ofFile(
  sources: Sources,
  place: { field: string; parameter: GeneSetCollectionParameter },
  file: StoredFile,
): Promise<Described> {
  const { used } = await describeFile(sources, { ...place, takes: ['gene_sets'] }, file);
  return {
    facts: { name: file.name, collection: { sets: file.facts?.table?.rows ?? 0 } },
    used: used.map((one) => ({ ...one, type: 'gene-sets', columns: 1 })),
  };
}

/** A collection of gene sets: an installed one, or a file of the user's. */
export const geneSetCollection: ResolvedKind<GeneSetCollectionParameter> = {
  async resolve(sources, { field, parameter, value, userId }) {
    const place = { field, parameter };
    if (value.from === 'collection') return installedCollection(sources, place, value.name);
    return ofFile(sources, place, await ownFile(sources, { ...place, takes: [] }, userId, value.id));
  },
  example: (sources, { field, parameter, file }) => ofFile(sources, { field, parameter }, file),
};
