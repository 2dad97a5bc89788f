import type { ToolDefinition } from '@oncoloom/tool-kit';
import { sha256Of } from '../../platform/checksum.ts';
import type { AnalysisRecord, UsedInput } from '../tables.ts';
import { seedOf } from './engine-request.ts';

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

/** What R reads of an input: the bytes and how they are to be understood, not where they came from or what they are called. */
function contentOf({ input, type, blob, format, types }: UsedInput): [string, unknown] {
  return [input, [type, blob, format, Object.entries(types ?? {}).sort(byName)]];
}

/**
 * Checksum of all that a result depends on: task type, tool version, every value with the seed, and the inputs' contents.
 * Equal ones compute the same, so a repetition costs nothing. Colours change how a figure looks and no number; names of
 * tasks and files, and the ids of files, change nothing.
 */
export function fingerprintOf(tool: ToolDefinition, { values, inputs }: Pick<AnalysisRecord, 'values' | 'inputs'>): string {
  const counting = Object.entries(values).filter(([name]) => tool.parameters[name]?.kind !== 'colour');
  return sha256Of(JSON.stringify([tool.taskType, tool.version, seedOf(values), counting.sort(byName), inputs.map(contentOf).sort(byName)]));
}
