import type { Capability } from '../handover/capabilities.ts';
import type { Base, InputKind } from './kind.ts';
import { lastOf, pleaseChoose, readIdentity } from './reading.ts';

/** An earlier completed analysis of the caller: its table that holds what the parameter accepts is the input, as a matrix where it is one. */
export interface AnalysisParameter extends Base {
  kind: 'analysis';
  input: string;
  accepts?: readonly Capability[];
  /** Of a part (`partOf`): this table of a result that its parent has made. */
  ofParent?: string;
  /** Name under which R also finds the public cohort that the analysis read, in the same release. */
  cohort?: string;
  optional?: boolean;
  /** The tool looks at what the result has not seen, as a validation does: a form that goes on from it leaves the data to the user. */
  otherData?: true;
  /** What it accepts is a matrix, and so is the file of the tool's own example that stands in for it. */
  matrix?: true;
}

export const analysis: InputKind<AnalysisParameter> = {
  read: (_, given) => readIdentity('analysis', lastOf(given)[1]),
  write: (_, name, { id }) => [[name, id]],
  missing: (parameter) => (parameter.optional === true ? undefined : pleaseChoose(parameter)),
  expected: () => '要选一次已完成的分析',
  schema: () => ({ type: 'integer' }),
};
