import type { Capability } from '@oncoloom/tool-kit';
import { type MenuEntry, toolPages } from '@oncoloom/tools/menu';
import { oncePerTool } from '../../base/families.ts';

/** Tools whose results hold one of these, or are drawn by a part (`parent`), each once. */
export function makersOf(
  accepted: readonly Capability[],
  parent?: MenuEntry['partOf'],
  pages: readonly MenuEntry[] = toolPages,
): MenuEntry[] {
  const makers = pages.filter(({ taskType, produces }) => taskType === parent || produces.some((what) => accepted.includes(what)));
  return oncePerTool(makers);
}
