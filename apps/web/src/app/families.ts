import { FAMILY_TITLES, type Family, FURTHER_TITLE } from '@oncoloom/contract';
import { type MenuEntry, menu } from '@oncoloom/tools/menu';

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
