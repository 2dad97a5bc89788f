/** Menus and what a tool says of its place in them. */
export const FAMILIES = ['tcga', 'bulk', 'plotting'] as const;
export type Family = (typeof FAMILIES)[number];

export const FAMILY_TITLES: Readonly<Record<Family, string>> = { tcga: 'TCGA 转录组', bulk: '通用转录组', plotting: '通用绘图' };

/** Of tools that the specification's three categories do not count. */
export const FURTHER_TITLE = '扩展工具';

/** Below these are the pages of a family's tools. */
export const FAMILY_ROOTS: Readonly<Record<Family, string>> = {
  tcga: '/tcga-analysis',
  bulk: '/bulk-analysis',
  plotting: '/general-plotting',
};

/** One place where a tool is offered: a family's menu, its heading there, and the addresses of the form and of a result. */
export interface TaskPage {
  family: Family;
  /** Menus show tools in this order, and their headings in the order of the first tool of each. */
  place: number;
  /** Menu heading within the family. */
  section: string;
  /** `result` holds the number of the analysis, under any name. */
  routes: { analysis: string; result: string };
  /** Beyond the pages that the specification counts: in menu and search it stands under a heading of its own. */
  further?: true;
}

/** What a tool is called, where it stands, and what it costs. */
export interface Task {
  /** Other spellings of the task type. */
  aliases?: readonly string[];
  /** In the menu, on its pages, in the search and in the ledger: one name, short enough for the menu. */
  title: string;
  /** The same for foreign readers of a result. */
  english: string;
  points: number;
  /** Needs an active plan. */
  premium: boolean;
  /** Where it is offered; a request without a family belongs to the first. */
  pages: readonly [TaskPage, ...TaskPage[]];
  /** The tool from whose results it draws: it has pages below the other's, and no entry in menu, counts and search. */
  partOf?: string;
}
