import type { MenuEntry } from '@oncoloom/tools/menu';

export type Family = MenuEntry['family'];

/** Families in the menu's order. */
export const FAMILIES: readonly Family[] = ['tcga', 'bulk', 'plotting'];

export const FAMILY_TITLES: Record<Family, string> = { tcga: 'TCGA 转录组', bulk: '通用转录组', plotting: '通用绘图' };
