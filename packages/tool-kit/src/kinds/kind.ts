import type { FileType, Finding } from '@oncoloom/contract';
import type { z } from 'zod';
import type { InputFacts } from '../inputs/input-facts.ts';
import type { InputValueOf, InputValues, Value } from '../request/request.ts';

/** Holds when the named parameter has one of these values. */
export interface When {
  parameter: string;
  is: readonly (string | boolean | number)[];
}

/** What a file that may be either turns out to be. */
export type DataShape = 'table' | 'matrix';

/** What every parameter's declaration has. */
export interface Base {
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
  /**
   * Of a tool whose file may be a table or a matrix: in use only where it is one of these. The form hides it elsewhere, and R passes it by.
   */
  shape?: DataShape;
  /** What the form proposes once the file is known, by one of its facts; a request without the field gets the default all the same. */
  suggestedBy?: { input: string; fact: string; values: Readonly<Record<string, string | boolean | number>> };
}

/** A parameter of any kind, as far as one kind knows of another. */
export interface Declared extends Base {
  kind: string;
  /** Of one that brings data: the name under which R finds it. */
  input?: string;
}

/** One that says what the samples of a matrix are; `of`: the parameter that brings the matrix. */
export interface DescribingParameter extends Declared {
  of?: string;
}

/** The parameters of a tool, by name. */
export type Declarations = Readonly<Record<string, Declared>>;

/** Those of one kind, with their names. */
export function ofKind<P extends Declared>(parameters: Declarations, kind: P['kind']): [string, P][] {
  return Object.entries(parameters).filter((entry): entry is [string, P] => entry[1].kind === kind);
}

/** Is the parameter in use, given the other values? A hidden value keeps its default, a hidden input is not read. */
export function isShown({ when }: Pick<Base, 'when'>, values: Readonly<Record<string, unknown>>): boolean {
  return when === undefined || when.is.some((value) => value === values[when.parameter]);
}

export interface Defaulted<T> {
  default: T;
  /** Another default where another parameter has a certain value. */
  defaultWhen?: When & { value: T };
}

/** What a check may look at. Detected columns are put into `values`, words for the tool's texts into `words`. */
interface CheckContext<P> {
  /** Of the tool, this one among them. */
  parameters: Declarations;
  name: string;
  parameter: P;
  facts: Readonly<Record<string, InputFacts>>;
  values: Record<string, Value>;
  words: Record<string, unknown>;
}

// Handlers are written as methods: one of a certain parameter is then a handler of parameters, without a cast.

/** What is known of every kind of parameter. */
export interface Kind<P> {
  /** JSON Schema of a value, without title and description. */
  schema(parameter: P): Record<string, unknown>;
  /** What the value has to be; stands after the label: 「要填数字」. */
  expected(parameter: P): string;
  /** A request may write many of it as one text. */
  listed?: true;
  /** The sentence for a request without it; undefined where it may be left out. */
  missing(parameter: P): string | undefined;
  /** What can be told from the inputs' facts before anything runs. */
  check?(context: CheckContext<P>): Finding[];
}

/** A kind whose values go to R among the parameters. */
export interface ValueKind<P> extends Kind<P> {
  /** The schema of a value as requests write it; its own messages name the field. */
  read(parameter: P): z.ZodType<Value>;
  /** What a request without it gets, given the values that stand before it in the declaration. */
  absent(parameter: P, values: Readonly<Record<string, Value>>): Value;
}

/** What a request has given under the fields of one input, by what each of them stands for; the last given comes last. */
export type Given = ReadonlyMap<string, unknown>;

/** The part of an input that its own field stands for. */
export const OWN = 'own';

/** A field of a request with its value. */
export type WrittenField = [field: string, raw: unknown];

/** A kind that brings data into the job. */
export interface InputKind<P extends { kind: keyof InputValues }> extends Kind<P> {
  /** Undefined where the fields that came name nothing, such as a direction without its analysis. */
  read(parameter: P, given: Given): InputValueOf<P> | z.ZodError | undefined;
  /** The fields of a request that are read as this value. */
  write(parameter: P, name: string, value: InputValueOf<P>): WrittenField[];
  /** Further fields of a request that belong to it, and what each stands for. */
  fields?(parameter: P): readonly (readonly [field: string, part: string])[];
  /** All fields count together; otherwise the last one given does. */
  joint?: true;
  /** What a request without it gets. */
  absent?(parameter: P): InputValueOf<P> | undefined;
  /** Types of the user's files that it takes. */
  fileTypes?(parameter: P): readonly FileType[];
  /** The field that takes a file's id, where it is not its own. */
  fileField?(parameter: P): string;
}

/** The field that names an earlier analysis in the place of a matrix. */
export const SOURCE_FIELD = 'source_analysis_id';
