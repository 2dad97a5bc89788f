import type { DirectedValue, GeneListParameter } from '@oncoloom/tool-kit';
import type { StoredFile } from '../../files/service.ts';
import { chosenOnOutcome } from '../input-sources/chosen-on-outcome.ts';
import { cohortsRead, type FoundIn } from '../input-sources/cohorts-read.ts';
import { ownAnalysis } from '../input-sources/from-analysis.ts';
import { ownFile } from '../input-sources/from-file.ts';
import { describeDocument } from '../input-sources/from-text.ts';
import { genesOfFile, genesOfResult, type ListedGenes } from '../input-sources/listed-genes.ts';
import type { AnalysisRecord, UsedInput } from '../tables.ts';
import { isSimulated } from '../texts/simulated.ts';
import type { Described, ResolvedKind, Sources } from './kind.ts';

interface Place {
  field: string;
  parameter: GeneListParameter;
}

interface Listed extends Place, ListedGenes {
  /** Rows of an earlier result: what its data call so, and not what somebody who types a name means by it. */
  ofResult?: true;
  chosenBy?: 'screen' | 'model' | 'comparison';
  ofTable?: string;
  foundIn?: readonly FoundIn[];
  name: string;
  request: UsedInput['request'];
  simulated?: boolean;
}

function describeGenes({
  field,
  parameter,
  name,
  genes: listed,
  universe,
  ofResult,
  chosenBy,
  ofTable,
  foundIn = [],
  request,
  simulated = false,
}: Listed): Described {
  const genes = [...new Set(listed)];
  return describeDocument({
    field,
    parameter,
    type: 'genes',
    content: {
      genes,
      universe: universe ?? null,
      ...(ofResult === true ? { ofResult } : {}),
      ...(chosenBy === undefined ? {} : { chosenBy }),
    },
    rows: genes.length,
    columns: 1,
    facts: {
      name,
      geneList: {
        genes,
        ...(universe === undefined ? {} : { universe: universe.length }),
        ...(chosenBy === undefined ? {} : { chosenBy }),
        ...(ofTable === undefined ? {} : { ofTable }),
        ...(foundIn.length === 0 ? {} : { foundIn }),
      },
    },
    request,
    simulated,
  });
}

async function ofFile(sources: Sources, place: Place, file: StoredFile): Promise<Described> {
  const { genes, column } = await genesOfFile(sources, place, file);
  return describeGenes({
    ...place,
    name: file.name,
    genes,
    ...(column === undefined ? {} : { ofTable: column }),
    request: { from: 'file', id: file.id },
  });
}

/** Changed genes with what was tested, the genes of a module with those of the network, else the genes that a result lists. */
async function ofAnalysis(
  sources: Sources,
  place: Place,
  source: AnalysisRecord,
  request: DirectedValue,
  before: readonly UsedInput[],
): Promise<Described> {
  const found = await genesOfResult(sources, place.field, source, request);
  const chosen = await chosenOnOutcome(sources, source, before);
  const foundIn = await cohortsRead(sources, source);
  const name = request.module === undefined ? source.name : `${source.name} · ${request.module}`;
  return describeGenes({ ...place, ...found, ...chosen, foundIn, ofResult: true, name, request, simulated: isSimulated(source) });
}

/** Genes that were typed, of a file, or those that an earlier comparison found changed, with all that it tested. */
export const geneList: ResolvedKind<GeneListParameter> = {
  async resolve(sources, { field, parameter, value, userId, before }) {
    const place = { field, parameter };
    if (value.from === 'genes') return describeGenes({ ...place, name: parameter.label, genes: value.genes, request: value });
    if (value.from === 'file') return ofFile(sources, place, await ownFile(sources, { ...place, takes: [] }, userId, value.id));
    return ofAnalysis(sources, place, await ownAnalysis(sources, field, userId, value.id), value, before);
  },
  example: (sources, { field, parameter, file }) => ofFile(sources, { field, parameter }, file),
};
