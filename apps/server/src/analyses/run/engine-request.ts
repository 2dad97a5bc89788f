import type { ToolDefinition } from '@oncoloom/tool-kit';
import type { CohortStore } from '../../cohorts/service.ts';
import { engineFiles } from '../../cohorts/service.ts';
import type { Storage } from '../../storage/storage.ts';
import type { AnalysisRecord, UsedInput } from '../tables.ts';

/** Seed of tools that declare none: any number will do, as long as it never changes. */
const DEFAULT_SEED = 20_260_101;

interface EngineWork {
  request: Record<string, unknown>;
  /** Relative path in the job's folder → absolute source. */
  inputs: Record<string, string>;
  /** Relative path in the job's folder → content. */
  texts: Record<string, string>;
}

type Runnable = Pick<AnalysisRecord, 'values' | 'inputs'>;

/** The seed of a run: its own parameter, or the fixed one. */
export function seedOf(values: AnalysisRecord['values']): number {
  return typeof values.seed === 'number' ? values.seed : DEFAULT_SEED;
}

/** Where an input lies in the job's folder: a file, or the folder of a cohort. */
export function inputPath(input: UsedInput): string {
  if (input.cohort !== undefined) return `inputs/${input.input}/${input.cohort.code}`;
  return `inputs/${input.input}${input.place === undefined ? '' : `-${input.place}`}.${input.format}`;
}

interface Sources {
  storage: Storage;
  cohorts: CohortStore;
}

/** What the engine is asked: complete parameters, inputs by path and checksum. */
export function requestFor(tool: ToolDefinition, { values, inputs }: Runnable): Record<string, unknown> {
  return {
    mode: 'analyse',
    tool: tool.taskType,
    version: tool.version,
    seed: seedOf(values),
    params: values,
    inputs: inputs.map((input) => ({
      name: input.input,
      type: input.type,
      path: inputPath(input),
      sha256: input.sha256,
      label: input.name,
      ...(input.types === undefined ? {} : { types: input.types }),
      ...(input.cohort === undefined ? {} : { several: input.cohort.several }),
      ...(input.collection === undefined ? {} : { collection: input.collection }),
      ...(input.place === undefined ? {} : { place: input.place }),
    })),
  };
}

/**
 * A run as the engine is asked for it, with the files that it reads.
 * @param unstored Inputs that are not in the storage, by their checksum.
 * @throws CohortGone
 */
export async function analyseRequest(
  { storage, cohorts }: Sources,
  tool: ToolDefinition,
  analysis: Runnable,
  unstored: ReadonlyMap<string, string> = new Map(),
): Promise<EngineWork> {
  const inputs: Record<string, string> = {};
  const texts: Record<string, string> = {};
  for (const input of analysis.inputs) {
    const path = inputPath(input);
    const text = unstored.get(input.blob);
    if (text !== undefined) texts[path] = text;
    else if (input.cohort === undefined) inputs[path] = await storage.path(input.blob);
    else for (const [name, source] of await engineFiles(cohorts, input.cohort)) inputs[`${path}/${name}`] = source;
  }
  return { request: requestFor(tool, analysis), inputs, texts };
}
