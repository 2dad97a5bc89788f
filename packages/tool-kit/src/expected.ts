import type { ToolDefinition } from './define-tool.ts';

/** Anything with a size in rows and columns; null where it is not known. */
interface Sized {
  rows: number | null;
  columns: number | null;
}

/** Seconds that a run with these values on these inputs usually takes. */
export function expectedSeconds(tool: ToolDefinition, values: Readonly<Record<string, unknown>>, inputs: readonly Sized[]): number {
  const { base, perMillionCells, slower = [], each = [] } = tool.expected;
  const cells = inputs.reduce((sum, { rows, columns }) => sum + (rows ?? 0) * (columns ?? 0), 0);
  const rate = slower.find(({ parameter, is }) => is.some((value) => value === values[parameter]))?.perMillionCells ?? perMillionCells;
  const repeated = each.reduce((sum, { parameter, seconds }) => sum + seconds * Number(values[parameter] ?? 0), 0);
  return base + repeated + (rate * cells) / 1e6;
}
