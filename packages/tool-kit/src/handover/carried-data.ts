/**
 * What of the data of a run another tool looks at again, as the two declarations say: a matrix with what describes its samples, a cohort with its
 * endpoint, a score of genes, follow-up with its unit. A form that goes on from a result starts with them, whatever of the result it takes.
 */
import type { Endpoint, FileType } from '@oncoloom/contract';
import type { CohortNeeds } from '../cohorts/cohorts.ts';
import type { ToolDefinition } from '../declaration/define-tool.ts';
import type {
  CohortParameter,
  FileParameter,
  FilesParameter,
  InputParameter,
  Parameters,
  SurvivalDataParameter,
} from '../declaration/parameters.ts';
import { handoverOf, matricesTaken } from './handover.ts';

/** From which parameter of a run into which of the tool. */
interface Carried {
  from: string;
  to: string;
}

/** What is carried. Inputs stand in the order in which they are placed: a matrix before what describes its samples. */
interface CarriedData {
  inputs: readonly Carried[];
  /** Values that say how these are read: groups, columns, unit, endpoint, sort of normals. */
  values: readonly Carried[];
  /** Values that the run's tool itself stands for: its one endpoint, the unit of a cohort's follow-up. */
  set: Readonly<Record<string, Endpoint | 'day'>>;
}

type Declaration = Pick<ToolDefinition, 'taskType' | 'parameters' | 'partOf' | 'oneOf'>;
type Found<P> = [name: string, parameter: P] | undefined;

const MATRIX: FileType = 'expression';

function first<P extends InputParameter>(parameters: Parameters, is: (parameter: Parameters[string]) => parameter is P): Found<P> {
  return Object.entries(parameters).find((entry): entry is [string, P] => is(entry[1]));
}

const takesMatrix = (parameter: Parameters[string]): parameter is FileParameter | FilesParameter =>
  (parameter.kind === 'file' || parameter.kind === 'files') && parameter.fileTypes.includes(MATRIX);
const isCohort = (parameter: Parameters[string]): parameter is CohortParameter => parameter.kind === 'cohort';
const isFollowUp = (parameter: Parameters[string]): parameter is SurvivalDataParameter => parameter.kind === 'survival-data';

const capabilitiesOf = (parameter: FileParameter | FilesParameter) => (parameter.kind === 'file' ? matricesTaken(parameter) : ['matrix']);

/** Tables of samples, those of groups before others: a groups table tells more. */
function sampleTables(parameters: Parameters): string[] {
  const of = (kind: string) => Object.keys(parameters).filter((name) => parameters[name]?.kind === kind);
  return [...of('groups-table'), ...of('sample-table')];
}

/** The parameters that say how a cohort is read, by what each is for. */
function cohortValues({ survival, comparison }: CohortNeeds): (string | undefined)[] {
  return [typeof survival === 'object' ? survival.parameter : undefined, comparison?.withGtex, comparison?.paired];
}

const pairs = (from: readonly (string | undefined)[], to: readonly (string | undefined)[]): Carried[] =>
  from.flatMap((name, i) => {
    const target = to[i];
    return name === undefined || target === undefined ? [] : [{ from: name, to: target }];
  });

const isBaseline = (parameter: Parameters[string] | undefined): boolean => parameter?.kind === 'group' && parameter.baseline === true;

/**
 * Groups and columns that both tools choose under one name out of tables that go from one into the other, and the group that others are compared with,
 * under whatever name.
 */
function chosenOf(source: Parameters, target: Parameters, tables: readonly Carried[]): Carried[] {
  const baseline = Object.keys(source).find((name) => isBaseline(source[name]));
  return Object.entries(target).flatMap(([name, parameter]): Carried[] => {
    const from = (isBaseline(parameter) ? baseline : undefined) ?? name;
    const own = source[from];
    if ((parameter.kind !== 'group' && parameter.kind !== 'columns') || own?.kind !== parameter.kind) return [];
    const goes = tables.some((table) => table.to === parameter.of && table.from === own.of);
    return goes ? [{ from, to: name }] : [];
  });
}

/** Values that say how several genes become one number, and which they are where both tools call them so. */
const SCORE_VALUES = ['marker', 'score_genes', 'combine', 'weights'];

/** The score of a run in another tool that makes it by the same rules. */
function scoreOf(source: Parameters, target: Parameters): Carried[] {
  const both = SCORE_VALUES.filter((name) => name in source && name in target);
  return both.includes('combine') ? pairs(both, both) : [];
}

/**
 * The data of a run that go into another tool. None where the tool looks at other data by its nature: what a model or modules were made of does not
 * validate them; the endpoint goes along all the same.
 */
export function carriedData(source: Declaration & Pick<ToolDefinition, 'produces'>, target: Declaration): CarriedData {
  const taken = handoverOf(source, target)?.field;
  const into = taken === undefined ? undefined : target.parameters[taken];
  const otherData = into?.kind === 'analysis' && into.otherData === true;
  const [matrix, ownMatrix] = [first(source.parameters, takesMatrix), first(target.parameters, takesMatrix)];
  const [cohort, ownCohort] = [first(source.parameters, isCohort), first(target.parameters, isCohort)];
  const [followUp, ownFollowUp] = [first(source.parameters, isFollowUp), first(target.parameters, isFollowUp)];
  const inputs: Carried[] = [];
  const values: Carried[] = [];
  const set: Record<string, Endpoint | 'day'> = {};
  if (matrix !== undefined && ownMatrix !== undefined && ownMatrix[0] !== taken) {
    const accepted: readonly string[] = capabilitiesOf(ownMatrix[1]);
    if (capabilitiesOf(matrix[1]).some((what) => accepted.includes(what))) inputs.push({ from: matrix[0], to: ownMatrix[0] });
  }
  const tables = pairs(sampleTables(source.parameters).slice(0, 1), sampleTables(target.parameters).slice(0, 1));
  if (followUp !== undefined && ownFollowUp !== undefined) {
    tables.push({ from: followUp[0], to: ownFollowUp[0] });
    values.push(...pairs([followUp[1].unit, followUp[1].coded], [ownFollowUp[1].unit, ownFollowUp[1].coded]));
  }
  inputs.push(...tables);
  values.push(...chosenOf(source.parameters, target.parameters, tables), ...scoreOf(source.parameters, target.parameters));
  if (cohort !== undefined && ownCohort !== undefined) {
    inputs.push({ from: cohort[0], to: ownCohort[0] });
    values.push(...pairs(cohortValues(cohort[1].needs), cohortValues(ownCohort[1].needs)));
    const { survival } = cohort[1].needs;
    const asked = ownCohort[1].needs.survival;
    if (typeof survival === 'string' && typeof asked === 'object') set[asked.parameter] = survival;
  } else if (cohort !== undefined && ownFollowUp?.[1].cohort !== undefined && cohort[1].needs.survival !== undefined) {
    inputs.push({ from: cohort[0], to: ownFollowUp[0] });
    set[ownFollowUp[1].unit] = 'day';
  } else if (followUp !== undefined && ownFollowUp === undefined && ownCohort !== undefined) {
    inputs.push({ from: followUp[0], to: ownCohort[0] });
  }
  return { inputs: otherData ? [] : inputs, values, set };
}
