import type { GeneSetsService } from './service.ts';
import { readSignatureSources, type SignatureSource, signatureCommand } from './signature-sources.ts';
import { SIGNATURE_ENDING, type SignaturesService } from './signatures.ts';
import { type GeneSetSource, installCommand, newestSources, readSources } from './sources.ts';

interface Installed {
  geneSets: Pick<GeneSetsService, 'list'>;
  signatures: Pick<SignaturesService, 'list'>;
}

/** Collections of gene sets that are installed in no release, in their newest, and signatures that are not installed. */
export async function notInstalled({ geneSets, signatures }: Installed): Promise<{
  collections: GeneSetSource[];
  signatures: SignatureSource[];
}> {
  const [installed, known, sources, signatureSources] = await Promise.all([
    geneSets.list(),
    signatures.list(),
    readSources(),
    readSignatureSources(),
  ]);
  const files = new Set(installed.map(({ name }) => name));
  const present = new Set(sources.filter(({ file }) => files.has(file)).map(({ name }) => name));
  const signatureFiles = new Set(known.map(({ name }) => `${name}${SIGNATURE_ENDING}`));
  return {
    collections: newestSources(sources).filter(({ name }) => !present.has(name)),
    signatures: signatureSources.filter(({ file }) => !signatureFiles.has(file)),
  };
}

/** What the operator can install, with the command: rows of title, release, licence and command. */
export async function installableRows(installed: Installed): Promise<string[][]> {
  const { collections, signatures } = await notInstalled(installed);
  return [
    ...signatures.map((source) => [source.title, source.release, source.licence, signatureCommand(source)]),
    ...collections.map((source) => [source.title, source.release, source.licence, installCommand(source)]),
  ];
}
