import type { AnyTool } from './tell-tool.ts';

/** Anything with a size in rows and columns; null where it is not known. */
interface Sized {
  rows: number | null;
  columns: number | null;
}

const cellsOf = (inputs: readonly Sized[]): number => inputs.reduce((sum, { rows, columns }) => sum + (rows ?? 0) * (columns ?? 0), 0);

/** Seconds that a run with these values on these inputs usually takes. */
export function expectedSeconds(tool: AnyTool, values: Readonly<Record<string, unknown>>, inputs: readonly Sized[]): number {
  const { base, perMillionCells, slower = [], each = [] } = tool.expected;
  const cells = cellsOf(inputs);
  const rate = slower.find(({ parameter, is }) => is.some((value) => value === values[parameter]))?.perMillionCells ?? perMillionCells;
  const repeated = each.reduce((sum, { parameter, seconds }) => sum + seconds * Number(values[parameter] ?? 0), 0);
  return base + repeated + (rate * cells) / 1e6;
}

/** Of a run on inputs without a size: what its process takes beside the packages, which all share. */
const BASE_MIB = 200;
/** A cell is a number of 8 bytes, of which a run holds some ten copies at once. */
const MIB_PER_MILLION_CELLS = 80;

/** Memory that a run on these inputs takes at most, as a rule, MiB. Tools that would take more divide their work by what a machine gives them. */
export function expectedMiB(inputs: readonly Sized[]): number {
  return Math.ceil(BASE_MIB + (MIB_PER_MILLION_CELLS * cellsOf(inputs)) / 1e6);
}
