import type { Task } from '@oncoloom/contract';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import type { ToolEntry } from './faults.ts';

function taskOf({ aliases, title, english, points, premium, pages, partOf }: ToolDefinition): Task {
  return {
    ...(aliases === undefined ? {} : { aliases }),
    title,
    english,
    points,
    premium,
    pages,
    ...(partOf === undefined ? {} : { partOf }),
  };
}

/** The text of the contract's `task-table.ts`: what server and browser know of every tool without its declaration. */
export function taskSource(note: string, entries: readonly ToolEntry[]): string {
  const lines = entries.map(({ tool }) => `  ${tool.taskType}: ${JSON.stringify(taskOf(tool))},`).sort();
  return `// ${note}
import type { Task } from './task.ts';

/** Every task type. */
export const TASKS = {
${lines.join('\n')}
} as const satisfies Record<string, Task>;
`;
}
