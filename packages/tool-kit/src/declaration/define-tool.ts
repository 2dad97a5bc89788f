import type { ColumnType, FileFix, GeneFigureKind, Task, TaskType } from '@oncoloom/contract';
import type { Product } from '../handover/capabilities.ts';
import type { BatchDeclaration } from '../inputs/matrices.ts';
import type { When } from '../kinds/kind.ts';
import { KIND_STYLE } from '../style/kind-style.ts';
import type { Codes } from '../words/codes.ts';
import type { FactFormat } from '../words/format.ts';
import type { Chart } from './charts.ts';
import type { Clause } from './clauses.ts';
import type { Example, PublishedFigure } from './examples.ts';
import type { Parameters, StyleParameter } from './parameters.ts';
import type { RobustnessCheck } from './robustness.ts';
import type { FactSource } from './sources.ts';
import type { Told } from './told.ts';

interface Column {
  /** The package's own name. */
  name: string;
  type: ColumnType;
  /** Decimals of a number on screen. */
  digits?: number;
  /** Stands first on a phone, as P values and effects do. */
  key?: true;
  /** Only some rows fill it, such as the first of several on one thing: the others stay empty, without a dash, and the column is not there where none fills it. */
  blank?: true;
  /** Labels of cell types, told in words. */
  cells?: true;
  /** What R writes into it by codes: its words in the table, and their English. A text that is none of them is the user's. */
  codes?: Codes;
  /** The user's words stand there too, such as names of groups: R writes the words itself, for a group may be called like a code. */
  own?: true;
  /** The file keeps the codes themselves, which other software reads. */
  asCodes?: true;
  /** What the inputs are called, without an ending or within a text as well, which readers of a link may not be to know. */
  naming?: 'inputs';
}

/** Columns named by the data, such as samples. */
type Rest = Pick<Column, 'type' | 'cells' | 'codes' | 'blank'> & {
  /** They stand before this declared column; left out: behind all. */
  before?: string;
};

/** Columns in order, and those that are named by the data. No reader sees the columns of a figure's table: they need no title. */
type Columns<Text> =
  | { role: 'result'; columns: readonly (Column & { title: Text })[]; rest?: Rest & { title: Text } }
  | { role: 'figure'; columns: readonly (Column & { title?: Text })[]; rest?: Rest & { title?: undefined } };

/** A table of a result; `role`: `result` is shown and exported, `figure` has the numbers behind a figure only. */
export type TableDeclaration<Text = Told> = Columns<Text> & {
  title: Text;
  /** Not shown and not offered as a file when it has no rows. */
  hideEmpty?: true;
  /** Stands behind its title and number of rows: something is looked up in it, such as names that were not found, or single repetitions. */
  folded?: true;
  /** Offered as CSV too: a program that people bring it to takes that as it is. */
  csv?: true;
  /** An expression matrix (`columns` is the gene alone, `rest` the samples): can be saved as a file and be the next tool's input. */
  matrix?: true;
  /** Ready-made views of the rows: label and the condition that all clauses hold. */
  views?: readonly { label: Text; clauses: readonly Clause[] }[];
  /** All rows stand there first, not those of the first view. */
  whole?: true;
  /** Column and direction in which rows are shown first. */
  sort?: { column: string; order: 'asc' | 'desc' };
  /** Rows that say much the same stand in groups: `id` is the column of a row's own id, `group` that of the id of the row that represents its group (empty: in no group), `what` the word for a row. */
  similar?: { id: string; group: string; what: Text };
  /** How it stands in a Word document, where that is not how it stands on the page. */
  paper?: {
    /** The column whose values head sections of rows. */
    sections?: string;
    /** Columns that are left out. */
    without?: readonly string[];
    /** What the numbers are, below the table, in place of the methods paragraph: n, units, test, correction. */
    note?: Text;
  };
};

/** A figure of a result. Its texts are templates over the run's facts and parameters. */
export interface FigureDeclaration<Text = Told> {
  title: Text;
  /** In names of files, where the title is not what it is called there. */
  file?: string;
  chart: Chart;
  /** The tables that it is drawn from: the chart's role for each, and the table's id. */
  tables: Readonly<Record<string, string>>;
  /** The chart's role for each column, and the column's name. */
  columns: Readonly<Record<string, string>>;
  /** Text under the figure. */
  caption?: Text;
  /** What a legend says beyond the caption: n, test, exact P, correction. */
  statistics?: Text;
  /** A line in red below the drawing, in its files too: what must not be read without. Nothing is drawn where it comes out empty. */
  notice?: Text;
  /** What the figure shows, for readers who do not see it. */
  alternative: Text;
  /** Editable look. A style field with the name of a parameter starts from the run's value. */
  style: Readonly<Record<string, StyleParameter>>;
  /** What the names in the figure are, where the column of its labels does not tell. */
  subject?: 'type';
  /** Takes the whole width of the page (default: half). */
  wide?: boolean;
  /** Not shown and not offered as a file when the first of its tables has no rows. */
  hideEmpty?: true;
  /** It is of this row, from 1, of the first of its tables; not shown and not offered where the table has fewer. So a tool draws as many figures as it finds things. */
  row?: number;
}

/**
 * A PDF of several pages from the stored tables and figures of a result, such as a report; `documents.ts` tells what it holds. It is
 * listed among the result's files and made when it is first asked for.
 */
interface DocumentDeclaration {
  /** Of the document; its file's name begins with it. */
  title: string;
}

/** A condition on an input's facts that can be told before anything runs. `message` is a template over facts and parameters. */
export interface Requirement {
  code: string;
  level: 'must' | 'should' | 'note';
  field: string;
  /** All of these parameter values … */
  when?: readonly When[];
  /** … these ranges of values … */
  values?: readonly { parameter: string; is: ValueTest }[];
  /** … and all of these facts of the matrix `input` together mean trouble. */
  facts: readonly { input: string; fact: string; is: FactTest }[];
  message: string;
  detail?: string;
  /** A remedy of one click: values for the form, or a change of the file in `field`. */
  fix?: { label: string } & ({ parameters: Readonly<Record<string, string | number | boolean>> } | { file: FileFix });
}
export type ValueTest = { in: readonly string[] } | { above: number } | { below: number };
export type FactTest = ValueTest | { shareAbove: number };

/**
 * A work that results rest on: a template over the words of a run, left out where it is empty, or a work of something that the English
 * methods of the run name.
 */
type Citation = string | { of: readonly string[]; work: string };

/** What a tool is. `Text` is `Told` where it is declared, and `string` once it is told in one language. */
export interface ToolDefinition<Text = Told> extends Task {
  taskType: TaskType;
  /** Changes when the tables change: part of every result and of the key under which results are reused. */
  version: string;
  partOf?: TaskType;
  /** What an analysis is called: a template of parts between ` · ` over parameters; an input stands for its name. */
  naming: string;
  /** What it does and when to use it, two sentences. */
  summary: string;
  /** What comes out, after 「得到：」. */
  outcome: string;
  /** Words that people type: English names, abbreviations, synonyms. */
  keywords: readonly string[];
  /** Place among the five tools that the search offers before anything is typed, from 1. */
  popular?: 1 | 2 | 3 | 4 | 5;
  /** With its example home and the quick start begin: one tool has this. */
  introduces?: true;
  /** The figure with which the page of a gene opens, and why there may be none: 「测到 TP53 的 3 个队列里，」 stands before `without`. */
  genePage?: { shows: GeneFigureKind; figure: string; without: string };
  /** Calls that the specification has for this tool beside those of all tools; `report` fetches this file of a result. */
  ownCalls?: { submit: string; result: string; report: { url: string; file: string } };
  /**
   * Seconds: base + perMillionCells × cells/1e6. `slower`: where a parameter has a certain value, another rate; the first that holds. `each`:
   * seconds of every repetition that a number asks for, or of what a flag asks for besides. A server goes by what earlier runs took of it.
   */
  expected: {
    base: number;
    perMillionCells: number;
    slower?: readonly (When & { perMillionCells: number })[];
    each?: readonly { parameter: string; seconds: number }[];
  };
  parameters: Parameters;
  /** Exactly one field of each group is given. */
  oneOf?: readonly (readonly string[])[];
  /** Fields that say nothing without another one, by its name. */
  needs?: Readonly<Record<string, string>>;
  /** Batches that the tool removes, and the groups that must not go with them. */
  batches?: BatchDeclaration;
  requirements: readonly Requirement[];
  /** One sentence over the parameters and input facts: what would be done. */
  plan: string;
  tables: Readonly<Record<string, TableDeclaration<Text>>>;
  figures: Readonly<Record<string, FigureDeclaration<Text>>>;
  /** Ids differ from those of tables and figures: a file is named after its id. */
  documents?: Readonly<Record<string, DocumentDeclaration>>;
  /** Numbers and words that R reports, how they are written, and what the log of a run calls them in Chinese; `{{row_subject}}` stands for what the rows are. */
  facts: Readonly<Record<string, { label: string; format: FactFormat; codes?: Codes }>>;
  /** Where facts can be looked up, so that a reader of a sentence gets there; any other is counted by the run, and its label says what. */
  sources?: Readonly<Record<string, FactSource>>;
  /** Mustache templates over the formatted facts. `headline` stands in lists, `summary` on top of the result. */
  texts: { headline: Text; summary: Text; detail: Text; empty?: { when: string; next: readonly EmptyHint[] } };
  /** What its results hold that other tools go on from, the most important first; the next steps of its result page come from it. */
  produces: readonly Product[];
  citations: readonly Citation[];
  /** R packages whose versions stand in the result. */
  packages: readonly string[];
  /** Libraries that its R code calls: sources in `engine/src`, which the set-up compiles. */
  libraries?: readonly ('cox' | 'gmt' | 'gsea' | 'nmf' | 'weighted')[];
  /**
   * Those of them that a run cannot do without, of a tool that people begin with or wait for: the engine loads them before all others, and
   * serves the tool from then on. Another one is loaded by the run that needs it, until the engine has it. Left out: all packages, and
   * early only where the tool is popular or previews.
   */
  early?: readonly string[];
  example: Example;
  /** Published figures that it draws anew, by id; they stand in `published.ts` beside the declaration and are added by what is generated. */
  published?: Readonly<Record<string, PublishedFigure>>;
  /** Previews while the form changes, by the warm engine and free of points. */
  preview?: boolean;
  /**
   * The engine checks its inputs at the form: it runs as far as `job$checked()`, free of points. These parameters decide beside the inputs what
   * it finds; the others may change without a new check.
   */
  checkedBy?: readonly string[];
  /** Checks of whether its results stand, in the order in which a result shows them. */
  robustness?: readonly RobustnessCheck[];
}

/** What to try when nothing was found; shown in this order, in Chinese. `{{row_subject}}` stands for what the rows are. */
export interface EmptyHint {
  title: string;
  text: string;
  /** Values to change in the form. */
  parameters?: Readonly<Record<string, string | number | boolean>>;
  /** Something to know or to look at on the page: nothing is run again for it. */
  reading?: true;
}

/**
 * Declares a tool. The declaration is pure data: form, validation, price, routes, menu, search, lists and result pages
 * are made from it, and R reads the generated JSON of it. Its figures have the style fields of their kinds too.
 */
export function defineTool<const T extends ToolDefinition>(tool: T): T {
  const figures = Object.fromEntries(
    Object.entries(tool.figures).map(([id, figure]) => [id, { ...figure, style: { ...KIND_STYLE[figure.chart], ...figure.style } }]),
  );
  return { ...tool, figures };
}

/** The figures that a result with these tables has: one of an older version of the tool may lack a table, and the figures that begin with it. */
export function shownFigures<Figure extends Pick<FigureDeclaration<unknown>, 'tables' | 'row' | 'hideEmpty'>>(
  { figures }: { figures: Readonly<Record<string, Figure>> },
  tables: readonly { id: string; rows: number }[],
): [string, Figure][] {
  return Object.entries(figures).filter(([, figure]) => {
    const rows = tables.find(({ id }) => id === Object.values(figure.tables)[0])?.rows;
    return rows !== undefined && rows >= (figure.row ?? (figure.hideEmpty === true ? 1 : 0));
  });
}
