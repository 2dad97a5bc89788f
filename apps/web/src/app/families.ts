import type { MenuEntry } from '@oncoloom/tools/menu';

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
