import type { ToolDefinition } from '@oncoloom/tool-kit';
import type { Storage } from '../platform/storage.ts';
import type { AnalysisRecord, UsedInput } from './tables.ts';

/** Seed of tools that declare none: any number will do, as long as it never changes. */
const DEFAULT_SEED = 20_260_101;

export interface EngineWork {
  request: Record<string, unknown>;
  /** Relative path in the job's folder → absolute source. */
  inputs: Record<string, string>;
}

type Runnable = Pick<AnalysisRecord, 'values' | 'inputs'>;

/** The seed of a run: its own parameter, or the fixed one. */
export function seedOf(values: AnalysisRecord['values']): number {
  return typeof values.seed === 'number' ? values.seed : DEFAULT_SEED;
}

/** Where an input lies in the job's folder. */
export function inputPath(input: UsedInput): string {
  return `inputs/${input.input}.${input.format}`;
}

/** A run as the engine is asked for it: complete parameters, inputs by path and checksum. */
export async function analyseRequest(storage: Storage, tool: ToolDefinition, analysis: Runnable): Promise<EngineWork> {
  const inputs: Record<string, string> = {};
  for (const input of analysis.inputs) inputs[inputPath(input)] = await storage.path(input.blob);
  const request = {
    mode: 'analyse',
    tool: tool.taskType,
    version: tool.version,
    seed: seedOf(analysis.values),
    params: analysis.values,
    inputs: analysis.inputs.map((input) => ({
      name: input.input,
      type: input.type,
      path: inputPath(input),
      sha256: input.sha256,
      label: input.name,
      ...(input.types === undefined ? {} : { types: input.types }),
    })),
  };
  return { request, inputs };
}
