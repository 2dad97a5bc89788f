import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GENE_SET_FAMILIES, geneSetCollectionSchema, ORGANISMS } from '@oncoloom/contract';
import { z } from 'zod';
import { ROOT } from '../platform/root.ts';

const sourceSchema = geneSetCollectionSchema
  .pick({ title: true, source: true, subset: true, release: true, date: true, licence: true })
  .extend({
    /** What the operator calls it; the same in every release. */
    name: z.string().regex(/^[a-z][a-z0-9-]*$/),
    /** Under which it is installed; another one in every release. */
    file: z.string().regex(/^\w[\w.-]*\.gmt$/),
    family: z.enum(GENE_SET_FAMILIES),
    organism: z.enum(ORGANISMS),
    /** It is installed only by who has accepted the licence. */
    acceptLicence: z.boolean(),
    identifiers: z.literal('symbol'),
    address: z.url(),
    sets: z.number().int().positive().optional(),
    /**
     * What the unpacked file may be: as its publisher's address gives it, or as copies have it that were compared with others.
     * None: nobody here has seen it; what comes first is remembered, and later compared with.
     */
    contents: z.array(
      z.object({
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        bytes: z.number().int().positive().optional(),
        seen: z.enum(['publisher', 'copy']),
      }),
    ),
  });

/** A release of a collection that the operator can install. */
export type GeneSetSource = z.infer<typeof sourceSchema>;

const fileSchema = z.object({ geneSets: z.array(sourceSchema) });

/** What is known of public references. */
export const SOURCES_FILE = join(ROOT, 'reference/sources.json');

/** @param path Of a file such as reference/sources.json. */
export async function readSources(path = SOURCES_FILE): Promise<GeneSetSource[]> {
  return fileSchema.parse(JSON.parse(await readFile(path, 'utf8'))).geneSets;
}

/** Of two releases of one collection the later one. */
const later = (a: GeneSetSource, b: GeneSetSource): number =>
  a.date === b.date ? b.release.localeCompare(a.release) : a.date < b.date ? 1 : -1;

/** The newest release of each collection, in the order of the file. */
export function newestSources(sources: readonly GeneSetSource[]): GeneSetSource[] {
  const names = [...new Set(sources.map(({ name }) => name))];
  return names.flatMap((name) => releasesOf(sources, name).slice(0, 1));
}

/** All releases of a collection, the newest first. */
export function releasesOf(sources: readonly GeneSetSource[], name: string): GeneSetSource[] {
  return sources.filter((source) => source.name === name).sort(later);
}

/** What the operator types to install it. */
export function installCommand({ name, acceptLicence }: GeneSetSource): string {
  return `npm run reference -- install ${name}${acceptLicence ? ' --accept-licence' : ''}`;
}
