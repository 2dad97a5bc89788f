import type { FileType, MatrixKind } from '@oncoloom/contract';
import type { AnalysisParameter } from '../kinds/analysis.ts';
import type { ChoiceParameter } from '../kinds/choice.ts';
import type { ChoicesParameter } from '../kinds/choices.ts';
import type { CohortParameter } from '../kinds/cohort.ts';
import type { ColourParameter } from '../kinds/colour.ts';
import type { ColoursParameter } from '../kinds/colours.ts';
import type { ColumnsParameter } from '../kinds/columns.ts';
import type { EntriesParameter } from '../kinds/entries.ts';
import type { FileParameter } from '../kinds/file.ts';
import type { FilesParameter } from '../kinds/files.ts';
import type { FlagParameter } from '../kinds/flag.ts';
import type { GeneParameter } from '../kinds/gene.ts';
import type { GeneListParameter } from '../kinds/gene-list.ts';
import type { GeneSetCollectionParameter } from '../kinds/gene-set-collection.ts';
import type { GeneSetsParameter } from '../kinds/gene-sets.ts';
import type { GenesParameter } from '../kinds/genes.ts';
import type { GridParameter } from '../kinds/grid.ts';
import type { GroupParameter } from '../kinds/group.ts';
import type { GroupsTableParameter } from '../kinds/groups-table.ts';
import type { IntegerParameter } from '../kinds/integer.ts';
import type { When } from '../kinds/kind.ts';
import type { NumberParameter } from '../kinds/number.ts';
import type { PlatformParameter } from '../kinds/platform.ts';
import type { RankedGenesParameter } from '../kinds/ranked-genes.ts';
import type { ReferenceSetsParameter } from '../kinds/reference-sets.ts';
import type { SampleTableParameter } from '../kinds/sample-table.ts';
import type { SignatureParameter } from '../kinds/signature.ts';
import type { SurvivalDataParameter } from '../kinds/survival-data.ts';
import type { TableParameter } from '../kinds/table.ts';
import type { TextParameter } from '../kinds/text.ts';
import type { TuplesParameter } from '../kinds/tuples.ts';

/** Parameters whose values go to R as they are. */
export type ValueParameter =
  | NumberParameter
  | IntegerParameter
  | FlagParameter
  | ChoiceParameter
  | ChoicesParameter
  | ColourParameter
  | ColoursParameter
  | TextParameter
  | GeneParameter
  | GenesParameter
  | TuplesParameter;
/** Fields of a figure's look. */
export type StyleParameter = ValueParameter;
/** Parameters that bring data. `input` is the name under which R finds it in `inputs`. */
export type InputParameter =
  | FilesParameter
  | FileParameter
  | GroupsTableParameter
  | TableParameter
  | AnalysisParameter
  | PlatformParameter
  | CohortParameter
  | GeneListParameter
  | RankedGenesParameter
  | SurvivalDataParameter
  | SampleTableParameter
  | GeneSetCollectionParameter
  | GeneSetsParameter
  | ReferenceSetsParameter
  | SignatureParameter
  | GridParameter;
/** Names out of data. */
export type ReferenceParameter = GroupParameter | ColumnsParameter | EntriesParameter;
export type Parameter = ValueParameter | InputParameter | ReferenceParameter;
export type Parameters = Readonly<Record<string, Parameter>>;

/** May a parameter that names something out of data stay unset in a complete request? Where it is hidden or optional, and where its table need not be there. */
export function mayBeUnset(parameters: Parameters, parameter: ReferenceParameter): boolean {
  const tables = Object.entries(parameters).filter(
    ([name, other]) => name === parameter.of || ('input' in other && other.input === parameter.of),
  );
  const absent = ([, other]: [string, Parameter]) => other.when !== undefined || ('optional' in other && other.optional === true);
  if (parameter.when !== undefined) return true;
  return parameter.kind === 'columns' && (parameter.optional === true || tables.every(absent));
}

/** Does the tool read a public cohort, named by the request or by the analysis that it goes on from? */
export function readsCohort(parameters: Parameters): boolean {
  return Object.values(parameters).some((one) => one.kind === 'cohort' || (one.kind === 'analysis' && one.cohort !== undefined));
}

export type {
  AnalysisParameter,
  ChoiceParameter,
  ChoicesParameter,
  CohortParameter,
  ColourParameter,
  ColoursParameter,
  ColumnsParameter,
  EntriesParameter,
  FileParameter,
  FilesParameter,
  /** The kinds of matrix that a requirement may ask for, re-exported for declarations. */
  FileType,
  FlagParameter,
  GeneListParameter,
  GeneParameter,
  GeneSetCollectionParameter,
  GeneSetsParameter,
  GenesParameter,
  GridParameter,
  GroupParameter,
  GroupsTableParameter,
  IntegerParameter,
  MatrixKind,
  NumberParameter,
  PlatformParameter,
  RankedGenesParameter,
  ReferenceSetsParameter,
  SampleTableParameter,
  SignatureParameter,
  SurvivalDataParameter,
  TableParameter,
  TextParameter,
  TuplesParameter,
  When,
};
