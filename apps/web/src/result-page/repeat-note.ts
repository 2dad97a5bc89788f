import type { Analysis } from '@oncoloom/contract';
import type { AnyTool } from '@oncoloom/tool-kit';

/** What the same run costs once more: nothing, unless the tool computes otherwise by now. */
export function repeatNote({ example, tool_version }: Pick<Analysis, 'example' | 'tool_version'>, tool: AnyTool): string {
  return example || tool_version === tool.version ? '设置不变不消耗点数' : `${tool.points} 点`;
}
