import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { AnalysisWorker } from '../../src/analyses/run/worker.ts';
import type { ToolRegistry } from '../../src/analyses/tools.ts';
import type { App } from '../../src/app.ts';
import { assemble, createDisk, createEngine } from '../../src/assemble.ts';
import { buildServer } from '../../src/http.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import type { Database } from '../../src/platform/postgres/database.ts';
import { Queue } from '../../src/platform/queue.ts';
import type { Engine } from '../../src/r-engine/engine.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import { createTestDatabase } from './database.ts';
import { NO_LIMITS } from './no-limits.ts';
import { sharedEngine } from './shared.ts';

/** One method of a registered route. */
export interface Route {
  method: string;
  url: string;
  schema: RouteOptions['schema'];
}

export interface WholeServer {
  app: App;
  server: FastifyInstance;
  /** Everything that is registered, whoever registered it. */
  routes: Route[];
  /** Begins to run what is queued. */
  work(): Promise<void>;
  close(): Promise<void>;
}

/** The server's routes become known while it is built: fastify tells of each instance before its first route. */
async function withRoutes(build: () => Promise<FastifyInstance>): Promise<{ server: FastifyInstance; routes: Route[] }> {
  const routes: Route[] = [];
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, schema }) => {
      for (const name of [method].flat()) routes.push({ method: name, url, schema });
    });
  };
  subscribe('fastify.initialization', watch);
  try {
    return { server: await build(), routes };
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
}

/** Tools whose packages are loaded in a second. */
const COMMON = ['limma_differential_analysis', 'microarray_normalization'];

/** A whole server with a warm R that others use, too. @param taskTypes Tools that R has. */
export const createWorkingServer = async (taskTypes: readonly string[] = COMMON): Promise<WholeServer> =>
  createWholeServer(await sharedEngine(taskTypes));

/**
 * A whole server in this process, every domain and the worker, on a database and a folder of its own; neither listening nor working.
 * @param shared Without it there is no R: nothing that is queued can be run. @param tools Other tools than the product's; the engine has them, too.
 */
export async function createWholeServer(shared?: Engine, tools?: ToolRegistry): Promise<WholeServer> {
  const test = await createTestDatabase();
  const data = await mkdtemp(join(tmpdir(), 'oncoloom-whole-'));
  const whole = await openWholeServer({ ...test, data }, shared, tools);
  return {
    ...whole,
    close: async () => {
      await whole.close();
      await test.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** What a server keeps: it stays when the server is closed. */
interface Kept {
  database: Database;
  url: string;
  /** The data folder. */
  data: string;
}

/** The same on a database, brought up to date, and a folder that are there. */
export async function openWholeServer({ database, url, data }: Kept, shared?: Engine, tools?: ToolRegistry): Promise<WholeServer> {
  const config = readConfig({ ONCOLOOM_DATA: data, DATABASE_URL: url, ONCOLOOM_WORKERS: '1' }, []);
  const log = createLog('silent');
  const engine = shared ?? createEngine(config, log);
  const queue = new Queue(url, log);
  await queue.start();
  const storage = await FolderStorage.open(config.folders.storage);
  const app = assemble({
    config,
    log,
    database,
    databaseUrl: url,
    disk: createDisk(config, log),
    storage,
    engine,
    queue,
    ...(tools === undefined ? {} : { tools }),
  });
  await app.files.start();
  await app.live.start();
  const { server, routes } = await withRoutes(() => buildServer(app, { callLimits: NO_LIMITS }));
  await server.ready();
  let worker: AnalysisWorker | undefined;
  return {
    app,
    server,
    routes,
    work: async () => {
      worker = new AnalysisWorker(app);
      await worker.start();
    },
    close: async () => {
      await worker?.stop();
      await app.live.stop();
      await server.close();
      await app.files.stop();
      await queue.stop();
    },
  };
}
