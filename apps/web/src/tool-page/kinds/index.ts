import { type InputParameter, inputKind, readInput, type ToolDefinition } from '@oncoloom/tool-kit';
import type { InputChoice } from '../data/input-choice.ts';
import { analysis } from './analysis.ts';
import { cohort } from './cohort.ts';
import { file } from './file.ts';
import { files } from './files.ts';
import { geneList } from './gene-list.ts';
import { geneSetCollection } from './gene-set-collection.ts';
import { geneSets } from './gene-sets.ts';
import { grid } from './grid.ts';
import { groupsTable } from './groups-table.ts';
import type { FormKind } from './kind.ts';
import { platform } from './platform.ts';
import { rankedGenes } from './ranked-genes.ts';
import { referenceSets } from './reference-sets.ts';
import { sampleTable } from './sample-table.ts';
import { signature } from './signature.ts';
import { survivalData } from './survival-data.ts';
import { table } from './table.ts';

/** A kind of input that no form keeps does not compile. */
type Handlers = { [K in InputParameter['kind']]: FormKind<Extract<InputParameter, { kind: K }>> };

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

export function formKind(parameter: InputParameter): FormKind<InputParameter> {
  return KINDS[parameter.kind];
}

/** A choice out of what a request carried for an input. */
export async function choiceIn(
  tool: ToolDefinition,
  field: string,
  parameter: InputParameter,
  request: Readonly<Record<string, unknown>>,
): Promise<InputChoice | undefined> {
  const value = readInput(tool, field, request);
  return value && formKind(parameter).choice(parameter, value);
}

const written = new WeakMap<InputChoice, Map<InputParameter, [string, unknown][]>>();

/** The fields of a request that say what was chosen; the same arrays for the same choice, by which `requestKey` knows a large table again. */
export function fieldsOf(parameter: InputParameter, name: string, choice: InputChoice): readonly [string, unknown][] {
  const known = written.get(choice) ?? new Map<InputParameter, [string, unknown][]>();
  written.set(choice, known);
  const value = known.has(parameter) ? undefined : formKind(parameter).value(parameter, choice);
  const fields = known.get(parameter) ?? (value === undefined ? [] : inputKind(parameter).write(parameter, name, value));
  known.set(parameter, fields);
  return fields;
}

/** Why nothing can run with this choice, in a sentence: it is not made, or not complete. */
export function lackingOf(parameter: InputParameter, choice: InputChoice | undefined): string | undefined {
  return choice === undefined ? inputKind(parameter).missing(parameter) : formKind(parameter).problem?.(parameter, choice);
}
