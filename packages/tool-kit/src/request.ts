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
/** One of several matrices. */
export type FilesItem = { from: 'file'; id: number } | { from: 'analysis'; id: number };
export type InputValue =
  | { from: 'file'; id: number }
  | { from: 'analysis'; id: number }
  | { from: 'files'; items: readonly FilesItem[] }
  | { from: 'platform'; platform: string }
  /** Lower case; none: the server chooses. */
  | { from: 'cohort'; codes: readonly string[] }
  | { from: 'rows'; columns: string[]; rows: string[][] };
