import type { CompleteRequest, InputFacts, InputParameter, InputValueOf, ToolDefinition } from '@oncoloom/tool-kit';
import type { PlatformsService } from '../../chip-platforms/service.ts';
import type { CohortGenes, CohortStore } from '../../cohorts/service.ts';
import type { FilesService, StoredFile } from '../../files/service.ts';
import type { GeneSetsService, SignaturesService } from '../../gene-sets/service.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Storage } from '../../storage/storage.ts';
import type { UsedInput } from '../tables.ts';
import type { ToolRegistry } from '../tools.ts';

/** Where inputs are looked for. */
export interface Sources {
  database: Database;
  files: Pick<FilesService, 'get' | 'example' | 'toInputFacts'>;
  platforms: Pick<PlatformsService, 'table'>;
  cohorts: CohortStore;
  genes: CohortGenes;
  geneSets: Pick<GeneSetsService, 'list' | 'find' | 'newest'>;
  signatures: Pick<SignaturesService, 'list' | 'find'>;
  storage: Storage;
  tools: ToolRegistry;
}

/** What is known of an input, and what R is to read of it. */
export interface Described {
  facts: InputFacts;
  used: UsedInput[];
  /** Text that came with the request as R reads it: its checksum is known, its bytes are kept only when something runs on it. */
  pasted?: string;
}

/** An input as a request names it. */
export interface Asked<P extends InputParameter> {
  tool: ToolDefinition;
  field: string;
  parameter: P;
  value: InputValueOf<P>;
  values: CompleteRequest['values'];
  /** Of the inputs that stand before it in the declaration. */
  facts: Readonly<Record<string, InputFacts>>;
  /** What R reads of those. */
  before: readonly UsedInput[];
  userId: number;
}

/** An input of a tool's own example: a file, and the cohort that an analysis in its place would have read. */
interface Exemplified<P extends InputParameter> {
  field: string;
  parameter: P;
  file: StoredFile;
  cohort: string | undefined;
  values: CompleteRequest['values'];
}

// Methods, not properties: a handler of a certain parameter is then a handler of parameters, without a cast.

/** How the inputs of a kind are found. Both throw ApiError (404, 409, 422) with the field at fault. */
export interface ResolvedKind<P extends InputParameter> {
  resolve(sources: Sources, asked: Asked<P>): Promise<Described>;
  /** Of kinds that take a file in an example. */
  example?(sources: Sources, example: Exemplified<P>): Promise<Described>;
}
