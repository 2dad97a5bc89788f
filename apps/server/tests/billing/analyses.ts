import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import { InputResolver } from '../../src/analyses/inputs.ts';
import { AnalysesService } from '../../src/analyses/service.ts';
import { ToolRegistry } from '../../src/analyses/tools.ts';
import { createDisk, createEngine } from '../../src/assemble.ts';
import { PlatformsService } from '../../src/chip-platforms/service.ts';
import { CohortStore } from '../../src/cohorts/store.ts';
import { FilesService } from '../../src/files/service.ts';
import { GenesService } from '../../src/genes/service.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { Queue } from '../../src/platform/queue.ts';
import { enterProject } from '../../src/projects/repository.ts';
import { Releases } from '../../src/releases/registry.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import type { TestDatabase } from '../support/database.ts';
import { TestAccounts } from './accounts.ts';

/** The installed tools with some of their terms changed. */
class ToolsOnOtherTerms extends ToolRegistry {
  readonly #terms: Partial<ToolDefinition>;

  constructor(terms: Partial<ToolDefinition>) {
    super();
    this.#terms = terms;
  }

  override get(taskType: string): ToolDefinition | undefined {
    const tool = super.get(taskType);
    return tool && { ...tool, ...this.#terms };
  }
}

export interface TestAnalyses {
  accounts: TestAccounts;
  analyses: AnalysesService;
  /** The same users, analyses and queue, as a server finds them that has these tools. */
  withTools(tools: ToolRegistry): AnalysesService;
  /** Whose tools have other terms. */
  onTerms(terms: Partial<ToolDefinition>): AnalysesService;
  close(): Promise<void>;
}

/** Analyses that are created and stay in the queue: no worker takes them, and the engine is not started. */
export async function createTestAnalyses({ database, url }: TestDatabase): Promise<TestAnalyses> {
  const data = await mkdtemp(join(tmpdir(), 'oncoloom-billing-'));
  const config = readConfig({ ONCOLOOM_DATA: data, DATABASE_URL: url, ONCOLOOM_WORKERS: '1' }, []);
  const log = createLog('silent');
  const queue = new Queue(url, log);
  await queue.start();
  const storage = await FolderStorage.open(config.folders.storage);
  const accounts = new TestAccounts(database);
  const { billing } = accounts;
  const disk = createDisk(config, log);
  const releases = new Releases({ database, storage });
  const platforms = new PlatformsService({ config, releases, log, sources: [] });
  const files = new FilesService({ config, log, database, disk, storage, engine: createEngine(config, log), billing, platforms });
  const cohorts = new CohortStore(releases, config.folders.cohorts);
  const withTools = (tools: ToolRegistry) => {
    const inputs = new InputResolver({ database, files, platforms, cohorts, genes: new GenesService(cohorts), storage, tools });
    return new AnalysesService({ database, disk, billing, queue, inputs, tools, enterProject });
  };
  return {
    accounts,
    analyses: withTools(new ToolRegistry()),
    withTools,
    onTerms: (terms) => withTools(new ToolsOnOtherTerms(terms)),
    close: async () => {
      await queue.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** A request that needs no file; the volcano plot costs 1 point. */
export const volcano = (fields: Record<string, unknown> = {}) => ({
  task_type: 'volcano_plot_analysis',
  table: {
    columns: ['gene', 'logFC', 'P.Value'],
    rows: [
      ['TP53', '1.8', '0.001'],
      ['GPC3', '-2.1', '0.0002'],
      ['AFP', '0.1', '0.8'],
    ],
  },
  ...fields,
});
