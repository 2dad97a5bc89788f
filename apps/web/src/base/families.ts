import { FAMILY_TITLES, type Family, FURTHER_TITLE, INTRO_PAGES } from '@oncoloom/contract';
import { type MenuEntry, menu } from '@oncoloom/tools/menu';

/** Under what the search has a tool. */
export function categoryOf({ family, further }: Pick<MenuEntry, 'family' | 'further'>): string {
  return further ? FURTHER_TITLE : FAMILY_TITLES[family];
}

/** The specification's tools of a family that there are: what menu, home and search show. */
export function toolsOf(family: Family, tools: readonly MenuEntry[] = menu): MenuEntry[] {
  return tools.filter((entry) => entry.family === family && !entry.further);
}

/** The page that introduces the tools of a heading. */
export function introOf(section: string, entries: readonly MenuEntry[]) {
  return INTRO_PAGES.find(
    (intro) => intro.section === section && entries.some(({ family, further }) => family === intro.family && !further),
  );
}

/** How many tools a family has as the specification counts: it counts the page that introduces some of them, too. */
export function countOf(entries: readonly MenuEntry[]): number {
  const sections = new Set(entries.map(({ section }) => section));
  return entries.length + [...sections].filter((section) => introOf(section, entries) !== undefined).length;
}

/** The tools beyond it, of all families. */
export function furtherTools(tools: readonly MenuEntry[] = menu): MenuEntry[] {
  return tools.filter(({ further }) => further);
}

/** Each tool once, where a list is of tools and not of places: by its page in this family where it has one, else by its first. */
export function oncePerTool(pages: readonly MenuEntry[], family?: string): MenuEntry[] {
  const chosen = (taskType: MenuEntry['taskType']) => {
    const own = pages.filter((page) => page.taskType === taskType);
    return own.find((page) => page.family === family) ?? own[0];
  };
  return pages.filter((page) => chosen(page.taskType) === page);
}
