import type { ToolDefinition } from '@oncoloom/tool-kit';
import { type MenuEntry, menu } from '@oncoloom/tools/menu';

export interface FollowUp {
  label: string;
  entry: MenuEntry;
}

/** Does the tool draw nothing but what the page shows already, out of the same table? */
function isOnPage({ charts, goesOnFrom }: MenuEntry, tool: ToolDefinition): boolean {
  const table = goesOnFrom[tool.taskType];
  if (table === undefined || charts.length === 0) return false;
  const drawn = Object.values(tool.figures).filter(({ tables }) => Object.values(tables).includes(table));
  return charts.every((chart) => drawn.some((figure) => figure.chart === chart));
}

/**
 * Tools that go on from a result: those that its tool names, in that order, then all others that declare its tables as their input; of both only
 * what is installed, and never a picture that is on the page.
 */
export function followUps(tool: ToolDefinition, tools: readonly MenuEntry[] = menu): FollowUp[] {
  const named = tool.next.flatMap(({ taskType, label }) => {
    const entry = tools.find((known) => known.taskType === taskType);
    return entry === undefined ? [] : [{ label, entry }];
  });
  const declared = tools.filter(
    (entry) => entry.goesOnFrom[tool.taskType] !== undefined && !named.some((one) => one.entry.taskType === entry.taskType),
  );
  return [...named, ...declared.map((entry) => ({ label: entry.title, entry }))].filter(({ entry }) => !isOnPage(entry, tool));
}
