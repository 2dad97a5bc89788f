import { Readable } from 'node:stream';
import {
  type CompleteRequest,
  type Example,
  exampleFileType,
  type InputFacts,
  type InputParameter,
  type ToolDefinition,
} from '@oncoloom/tool-kit';
import { CohortGenes } from '../cohorts/service.ts';
import { GeneSetsService, SignaturesService } from '../gene-sets/service.ts';
import type { GenesService } from '../genes/service.ts';
import { withRecognisedGenes } from './input-sources/recognised-genes.ts';
import { describeCohorts } from './inputs/cohort.ts';
import { installedCollection } from './inputs/gene-set-collection.ts';
import { resolvedKind } from './inputs/index.ts';
import type { Described, Sources } from './inputs/kind.ts';
import { referenceCollections } from './inputs/reference-sets.ts';
import { installedSignature } from './inputs/signature.ts';
import type { UsedInput } from './tables.ts';

export interface ResolvedInputs {
  facts: Record<string, InputFacts>;
  used: UsedInput[];
  /** What came with the request, as R reads it, by its checksum; see `Described`. */
  pasted: ReadonlyMap<string, string>;
}

/** Finds what a request names: the caller's files, pasted rows, tables of earlier analyses, or a tool's own example. */
export class InputResolver {
  readonly #sources: Sources;
  readonly #genes: Pick<GenesService, 'recognise'>;

  constructor(
    parts: Omit<Sources, 'genes' | 'geneSets' | 'signatures'> & { genes: Pick<GenesService, 'called' | 'recognise'> } & Partial<
        Pick<Sources, 'geneSets' | 'signatures'>
      >,
  ) {
    const { geneSets = new GeneSetsService(), signatures = new SignaturesService() } = parts;
    this.#genes = parts.genes;
    this.#sources = { ...parts, genes: new CohortGenes(parts.cohorts, parts.genes), geneSets, signatures };
  }

  /** Throws ApiError (404, 409, 422) with the field at fault. */
  async resolve(tool: ToolDefinition, { inputs, values }: CompleteRequest, userId: number): Promise<ResolvedInputs> {
    const found: [string, Described][] = [];
    const order = Object.keys(tool.parameters);
    for (const [field, value] of Object.entries(inputs).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))) {
      const parameter = tool.parameters[field] as InputParameter;
      const { facts, used: before } = together(found);
      const asked = { tool, field, parameter, value, values, facts, before, userId };
      found.push([field, await resolvedKind(parameter).resolve(this.#sources, asked)]);
    }
    const inputsFound = together(found);
    return { ...inputsFound, facts: await withRecognisedGenes(this.#genes, tool, values, inputsFound.facts) };
  }

  /** The inputs of an example that comes with a tool. */
  async example(tool: ToolDefinition, example: Example, { inputs, values }: CompleteRequest): Promise<ResolvedInputs> {
    const found: [string, Described][] = [];
    const { files, tools } = this.#sources;
    for (const [field, { file: path, name, cohort }] of Object.entries(example.files)) {
      const parameter = tool.parameters[field] as InputParameter;
      const fileType = exampleFileType(parameter);
      const file = await files.example(tools.examplePath(tool, path), name, fileType);
      const described = await resolvedKind(parameter).example?.(this.#sources, { field, parameter, file, cohort, values });
      if (described === undefined) throw new Error(`${tool.taskType}: an example has no file for ${field}`);
      found.push([field, described]);
    }
    for (const [field, value] of Object.entries(inputs)) {
      const parameter = tool.parameters[field];
      if (parameter === undefined || example.files[field] !== undefined) continue;
      // Public data and the installed reference are the same for everyone; all else would be an input of the caller.
      if (value.from === 'cohort' && parameter.kind === 'cohort')
        found.push([field, await describeCohorts(this.#sources, { field, parameter, codes: value.codes, values })]);
      if (value.from === 'collection' && parameter.kind === 'gene-set-collection')
        found.push([field, await installedCollection(this.#sources, { field, parameter }, value.name)]);
      if (value.from === 'collection' && parameter.kind === 'signature')
        found.push([field, await installedSignature(this.#sources, { field, parameter }, value.name)]);
      if (value.from === 'reference' && parameter.kind === 'reference-sets')
        found.push([field, await referenceCollections(this.#sources, { tool, field, parameter, values })]);
    }
    return together(found);
  }

  /** Stores what was pasted, so that a run can read it. */
  async keep({ pasted }: ResolvedInputs): Promise<void> {
    const { storage } = this.#sources;
    for (const [sha256, text] of pasted) {
      // The same groups come again with every change of a threshold.
      if (!(await storage.has(sha256))) await storage.put(Readable.from([text]));
    }
  }
}

function together(found: readonly [string, Described][]): ResolvedInputs {
  return {
    facts: Object.fromEntries(found.map(([field, { facts }]) => [field, facts])),
    used: found.flatMap(([, { used }]) => used),
    pasted: new Map(found.flatMap(([, { used, pasted }]) => (pasted === undefined ? [] : used.map(({ blob }) => [blob, pasted] as const)))),
  };
}
