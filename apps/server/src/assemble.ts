import { join } from 'node:path';
import { comingBytes } from './accessions/repository.ts';
import { AccessionsService } from './accessions/service.ts';
import { DeletionSweep } from './accounts/deletion.ts';
import { AccountsService } from './accounts/service.ts';
import { abandonAnalyses } from './analyses/account-removal.ts';
import { findBriefs } from './analyses/briefs.ts';
import { analysisContents } from './analyses/contents.ts';
import { ExampleFigures } from './analyses/figures/example-figures.ts';
import { FormChecks } from './analyses/forms/form-checks.ts';
import { Previews } from './analyses/forms/preview.ts';
import { InputResolver } from './analyses/inputs.ts';
import { DownloadTokens } from './analyses/results/downloads.ts';
import { Renderer } from './analyses/results/rendering.ts';
import { RobustnessChecks } from './analyses/robustness/checks.ts';
import { AnalysesService } from './analyses/service.ts';
import { Shares } from './analyses/sharing/shares.ts';
import { ToolRegistry } from './analyses/tools.ts';
import type { App } from './app.ts';
import { BillingService } from './billing/service.ts';
import { type SpaceSource, UserSpace } from './billing/space.ts';
import { PlatformsService } from './chip-platforms/service.ts';
import { CohortDownloads } from './cohorts/downloads.ts';
import { MADE_FOLDER } from './cohorts/layout.ts';
import { CohortStore } from './cohorts/store.ts';
import { Drawing } from './drawing/drawing.ts';
import { FigureBoards } from './figure-boards/service.ts';
import { fileContents } from './files/repository.ts';
import { FilesService } from './files/service.ts';
import { openUploads } from './files/transfer/upload-repository.ts';
import { GeneSetsService, geneSetInbox, REFERENCE_GENE_SETS } from './gene-sets/service.ts';
import { REFERENCE_SIGNATURES, SignaturesService, signatureInbox } from './gene-sets/signatures.ts';
import { GeneFigures } from './genes/figures.ts';
import { GenesService } from './genes/service.ts';
import { LiveHub } from './live/hub.ts';
import { type Config, readSecret } from './platform/config.ts';
import { Disk } from './platform/disk.ts';
import { KeptAnswers } from './platform/kept-answers.ts';
import { LinkTokens } from './platform/link-tokens.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail.ts';
import type { Database } from './platform/postgres/database.ts';
import { ROOT } from './platform/root.ts';
import { GeneReports } from './projects/gene-reports/gene-reports.ts';
import { readToday } from './projects/lineage/today.ts';
import { PaperService } from './projects/paper/service.ts';
import { enterProject } from './projects/repository.ts';
import { Comparisons } from './projects/rerun/comparisons.ts';
import { Reruns } from './projects/rerun/reruns.ts';
import { ProjectsService } from './projects/service.ts';
import { ProjectShares } from './projects/sharing/project-shares.ts';
import { Engine } from './r-engine/engine.ts';
import type { EngineHost } from './r-engine/host.ts';
import { Releases } from './releases/registry.ts';

/** What has a start and a stop of its own, or a connection: its owner ends it. */
type Parts = Pick<App, 'config' | 'log' | 'database' | 'disk' | 'storage' | 'engine' | 'queue'> & {
  databaseUrl: string;
  tools?: ToolRegistry;
};

/** Puts the services of every domain together. Starts nothing: the server and the operator's command line differ in what they start. */
export function assemble({ databaseUrl, tools = new ToolRegistry(), ...parts }: Parts): App {
  const { config, log, database, disk, storage, engine, queue } = parts;
  const drawing = new Drawing((error) => log.error({ err: error }, 'drawing a figure'));
  const secret = readSecret(config);
  const billing = createBilling(database);
  const accounts = new AccountsService({ database, billing, secret, mails: queue, publicUrl: config.publicUrl, log });
  const releases = new Releases({ database, storage });
  const platforms = new PlatformsService({ config, releases, log });
  const files = new FilesService({ config, log, database, disk, storage, engine, billing, platforms });
  const accessions = new AccessionsService({ config, log, database, disk, storage, files, platforms });
  const cohorts = new CohortStore(releases, config.folders.cohorts);
  const genes = new GenesService(cohorts);
  const geneSets = new GeneSetsService([REFERENCE_GENE_SETS], { releases, inbox: geneSetInbox(config.folders.data) });
  const signatures = new SignaturesService([REFERENCE_SIGNATURES], { releases, inbox: signatureInbox(config.folders.data) });
  const inputs = new InputResolver({ database, files, platforms, cohorts, genes, geneSets, signatures, storage, tools });
  const analyses = new AnalysesService({ database, disk, billing, queue, inputs, tools, enterProject });
  const previews = new Previews({ analyses, engine, storage, cohorts });
  const formChecks = new FormChecks({ analyses, engine, storage, cohorts });
  const kept = new KeptAnswers();
  const renderer = new Renderer({ billing, database, kept, disk, storage, cohorts, engine, drawing, tools });
  const projects = new ProjectsService({ database, tools, today: (rows) => readToday({ tools, engine, cohorts, geneSets }, rows) });
  const projectShares = new ProjectShares({ database, accounts, projects, tools, publicUrl: config.publicUrl });
  const live = new LiveHub(databaseUrl, log);
  live.watchSessions(accounts.sessions.living);
  live.watchChanges(kept);
  live.register('task', (userId, id) => analyses.liveMessage(userId, id));
  live.register('points', async (userId) => ({ type: 'update_points', data: { points: await billing.balance(userId) } }));
  return {
    ...parts,
    accounts,
    billing,
    files,
    accessions,
    platforms,
    drawing,
    releases,
    cohorts,
    cohortDownloads: new CohortDownloads({ cohorts, billing, database }, join(config.folders.cohorts, MADE_FOLDER)),
    genes,
    geneSets,
    signatures,
    geneFigures: new GeneFigures({ genes, cohorts, tools, previews }),
    tools,
    analyses,
    shares: new Shares({ database, accounts, analyses, projectShares, tools, renderer, publicUrl: config.publicUrl }),
    previews,
    formChecks,
    robustness: new RobustnessChecks({ database, analyses, engine, storage, cohorts, files, signatures, tools, log }),
    exampleFigures: new ExampleFigures({ tools, previews, drawing }),
    renderer,
    boards: new FigureBoards({ database, analyses, tools, renderer, drawing, enterProject }),
    projects,
    projectShares,
    reruns: new Reruns({ database, queue, analyses, projects, tools, log }),
    geneReports: new GeneReports({ database, queue, analyses, billing, projects, genes, cohorts, tools, log }),
    comparisons: new Comparisons({ storage, analyses, tools }),
    paper: new PaperService({ projects, analyses, storage, cohorts, tools, renderer, drawing }),
    live,
    kept,
    downloadTokens: new DownloadTokens(secret),
    fileTokens: new LinkTokens(secret, 'file'),
    cohortTokens: new LinkTokens(secret, 'cohort'),
    paperTokens: new LinkTokens(secret, 'paper'),
  };
}

/** Points, plans and space, with what the other domains tell of a user. */
export function createBilling(database: Database): BillingService {
  const uploading: SpaceSource = async (db, userId) => ({
    uploading: [{ size: (await openUploads(db, userId)).bytes }, { size: await comingBytes(db, userId) }],
  });
  return new BillingService(database, { space: new UserSpace([fileContents, analysisContents, uploading]), findTasks: findBriefs });
}

/** The disks that the data lie on. */
export function createDisk({ folders }: Config, log: Log): Disk {
  return new Disk([folders.data, folders.local, folders.database, folders.storage, folders.scratch, folders.jobs], log);
}

/** The engine of one process, not started. @param host of a server that has given root up. */
export function createEngine(config: Config, log: Log, host?: EngineHost, tools?: string): Engine {
  const { folders, workers, taskMemory: memoryBytes, taskTimeout: timeoutMs } = config;
  const options = { root: ROOT, jobs: folders.jobs, workers, memoryBytes, timeoutMs, log };
  return new Engine(tools === undefined ? options : { ...options, tools }, host);
}

/** What deletes the accounts whose time has come, with what other domains do when an account goes. */
export function createDeletionSweep({ database, queue, log }: App, mailer: Mailer): DeletionSweep {
  return new DeletionSweep({ database, mailer, removals: [(tx, userId) => abandonAnalyses(queue, tx, userId)], log });
}
