import type { Endpoint, FileType, MatrixKind, MatrixName } from '@oncoloom/contract';

/** Holds when the named parameter has one of these values. */
export interface When {
  parameter: string;
  is: readonly (string | boolean | number)[];
}

interface Base {
  /** Chinese label of the control. */
  label: string;
  /** Chinese; says what a larger and a smaller value do. */
  help?: string;
  /** The R argument that the value ends in, for the reader of the declaration and of the help page. */
  feeds?: string;
  /** Other field names under which a request may carry it. */
  aliases?: readonly string[];
  /** Folded away in the form. */
  advanced?: boolean;
  /** Shown only then; a hidden parameter keeps its default, and a hidden input is not read. */
  when?: When;
  /** What the form proposes once the file is known, by one of its facts; a request without the field gets the default all the same. */
  suggestedBy?: { input: string; fact: string; values: Readonly<Record<string, string | boolean | number>> };
}

interface Defaulted<T> {
  default: T;
  /** Another default where another parameter has a certain value. */
  defaultWhen?: When & { value: T };
}

export interface NumberParameter extends Base, Defaulted<number> {
  kind: 'number';
  min: number;
  max: number;
  /** The minimum itself is not allowed. */
  exclusiveMin?: boolean;
  step?: number;
  unit?: string;
}
export interface IntegerParameter extends Base, Defaulted<number> {
  kind: 'integer';
  min: number;
  max: number;
  unit?: string;
}
export interface FlagParameter extends Base, Defaulted<boolean> {
  kind: 'flag';
}
export interface ChoiceParameter extends Base, Defaulted<string> {
  kind: 'choice';
  /** `idle`: the tool then leaves the numbers as they are; it is not offered for data of which only this can be chosen. */
  options: readonly { value: string; label: string; help?: string; idle?: true }[];
  /** The next form begins with the user's last choice, in the same browser; a request without the field gets the default all the same. */
  remembered?: true;
}
/** Any of the options; none means all that there are. */
export interface ChoicesParameter extends Base {
  kind: 'choices';
  options: readonly { value: string; label: string }[];
}
export interface ColourParameter extends Base, Defaulted<string> {
  kind: 'colour';
}
export interface TextParameter extends Base, Defaulted<string> {
  kind: 'text';
  maxLength: number;
  placeholder?: string;
}
/**
 * Rows of so many texts each, one after the other in one list: the order of groups (1), names written instead of others (2),
 * brackets between groups (2), labels with the millimetres that they were moved by (3). Of figures, whose editor sets them.
 */
export interface TuplesParameter extends Base {
  kind: 'tuples';
  width: 1 | 2 | 3;
  /** Rows. */
  max: number;
}
/** A list of genes: array, or one text split at white space, commas, semicolons and Chinese punctuation. */
export interface GenesParameter extends Base {
  kind: 'genes';
  max: number;
  optional?: boolean;
}

/** One gene, by any of its names. */
export interface GeneParameter extends Base {
  kind: 'gene';
  placeholder?: string;
}

/** Fields below bring data. `input` is the name under which R finds it in `inputs`. */
export interface FileParameter extends Base {
  kind: 'file';
  input: string;
  fileTypes: readonly FileType[];
  optional?: boolean;
  /** The tool takes logarithms of any base as they are and hands the base on. All others get log2: the engine converts log10. */
  keepsLogBase?: true;
}
/**
 * Several expression matrices of the caller, files and earlier results, in the order in which they were chosen. R gets a list of
 * matrices. `sourceField` names earlier results in a request.
 */
export interface FilesParameter extends Base {
  kind: 'files';
  input: string;
  fileTypes: readonly FileType[];
  sourceField: string;
  min: number;
  max: number;
  optional?: boolean;
}
/** {sample, group, …}: pasted rows, or the id of a groups table under `fileField`. */
export interface GroupsTableParameter extends Base {
  kind: 'groups-table';
  input: string;
  /** The matrix whose samples it describes. */
  of: string;
  fileField: string;
  fileAliases?: readonly string[];
  optional?: boolean;
  /** Samples that it does not list take part all the same. */
  partial?: true;
}
/** One group's name out of a groups table. */
export interface GroupParameter extends Base {
  kind: 'group';
  of: string;
}
/** Columns of a groups table or of a table input; `detect` names the usual headers, tried in order without regard to case. */
export interface ColumnsParameter extends Base {
  kind: 'columns';
  of: string;
  multiple: boolean;
  type?: 'number' | 'text';
  detect?: readonly string[];
  optional?: boolean;
  /**
   * Those columns of the parameter `of` that are read as codes, or as numbers: no control of its own, but the answer to a question
   * at that one. See `readings.ts`.
   */
  reads?: { of: string; as: 'codes' | 'numbers' };
}
/** A pasted table {columns, rows}. */
export interface TableParameter extends Base {
  kind: 'table';
  input: string;
  maxRows: number;
  maxColumns: number;
  optional?: boolean;
}
/** An earlier completed analysis of the caller; `tables` says which table of which tool serves as the input. */
export interface AnalysisParameter extends Base {
  kind: 'analysis';
  input: string;
  tables: readonly { taskType: string; table: string }[];
  /** Name under which R also finds the public cohort that the analysis read, in the same release. */
  cohort?: string;
  optional?: boolean;
}

/** A GEO platform such as GPL570: the installed table of its probes and genes is the input, with the columns probe and symbol. */
export interface PlatformParameter extends Base {
  kind: 'platform';
  input: string;
  /** The matrix whose own platform is proposed. */
  of: string;
  optional?: boolean;
}

/** What a tool needs of a cohort; a cohort without it is refused with the reason, and the form says it before. */
export interface CohortNeeds {
  /** Matrices beside the expression: at once, or under another parameter's value. */
  matrices?: readonly { name: MatrixName; when?: When }[];
  /** An endpoint with events, or the parameter that names it. */
  survival?: Endpoint | { parameter: string };
  /** Tumours against normals: of TCGA alone, or with GTEx where this flag is on. */
  /** `paired`: the flag under which each patient's own tumour and normal are compared, in place of all. */
  comparison?: { withGtex: string; paired?: string };
  /** A clinical table, with one at least of the features that the named parameter holds; see `FEATURE_WORDS`. */
  clinical?: true | { features: string };
}
/**
 * A public cohort, written `TCGA-ACC`, `ACC` or `acc`: R gets its folder by `open_cohort`. A request without one gets ACC where it serves, else the
 * first that does. With `several`, R gets a list of cohorts by code, and a request without any gets all that serve; beside others, one with too few
 * normals for a comparison is drawn and not tested.
 */
export interface CohortParameter extends Base {
  kind: 'cohort';
  input: string;
  needs: CohortNeeds;
  several?: true;
}

export type ValueParameter =
  | NumberParameter
  | IntegerParameter
  | FlagParameter
  | ChoiceParameter
  | ChoicesParameter
  | ColourParameter
  | TextParameter
  | GeneParameter
  | GenesParameter;
/** Fields of a figure's look. */
export type StyleParameter = ValueParameter | TuplesParameter;
export type InputParameter =
  | FilesParameter
  | FileParameter
  | GroupsTableParameter
  | TableParameter
  | AnalysisParameter
  | PlatformParameter
  | CohortParameter;
export type ReferenceParameter = GroupParameter | ColumnsParameter;
export type Parameter = ValueParameter | InputParameter | ReferenceParameter;
export type Parameters = Readonly<Record<string, Parameter>>;

/** Does the parameter bring data into the job? */
export function isInput(parameter: Parameter): parameter is InputParameter {
  return ['file', 'files', 'groups-table', 'table', 'analysis', 'platform', 'cohort'].includes(parameter.kind);
}

/** Is the parameter in use, given the other values? A hidden value keeps its default, a hidden input is not read. */
export function isShown(parameter: Parameter, values: Readonly<Record<string, unknown>>): boolean {
  const { when } = parameter;
  return when === undefined || when.is.some((value) => value === values[when.parameter]);
}

/** May a columns parameter stay unset in a complete request? Where it is optional, and where its table need not be there. */
export function mayBeUnset(parameters: Parameters, parameter: ColumnsParameter): boolean {
  const tables = Object.entries(parameters).filter(
    ([name, other]) => name === parameter.of || ('input' in other && other.input === parameter.of),
  );
  const absent = ([, other]: [string, Parameter]) => other.when !== undefined || ('optional' in other && other.optional === true);
  return parameter.optional === true || tables.every(absent);
}

/** Does the tool read a public cohort, named by the request or by the analysis that it goes on from? */
export function readsCohort(parameters: Parameters): boolean {
  return Object.values(parameters).some((one) => one.kind === 'cohort' || (one.kind === 'analysis' && one.cohort !== undefined));
}

/** Types of the user's files that a parameter takes. */
export function fileTypesOf(parameter: Parameter): readonly FileType[] {
  if (parameter.kind === 'groups-table') return ['groups'];
  return parameter.kind === 'file' || parameter.kind === 'files' ? parameter.fileTypes : [];
}

/** The kinds of matrix that a requirement may ask for, re-exported for declarations. */
export type { FileType, MatrixKind };
