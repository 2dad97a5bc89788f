import type { InputParameter } from '@oncoloom/tool-kit';
import { analysis } from './analysis.ts';
import { cohort } from './cohort.ts';
import { file } from './file.ts';
import { files } from './files.ts';
import { geneList } from './gene-list.ts';
import { geneSetCollection } from './gene-set-collection.ts';
import { geneSets } from './gene-sets.ts';
import { grid } from './grid.ts';
import { groupsTable } from './groups-table.ts';
import type { ResolvedKind } from './kind.ts';
import { platform } from './platform.ts';
import { rankedGenes } from './ranked-genes.ts';
import { referenceSets } from './reference-sets.ts';
import { sampleTable } from './sample-table.ts';
import { signature } from './signature.ts';
import { survivalData } from './survival-data.ts';
import { table } from './table.ts';

/** A kind of input that is not found anywhere does not compile. */
type Handlers = { [K in InputParameter['kind']]: ResolvedKind<Extract<InputParameter, { kind: K }>> };

const KINDS = {
  file,
  files,
  'groups-table': groupsTable,
  table,
  analysis,
  platform,
  cohort,
  'gene-list': geneList,
  'ranked-genes': rankedGenes,
  'survival-data': survivalData,
  'sample-table': sampleTable,
  'gene-set-collection': geneSetCollection,
  'gene-sets': geneSets,
  'reference-sets': referenceSets,
  signature,
  grid,
} as const satisfies Handlers;

export function resolvedKind(parameter: InputParameter): ResolvedKind<InputParameter> {
  return KINDS[parameter.kind];
}
