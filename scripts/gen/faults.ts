import { specified, type ToolDefinition } from '@oncoloom/tool-kit';

/** A declaration and its folder below `tools/`. */
export interface ToolEntry {
  path: string;
  tool: ToolDefinition;
}

/** Of two declarations of one task type the catalogue would keep the last, and the other tool would be gone without a word. */
function declaredTwice(entries: readonly ToolEntry[]): string[] {
  return entries.flatMap(({ path, tool }, i) => {
    const before = entries.slice(0, i).find((other) => other.tool.taskType === tool.taskType);
    return before === undefined ? [] : [`${tool.taskType} is declared twice: in tools/${before.path} and in tools/${path}`];
  });
}

/** Name, pages and price stand in the contract; a declaration that says otherwise would show what is not charged. */
function unlikeContract({ path, tool }: ToolEntry): string[] {
  const known = Object.entries(specified(tool.taskType));
  const other = known.filter(([field, value]) => JSON.stringify(tool[field as keyof ToolDefinition]) !== JSON.stringify(value));
  return other.map(([field]) => `tools/${path}: ${field} differs from the contract's; leave it to specified('${tool.taskType}')`);
}

/** A part's pages stand below those of the tool that it draws from. */
function withoutParent({ path, tool }: ToolEntry, entries: readonly ToolEntry[]): string[] {
  const { partOf } = tool;
  if (partOf === undefined || entries.some((other) => other.tool.taskType === partOf)) return [];
  return [`tools/${path}: ${tool.taskType} draws from the results of ${partOf}, which no folder declares`];
}

/** Why these declarations make no catalogue, a line each; empty where they do. */
export function catalogueFaults(entries: readonly ToolEntry[]): string[] {
  return [...declaredTwice(entries), ...entries.flatMap((entry) => [...unlikeContract(entry), ...withoutParent(entry, entries)])];
}
