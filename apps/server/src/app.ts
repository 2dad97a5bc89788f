import type { AccountsService } from './accounts/service.ts';
import type { DownloadTokens } from './analyses/downloads.ts';
import type { Previews } from './analyses/preview.ts';
import type { Renderer } from './analyses/rendering.ts';
import type { AnalysesService } from './analyses/service.ts';
import type { ToolRegistry } from './analyses/tools.ts';
import type { BillingService } from './billing/service.ts';
import type { CohortTokens } from './cohorts/download-routes.ts';
import type { CohortDownloads } from './cohorts/downloads.ts';
import type { CohortStore } from './cohorts/store.ts';
import type { Engine } from './engine/engine.ts';
import type { FilesService } from './files/service.ts';
import type { FileTokens } from './files/transfer-routes.ts';
import type { GeneFigures } from './genes/figures.ts';
import type { GenesService } from './genes/service.ts';
import type { LiveHub } from './live/hub.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import type { Log } from './platform/log.ts';
import type { Queue } from './platform/queue.ts';
import type { Storage } from './platform/storage.ts';
import type { PlatformsService } from './platforms/service.ts';

/** The parts of one server process, as its routes see them. Assembled in main.ts. */
export interface App {
  config: Config;
  log: Log;
  database: Database;
  storage: Storage;
  engine: Engine;
  queue: Queue;
  accounts: AccountsService;
  billing: BillingService;
  live: LiveHub;
  files: FilesService;
  platforms: PlatformsService;
  cohorts: CohortStore;
  cohortDownloads: CohortDownloads;
  genes: GenesService;
  geneFigures: GeneFigures;
  tools: ToolRegistry;
  analyses: AnalysesService;
  previews: Previews;
  renderer: Renderer;
  downloadTokens: DownloadTokens;
  fileTokens: FileTokens;
  cohortTokens: CohortTokens;
}
