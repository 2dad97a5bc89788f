import type { FileType } from '@oncoloom/contract';
import type {
  InputParameter,
  Parameter,
  Parameters,
  ReferenceParameter,
  StyleParameter,
  ValueParameter,
} from '../declaration/parameters.ts';
import { analysis } from './analysis.ts';
import { choice } from './choice.ts';
import { choices } from './choices.ts';
import { cohort } from './cohort.ts';
import { colour } from './colour.ts';
import { colours } from './colours.ts';
import { columns } from './columns.ts';
import { entries } from './entries.ts';
import { file } from './file.ts';
import { files } from './files.ts';
import { flag } from './flag.ts';
import { gene } from './gene.ts';
import { geneList } from './gene-list.ts';
import { geneSetCollection } from './gene-set-collection.ts';
import { geneSets } from './gene-sets.ts';
import { genes } from './genes.ts';
import { grid } from './grid.ts';
import { group } from './group.ts';
import { groupsTable } from './groups-table.ts';
import { integer } from './integer.ts';
import type { InputKind, Kind, ValueKind } from './kind.ts';
import { number } from './number.ts';
import { platform } from './platform.ts';
import { rankedGenes } from './ranked-genes.ts';
import { referenceSets } from './reference-sets.ts';
import { sampleTable } from './sample-table.ts';
import { signature } from './signature.ts';
import { survivalData } from './survival-data.ts';
import { table } from './table.ts';
import { text } from './text.ts';
import { tuples } from './tuples.ts';

/** A handler for each kind of a union of parameters; a kind without one does not compile. */
type ValueHandlers<P extends { kind: string }> = { [K in P['kind']]: ValueKind<Extract<P, { kind: K }>> };
type InputHandlers = { [K in InputParameter['kind']]: InputKind<Extract<InputParameter, { kind: K }>> };

const VALUES = {
  number,
  integer,
  flag,
  choice,
  choices,
  colour,
  colours,
  text,
  gene,
  genes,
  tuples,
} as const satisfies ValueHandlers<StyleParameter>;
const REFERENCES = { group, columns, entries } as const satisfies ValueHandlers<ReferenceParameter>;
const INPUTS = {
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
} as const satisfies InputHandlers;
const ALL_VALUES = { ...VALUES, ...REFERENCES };

/** Does the parameter bring data into the job? */
export function isInput(parameter: Parameter): parameter is InputParameter {
  return Object.hasOwn(INPUTS, parameter.kind);
}

/** Is the parameter a value by itself: neither data nor a name out of data? */
export function isValueParameter(parameter: Parameter): parameter is ValueParameter {
  return Object.hasOwn(VALUES, parameter.kind);
}

export function valueKind(parameter: StyleParameter | ReferenceParameter): ValueKind<StyleParameter | ReferenceParameter> {
  return ALL_VALUES[parameter.kind];
}

export function inputKind(parameter: InputParameter): InputKind<InputParameter> {
  return INPUTS[parameter.kind];
}

/** The kind of a parameter, as far as all kinds have the same. */
export function kindOf(parameter: Parameter | StyleParameter): Kind<Parameter | StyleParameter> {
  return !isInput(parameter) ? valueKind(parameter) : inputKind(parameter);
}

/** Types of the user's files that a parameter takes. */
export function fileTypesOf(parameter: Parameter): readonly FileType[] {
  return isInput(parameter) ? (inputKind(parameter).fileTypes?.(parameter) ?? []) : [];
}

/** As what the file of a tool's own example is read that fills a parameter. */
export function exampleFileType(parameter: Parameter): FileType {
  return fileTypesOf(parameter)[0] ?? (parameter.kind === 'analysis' && parameter.matrix === true ? 'expression' : 'table');
}

/** The field of a request that takes a file's id for an input. */
export function fileFieldOf(parameters: Parameters, name: string): string {
  const parameter = parameters[name];
  return parameter !== undefined && isInput(parameter) ? (inputKind(parameter).fileField?.(parameter) ?? name) : name;
}
