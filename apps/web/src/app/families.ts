import { type MenuEntry, menu } from '@oncoloom/tools/menu';

export type Family = MenuEntry['family'];

/** Families in the menu's order. */
export const FAMILIES: readonly Family[] = ['tcga', 'bulk', 'plotting'];

export const FAMILY_TITLES: Record<Family, string> = { tcga: 'TCGA 转录组', bulk: '通用转录组', plotting: '通用绘图' };

/** Of tools that the specification's three categories do not count. */
export const FURTHER_TITLE = '扩展工具';

/** Under what the search has a tool. */
export function categoryOf({ family, further }: Pick<MenuEntry, 'family' | 'further'>): string {
  return further ? FURTHER_TITLE : FAMILY_TITLES[family];
}

/** The specification's tools of a family that there are: what menu, home and search show and count. */
export function toolsOf(family: Family, tools: readonly MenuEntry[] = menu): MenuEntry[] {
  return tools.filter((entry) => entry.family === family && !entry.further);
}

/** The tools beyond it, of all families. */
export function furtherTools(tools: readonly MenuEntry[] = menu): MenuEntry[] {
  return tools.filter(({ further }) => further);
}
