import { FAMILIES, type SignatureFamily } from '@oncoloom/contract';
import { acceptancesOf, fileTypesOf, matrixRefusals, singleGene, type ToolDefinition } from '@oncoloom/tool-kit';
import type { ToolEntry } from './faults.ts';

/** The family of signatures without which the tool cannot run: nothing of the user's own stands in for it. */
function neededSignature({ parameters }: ToolDefinition): SignatureFamily | null {
  const needed = Object.values(parameters).find((parameter) => parameter.kind === 'signature' && parameter.fileField === undefined);
  return needed?.kind === 'signature' ? needed.family : null;
}

/** What the browser knows of a tool before its page opens, but how to load the rest. */
function factsOf(tool: ToolDefinition) {
  const { taskType, title, summary, keywords, points, premium } = tool;
  return {
    taskType,
    title,
    summary,
    keywords,
    points,
    premium,
    popular: tool.popular ?? null,
    introduces: tool.introduces === true,
    partOf: tool.partOf ?? null,
    produces: tool.produces.map(({ what }) => what),
    accepts: [...new Set(acceptancesOf(tool).flatMap(({ what }) => what))],
    takes: [...new Set(Object.values(tool.parameters).flatMap(fileTypesOf))],
    matrixRefusals: matrixRefusals(tool),
    ofGene: singleGene(tool.parameters) !== undefined,
    signature: neededSignature(tool),
    charts: [...new Set(Object.values(tool.figures).map(({ chart }) => chart))],
  };
}

interface PageEntry {
  /** Of the declaration, below `tools/`. */
  path: string;
  entry: ReturnType<typeof factsOf> & ReturnType<typeof pageOf>;
}

function pageOf({ family, section, routes, further }: ToolDefinition['pages'][number]) {
  return { family, section, routes, further: further === true };
}

/** One entry per page, family by family in the order of their places. */
export function pageEntries(entries: readonly ToolEntry[]): PageEntry[] {
  return entries
    .flatMap(({ path, tool }) => tool.pages.map((page) => ({ path, page, tool })))
    .sort((a, b) => FAMILIES.indexOf(a.page.family) - FAMILIES.indexOf(b.page.family) || a.page.place - b.page.place)
    .map(({ path, page, tool }) => ({ path, entry: { ...factsOf(tool), ...pageOf(page) } }));
}

/** How the browser gets the whole declaration. */
function loaderOf({ path, tool }: ToolEntry): string {
  const own = `(await import('./${path}/tool.ts')).default`;
  return tool.published === undefined ? own : `({ ...${own}, published: (await import('./${path}/published.ts')).default })`;
}

/** The text of `tools/menu.ts`. */
export function menuSource(note: string, entries: readonly ToolEntry[]): string {
  const loaders = new Map(entries.map((entry) => [entry.path, loaderOf(entry)]));
  const lines = pageEntries(entries).map(({ path, entry }) => `  { ...${JSON.stringify(entry)}, load: async () => ${loaders.get(path)} },`);
  return `// ${note}
import type { SignatureFamily, TaskPage } from '@oncoloom/contract';
import type { Capability, Chart, FileType, matrixRefusals, ToolDefinition } from '@oncoloom/tool-kit';

/** A page of a tool: what menu, search and routes need of it; the whole declaration is loaded when the page opens. */
export type MenuEntry = Pick<ToolDefinition, 'taskType' | 'title' | 'summary' | 'keywords' | 'points' | 'premium'> &
  Pick<TaskPage, 'family' | 'section' | 'routes'> & {
    popular: number | null;
    /** With its example newcomers begin. */
    introduces: boolean;
    /** Beyond the specification's pages. */
    further: boolean;
    /** The tool from whose results it draws; it is then no entry of menu and counts. */
    partOf: ToolDefinition['taskType'] | null;
    /** What its results hold that others go on from. */
    produces: readonly Capability[];
    /** What of earlier results it goes on from. */
    accepts: readonly Capability[];
    /** Types of the user's files that it starts from. */
    takes: readonly FileType[];
    /** What speaks against a matrix of theirs, under each setting. */
    matrixRefusals: ReturnType<typeof matrixRefusals>;
    /** It looks at one gene in public cohorts. */
    ofGene: boolean;
    /** What the server has to have installed for it. */
    signature: SignatureFamily | null;
    /** What it draws. */
    charts: readonly Chart[];
    load: () => Promise<ToolDefinition>;
  };

/** Every page of every tool; a tool that stands in two menus has two. */
export const toolPages: readonly MenuEntry[] = [
${lines.join('\n')}
];

/** The pages that menu and counts have. */
export const menu: readonly MenuEntry[] = toolPages.filter(({ partOf }) => partOf === null);
`;
}
