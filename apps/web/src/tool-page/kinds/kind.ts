import type { InputParameter, InputValueOf } from '@oncoloom/tool-kit';
import type { InputChoice, MatrixChoice } from '../data/input-choice.ts';

// Methods, not properties: a handler of a certain parameter is then a handler of parameters, without a cast.

/** What the form keeps of a kind of input, and how that becomes a request and comes back from one. */
export interface FormKind<P extends InputParameter> {
  /** What a request says of a choice; undefined while it says nothing yet. */
  value(parameter: P, choice: InputChoice): InputValueOf<P> | undefined;
  /** The choice that a request stood for. What is gone is left out: the form asks for it again. */
  choice(parameter: P, value: InputValueOf<P>): Promise<InputChoice | undefined>;
  /** The choice after a fix of one click. */
  fixed?(value: InputValueOf<P>, before: InputChoice | undefined): InputChoice | undefined;
  /** A file or an earlier result in this place; undefined where it cannot stand there. */
  placed?(choice: MatrixChoice): InputChoice | undefined;
  /** Typed genes in this place; undefined where they cannot stand there. */
  typed?(genes: readonly string[]): InputChoice | undefined;
  /** What a choice still lacks, in a sentence; undefined where it can be sent. */
  problem?(parameter: P, choice: InputChoice): string | undefined;
}
