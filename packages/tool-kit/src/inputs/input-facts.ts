import type { Cohort, MatrixFacts } from '@oncoloom/contract';

/** A matrix of several, with the name of its file. */
export interface NamedMatrix {
  name: string;
  matrix: MatrixFacts;
}

/** What the chosen cohorts have measured of the genes that a field asks for. */
export interface AskedGenes {
  field: string;
  /** Different names. */
  asked: readonly string[];
  /** By the cohort's code: the names that are not in it. */
  absent: Readonly<Record<string, readonly string[]>>;
  /** Where a chosen cohort lacks all: other installed ones that have the most of them. */
  elsewhere: readonly Cohort[];
}

/** What the names of a list mean in the register of human genes. */
export interface RecognisedGenes {
  /** Different genes. */
  known: number;
  /** Names that are not the symbol, with the gene that is meant. */
  aliases: readonly { written: string; symbol: string }[];
  /** What no gene is called. */
  unknown: readonly string[];
}

/** What is known of an input before anything runs, by parameter name. */
export interface InputFacts {
  /** File name or the earlier analysis's name. */
  name: string;
  matrix?: MatrixFacts;
  /** Of several matrices: each by itself; `matrix` is all of them joined. */
  files?: readonly NamedMatrix[];
  /** Whole cells of a small table, or the columns alone of a large one. */
  table?: { columns: readonly string[]; numeric: readonly boolean[]; rowCount: number; cells?: readonly (readonly string[])[] };
  /** The chosen platform. */
  platform?: string;
  /** The chosen cohorts. */
  cohorts?: readonly Cohort[];
  /** A list of genes; `universe`: how many were tested where it comes from an earlier comparison. */
  /** `chosenBy`: on the outcome of the patients that this request reads, too; `universe` is then what the screen looked at. */
  /** `ofTable`: the column of a table of anything that was taken for a list. */
  /** `foundIn`: the public cohorts in which an earlier result has found them. */
  geneList?: {
    genes: readonly string[];
    universe?: number;
    chosenBy?: 'screen' | 'model' | 'comparison';
    ofTable?: string;
    foundIn?: readonly { code: string; label: string }[];
  };
  /** Genes in an order, and what was left out of them. */
  ranking?: { genes: number; repeated: number; unreadable: number; tied: number; by?: string };
  /** Sets of genes: how many. */
  collection?: { sets: number };
  /** A few sets of the user's own, and the genes in each. */
  geneSets?: {
    titles: readonly string[];
    sizes: readonly number[];
    genes?: readonly (readonly string[])[];
    recognised?: readonly RecognisedGenes[];
  };
  /** What the names of a list of genes mean, be it an input or a value. */
  recognised?: RecognisedGenes;
  /** Follow-up out of a public cohort: its unit is known, and how many of its patients the matrix does not have. */
  followUp?: { unit: 'day'; absent: number };
  /** What the chosen cohorts have of the genes that the request asks for. */
  genes?: readonly AskedGenes[];
}
