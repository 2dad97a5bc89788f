import type { Endpoint } from '@oncoloom/contract';

/** A request as it came: sparse, flat or with `parameters` nested, spellings as other clients write them. */
export type SparseRequest = Readonly<Record<string, unknown>>;

/** Everything that a job needs to know of the request: complete, one spelling, checked. */
export interface CompleteRequest {
  taskName: string | undefined;
  example: boolean;
  /** Every value parameter; group and columns parameters as far as given (null: to be found in the data). */
  values: Record<string, Value>;
  /** Every input that was given, by parameter name. */
  inputs: Record<string, InputValue>;
  /** Style fields by figure, only those that differ from the figure's own default. */
  styles: Record<string, Record<string, Value>>;
}
export type Value = string | number | boolean | null | readonly string[];

/** A file of the caller, or an earlier analysis. */
interface FileValue {
  from: 'file';
  id: number;
}
interface AnalysisValue {
  from: 'analysis';
  id: number;
}
interface RowsValue {
  from: 'rows';
  columns: string[];
  rows: string[][];
}
/** One of several matrices. */
export type FilesItem = FileValue | AnalysisValue;

export const DIRECTIONS = ['all', 'up', 'down'] as const;
export type Direction = (typeof DIRECTIONS)[number];
/** The genes that an earlier comparison found to go one way, or either. */
export interface DirectedValue extends AnalysisValue {
  direction: Direction;
  /** Of a result that has modules: the one whose genes are meant. */
  module?: string;
}
/** What genes of a comparison are ranked by; see `rankingsOf`. */
export const RANKINGS = ['t', 'signed_p', 'logFC'] as const;
export type Ranking = (typeof RANKINGS)[number];
/** All genes of an earlier comparison in an order; null: by the first ranking that it has. */
export interface RankedValue extends AnalysisValue {
  by: Ranking | null;
  /** Of a result that has several: the one that is meant; without it the main one. */
  comparison?: string;
}
/** Follow-up of an installed public cohort; the code in lower case. */
export interface FollowUpValue {
  from: 'follow-up';
  code: string;
  endpoint: Endpoint;
}
/** Genes that are typed, as they are written: also those that stand there twice. */
interface GenesValue {
  from: 'genes';
  genes: readonly string[];
}
/** The genes of an earlier result; of one that parts its genes into modules those of one. `module` is empty elsewhere. */
interface ListedValue extends DirectedValue {
  module: string;
}
/** A named set of genes; the colour is empty where the figure may choose it. */
export interface NamedSet {
  title: string;
  color: string;
  of: GenesValue | FileValue | ListedValue;
}

/** What a complete request holds of an input, by its kind. */
export interface InputValues {
  file: FileValue | AnalysisValue;
  files: { from: 'files'; items: readonly FilesItem[] };
  'groups-table': FileValue | RowsValue;
  table: RowsValue;
  analysis: AnalysisValue;
  platform: { from: 'platform'; platform: string };
  /** Lower case; none: the server chooses. */
  cohort: { from: 'cohort'; codes: readonly string[] };
  'gene-list': GenesValue | FileValue | DirectedValue;
  'ranked-genes': RowsValue | FileValue | RankedValue;
  'survival-data': FileValue | RowsValue | FollowUpValue;
  'sample-table': FileValue | RowsValue;
  /** No name: the server chooses. */
  'gene-set-collection': { from: 'collection'; name?: string } | FileValue;
  'reference-sets': { from: 'reference' };
  /** No name: the server chooses. */
  signature: { from: 'collection'; name?: string } | FileValue;
  'gene-sets': { from: 'sets'; sets: readonly NamedSet[] } | FileValue;
  grid: RowsValue;
}
export type InputValue = InputValues[keyof InputValues];
/** Of the inputs of one kind of parameter. */
export type InputValueOf<P extends { kind: keyof InputValues }> = InputValues[P['kind']];
