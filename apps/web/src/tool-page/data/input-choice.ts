import type { MatrixFacts, UserFile } from '@oncoloom/contract';
import {
  type Direction,
  type FollowUpValue,
  type InputFacts,
  joinMatrices,
  type NamedMatrix,
  type Ranking,
  splitGenes,
} from '@oncoloom/tool-kit';

/** Where rows came from, for the words on their card. */
export type RowsOrigin =
  | { kind: 'annotation'; column: string }
  | { kind: 'file'; name: string }
  | { kind: 'pasted' }
  | { kind: 'by-hand' }
  | { kind: 'studies' }
  | { kind: 'earlier' };

/** What was chosen for an input. */
export type InputChoice =
  | MatrixChoice
  | { from: 'rows'; columns: readonly string[]; rows: readonly (readonly string[])[]; origin: RowsOrigin }
  /** `proposed`: the matrix says so itself; nobody chose it. */
  | { from: 'platform'; platform: string; proposed: boolean }
  | { from: 'cohort'; codes: readonly string[] }
  /** That of a public cohort. */
  | FollowUpValue
  /** Genes as they are typed. */
  | { from: 'genes'; text: string }
  | { from: 'collection'; name: string; title: string }
  | { from: 'sets'; sets: readonly TypedSet[] }
  | { from: 'files'; items: readonly MatrixChoice[] };
/** One matrix: of a file, or of an earlier result. */
export type MatrixChoice = FileChoice | AnalysisChoice;
export interface FileChoice {
  from: 'file';
  file: UserFile;
}
/** A named set of genes: as it is typed, or `of` a file or an earlier result, which stands before the text. */
export interface TypedSet {
  title: string;
  /** Its title is the program's: that of a source takes its place. */
  untitled?: true | undefined;
  color: string;
  text: string;
  of?: MatrixChoice | undefined;
}
export interface AnalysisChoice {
  from: 'analysis';
  id: number;
  name: string;
  /** Of its genes those that go this way, or all in the order of one of its columns (null: the best). */
  direction?: Direction;
  by?: Ranking | null;
  /** Of its modules, clusters or comparisons this one; empty where it has none. */
  module?: string;
  matrix?: MatrixFacts | undefined;
}

/** The name of a chosen matrix. */
export function titleOf(choice: MatrixChoice): string {
  return choice.from === 'file' ? choice.file.name : choice.name;
}

/** What tells one of several matrices from the others. */
export const keyOfMatrix = (item: MatrixChoice): string => (item.from === 'file' ? `file-${item.file.id}` : `analysis-${item.id}`);

/** The matrices of several, as far as they are known. */
function namedMatrices(items: readonly MatrixChoice[]): NamedMatrix[] {
  return items.flatMap((item) => {
    const matrix = matrixOf(item);
    return matrix === undefined ? [] : [{ name: titleOf(item), matrix }];
  });
}

/** Records of one row each as a choice; columns in order of first appearance. */
export function rowsOf(rows: readonly Readonly<Record<string, string>>[], origin: RowsOrigin): InputChoice {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { from: 'rows', columns, rows: rows.map((row) => columns.map((column) => row[column] ?? '')), origin };
}

/** The matrix that was chosen: of a file, of an earlier result, or several as one. */
export function matrixOf(choice: InputChoice | undefined): MatrixFacts | undefined {
  if (choice?.from === 'files') return joinMatrices(namedMatrices(choice.items).map(({ matrix }) => matrix));
  if (choice?.from === 'file') return choice.file.facts?.matrix;
  return choice?.from === 'analysis' ? choice.matrix : undefined;
}

/** Where the rows that stand in a field came from; those that replace them came from there too. */
export function originOf(choice: InputChoice | undefined): RowsOrigin {
  return choice?.from === 'rows' ? choice.origin : { kind: 'earlier' };
}

/** What the browser knows of a choice; `label` names what has no name of its own. */
export function factsOfChoice(choice: InputChoice, label: string): InputFacts | undefined {
  switch (choice.from) {
    case 'rows': {
      const { columns, rows } = choice;
      return { name: label, table: { columns, numeric: [], rowCount: rows.length, cells: rows } };
    }
    case 'platform':
      return { name: choice.platform, platform: choice.platform };
    case 'genes':
      return { name: label, geneList: { genes: splitGenes(choice.text) } };
    case 'sets':
      // What a file or a result holds is counted by the server.
      if (choice.sets.some(({ of }) => of !== undefined)) return undefined;
      return {
        name: choice.sets.map(({ title }) => title).join('、') || label,
        geneSets: { titles: choice.sets.map(({ title }) => title), sizes: choice.sets.map(({ text }) => splitGenes(text).length) },
      };
    case 'collection':
      return undefined;
    case 'follow-up':
    case 'cohort':
      // The list of cohorts is the field's to ask for; the server's checks know it anyway.
      return undefined;
    case 'files': {
      const matrix = matrixOf(choice);
      return matrix && { name: choice.items.map(titleOf).join('、'), matrix, files: namedMatrices(choice.items) };
    }
    case 'analysis':
      return choice.matrix && { name: choice.name, matrix: choice.matrix };
    case 'file':
      return choice.file.facts === null ? undefined : factsOfFile(choice.file, choice.file.facts);
  }
}

function factsOfFile({ name }: UserFile, { matrix, table }: NonNullable<UserFile['facts']>): InputFacts {
  return {
    name,
    ...(matrix === undefined ? {} : { matrix }),
    ...(table === undefined
      ? {}
      : {
          table: {
            columns: table.columns.map((column) => column.name),
            numeric: table.columns.map((column) => column.type === 'number'),
            rowCount: table.rows,
          },
        }),
  };
}
