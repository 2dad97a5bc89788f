import { mkdirSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { ensureDemoAccount } from './accounts/demo.ts';
import { AccountMails } from './accounts/mails/account-mails.ts';
import { IdleDrawing } from './analyses/figures/idle-drawing.ts';
import { Pilot } from './analyses/run/pilot.ts';
import { submitExamples } from './analyses/run/submit-examples.ts';
import { AnalysisWorker } from './analyses/run/worker.ts';
import { assemble, createDeletionSweep, createDisk, createEngine } from './assemble.ts';
import { EMBEDDED_COHORTS, installEmbedded, tellCohorts } from './cohorts/embedded.ts';
import { takeOverCohorts } from './cohorts/take-over.ts';
import { sweepStorage } from './files/space/sweep.ts';
import { healthChecks } from './http/checks.ts';
import type { CallLimits } from './http/rate-limit.ts';
import { standBy } from './http/stand-by.ts';
import { serveHealth } from './http/worker-health.ts';
import { buildServer } from './http.ts';
import { readConfig } from './platform/config.ts';
import { isDiskFull } from './platform/disk.ts';
import { createLog } from './platform/log.ts';
import { createMailer } from './platform/mail.ts';
import { NightlySweep } from './platform/nightly.ts';
import { PrivateCluster } from './platform/postgres/cluster.ts';
import { migrate, openDatabase } from './platform/postgres/database.ts';
import { Queue } from './platform/queue.ts';
import { LaunchedHost } from './r-engine/launched-host.ts';
import { CHANNEL } from './r-engine/orders.ts';
import { sweepReleases } from './releases/sweep.ts';
import { openStorage } from './storage/open.ts';

/**
 * V8 lets a heap that has been idle grow by little at a time and takes an upload's chunks, which are freed as they pass, for growth: it
 * collected everything twenty times during 150 MB, on both cores, and under load the slowest hundredth of the calls took twice as long.
 * It may grow to 2.5 times what was alive instead.
 */
setFlagsFromString('--heap-growing-percent=150');

/** What tests alone set. */
interface ServeOptions {
  callLimits?: CallLimits;
  /** Folder of the tools that the engine has, where these are not all. */
  engineTools?: string | undefined;
}

/** Aborted by the signal that ends this process. */
const stopping = new AbortController();

/** Of a server that has given root up. It ends with its launcher, as the kernel has been told anyway. */
function launchedHost(): LaunchedHost | undefined {
  const number = process.env[CHANNEL];
  if (number === undefined) return undefined;
  delete process.env[CHANNEL];
  return new LaunchedHost(new Socket({ fd: Number(number), readable: true, writable: true }), () => process.kill(process.pid, 'SIGKILL'));
}

/** Starts one process in its role. The API answers as soon as the database is up; tasks run once the engine is warm. */
async function start({ callLimits, engineTools }: ServeOptions): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  mkdirSync(config.folders.data, { recursive: true });
  const stops: (() => Promise<unknown>)[] = [];
  const stop = stopOnSignals(log, stops);
  outliveFullDisk(log);

  const disk = createDisk(config, log);
  if (!(await disk.canStart())) await standBy(disk, config.role === 'worker' ? undefined : config, stopping.signal);
  if (stopping.signal.aborted) return;
  disk.start();
  stops.unshift(async () => disk.stop());
  const engine = createEngine(config, log, launchedHost(), engineTools);
  const ready = engine.start();
  stops.unshift(() => engine.stop());

  const cluster = config.databaseUrl === undefined ? await PrivateCluster.start(config.folders.database, log) : undefined;
  if (cluster !== undefined) stops.push(() => cluster.stop());
  const databaseUrl = config.databaseUrl ?? cluster?.url ?? '';
  const database = openDatabase(databaseUrl, log);
  stops.unshift(() => database.$client.end());
  await (cluster?.migrate() ?? migrate(database));
  const storage = await openStorage(config, database);
  disk.onChange(({ state }) => {
    if (state !== 'enough') void storage.makeRoom().catch((error: unknown) => log.warn({ err: error }, 'no room was made'));
  });

  const queue = new Queue(databaseUrl, log);
  await queue.start();
  stops.unshift(() => queue.stop());

  const app = assemble({ config, log, database, databaseUrl, disk, storage, engine, queue });
  const { accounts, cohorts, drawing, files, live, renderer, tools } = app;
  // Before any task runs: those that wait name releases that lie there.
  await takeOverCohorts(join(config.folders.data, 'cohorts'), cohorts, log);
  stops.unshift(() => drawing.stop());
  await files.start(config.role !== 'worker');
  stops.unshift(() => files.stop());

  if (config.role !== 'worker') {
    await app.accessions.start();
    stops.unshift(() => app.accessions.stop());
    await live.start();
    const draining = config.role === 'api' ? stopping.signal : undefined;
    const server = await buildServer(app, { ...(callLimits && { callLimits }), ...(draining && { draining }) });
    stops.unshift(
      () => server.close(),
      () => live.stop(),
    );
    if (draining) stops.unshift(() => delay(DRAIN_MS));
    const address = await server.listen({ port: config.port, host: config.host });
    const demo = await ensureDemoAccount(config, accounts);
    announce(address, demo);
  }

  // What lies on this machine, and, by one process a night, what all share.
  const own =
    config.role === 'worker' ? [] : [() => files.sweep(), () => app.accessions.sweep(), () => app.cohortDownloads.sweep(new Date())];
  const shared = config.role === 'api' ? [] : [() => sweepStorage(app), () => sweepReleases(app)];
  const nightly = new NightlySweep({ own, shared }, database, log);
  nightly.start();
  stops.unshift(() => nightly.stop());
  if (config.role === 'worker' && config.healthPort !== undefined) {
    const health = await serveHealth(healthChecks(app), { port: config.healthPort, host: config.host }, log);
    stops.unshift(() => health.close());
  }

  if (config.role !== 'api') {
    const install = () => installEmbedded(EMBEDDED_COHORTS, app).then(() => tellCohorts(app));
    let embedded = install();
    stops.unshift(() => embedded);
    // What found no room is installed as soon as there is some.
    disk.onChange(({ state }) => {
      if (state === 'enough') embedded = embedded.then(install);
    });
    const mailer = createMailer(config, log);
    const mails = new AccountMails({ database, mailer, publicUrl: config.publicUrl, log });
    await queue.workMails((mail) => mails.deliver(mail));
    await queue.workSteps((steps) => ('rerunId' in steps ? app.reruns.goOn(steps.rerunId) : app.geneReports.goOn(steps.reportId)));
    await queue.workExamples((examples) => submitExamples(app, examples));
    const sweep = createDeletionSweep(app, mailer);
    sweep.start();
    stops.unshift(async () => sweep.stop());
    await ready;
    if (stopping.signal.aborted) return;
    const worker = new AnalysisWorker(app);
    const started = worker.start();
    // A signal in the middle of the start waits for it: the worker takes a database session, and gives back what it took.
    stops.unshift(async () => {
      await started.catch(() => undefined);
      await worker.stop();
    });
    await started;
    const ahead = new IdleDrawing({ database, renderer, tools, worker, log });
    stops.unshift(async () => ahead.stop());
    if (config.pilot !== undefined) {
      const pilot = new Pilot(worker, { ...config.pilot, end: (why) => void stop(why), log });
      stops.unshift(async () => pilot.stop());
    }
  }
}

/**
 * A write that finds the disk full must not end the process: whoever waits for it is told where it is awaited. What reaches this
 * place are writes that nobody waits for.
 */
function outliveFullDisk(log: ReturnType<typeof createLog>): void {
  const judge = (error: unknown) => {
    if (!isDiskFull(error)) throw error;
    log.warn({ err: error }, 'the disk is full');
  };
  process.on('uncaughtException', judge);
  process.on('unhandledRejection', judge);
}

/** Two lines for the person at the terminal, beside the structured log. */
function announce(address: string, demo: { email: string; password: string } | undefined): void {
  const account = demo === undefined ? '' : `Demo account: ${demo.email} / ${demo.password}\n`;
  process.stdout.write(`\nOncoLoom is at ${address}\n${account}The engine warms up for some seconds; the page says when it is ready.\n\n`);
}

/** An API beside others says that it stops, and goes on for so long: until then the proxy hands it no more calls, ms. */
const DRAIN_MS = 5_000;
/** How long one part may take to stop before the others are stopped without it, ms. */
const STOP_MS = 10_000;

/** Stops the parts, the last started first, when a signal comes. @returns what does so for another cause. */
function stopOnSignals(log: ReturnType<typeof createLog>, stops: readonly (() => Promise<unknown>)[]): (why: string) => Promise<void> {
  const stop = async (why: string) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ why }, 'stopping');
    // A copy: what is still starting may add to the list.
    for (const step of [...stops]) {
      const late = new Promise((_, reject) => setTimeout(() => reject(new Error('took too long to stop')), STOP_MS).unref());
      await Promise.race([step(), late]).catch((error) => log.warn({ err: error }, 'stopping'));
    }
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return stop;
}

/** Runs the server in this process until a signal ends it. */
export function serve(options: ServeOptions = {}): void {
  start(options).catch((error: unknown) => {
    // A part that was still starting found another one gone; the stop goes on.
    if (stopping.signal.aborted) return;
    process.stderr.write(`OncoLoom could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof Error && error.cause !== undefined) process.stderr.write(`${String(error.cause)}\n`);
    process.exit(1);
  });
}
