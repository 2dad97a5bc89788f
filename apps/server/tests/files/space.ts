import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FileFacts, UserFile } from '@oncoloom/contract';
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AccountsService } from '../../src/accounts/service.ts';
import { createBilling } from '../../src/assemble.ts';
import { PlatformsService } from '../../src/chip-platforms/service.ts';
import { FolderSource } from '../../src/chip-platforms/sources.ts';
import type { ParsingEngine } from '../../src/files/reading/parser.ts';
import { fileRoutes } from '../../src/files/routes.ts';
import { FilesService } from '../../src/files/service.ts';
import { fileChangeRoutes } from '../../src/files/space/change-routes.ts';
import { directoryRoutes } from '../../src/files/space/directory-routes.ts';
import { type FileTokens, fileTransferRoutes } from '../../src/files/transfer/transfer-routes.ts';
import { tusRoutes } from '../../src/files/transfer/tus-routes.ts';
import { createServer } from '../../src/http/server.ts';
import { LiveHub } from '../../src/live/hub.ts';
import { Disk } from '../../src/platform/disk.ts';
import { KeptAnswers } from '../../src/platform/kept-answers.ts';
import { LinkTokens } from '../../src/platform/link-tokens.ts';
import { createLog } from '../../src/platform/log.ts';
import type { Database } from '../../src/platform/postgres/database.ts';
import { ROOT } from '../../src/platform/root.ts';
import { ProjectsService } from '../../src/projects/service.ts';
import type { Engine } from '../../src/r-engine/engine.ts';
import { Releases } from '../../src/releases/registry.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { NO_LIMITS } from '../support/no-limits.ts';
import { PASSWORD } from '../support/server.ts';
import { sharedEngine } from '../support/shared.ts';

/** Real data sets, where this machine has them: `ONCOLOOM_SHARED`, else beside the repository. */
export const SHARED = process.env.ONCOLOOM_SHARED ?? resolve(ROOT, '../shared/data');

export function sharedFile(path: string): string | undefined {
  const file = join(SHARED, path);
  return existsSync(file) ? file : undefined;
}

export interface Uploaded {
  status: number;
  /** Present when refused. */
  detail: string;
  file: UserFile;
  facts: FileFacts;
  /** Refused after the call had answered: the file stays, with the sentence in its report. */
  late?: true;
}

export interface TestUser {
  id: number;
  token: string;
  upload(name: string, content: Buffer | string, fields?: Record<string, string>): Promise<Uploaded>;
  /** An upload whose reading has ended: where that takes long, the call answers before. */
  uploadRead(name: string, content: Buffer | string, fields?: Record<string, string>): Promise<Uploaded>;
  get<T>(path: string): Promise<{ status: number; body: T }>;
  /** Any call. */
  call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; body: T }>;
  delete(path: string): Promise<number>;
}

/** What the processes of one site have in common. */
interface Shared {
  test: TestDatabase;
  storage: FolderStorage;
  secret: Uint8Array;
}

/** More domains on the same server. */
type More = (
  parts: Pick<ConstructorParameters<typeof FilesService>[0], 'database' | 'disk' | 'storage' | 'log' | 'config'> &
    Pick<TestSpace, 'accounts' | 'files'> & { platforms: PlatformsService },
) => { routes: readonly FastifyPluginAsyncZod[]; stop(): Promise<void> };

/** A listening server with the file space on a fresh database, a folder and a real R engine. */
export class TestSpace {
  readonly url: string;
  readonly folder: string;
  readonly database: Database;
  readonly files: FilesService;
  readonly accounts: AccountsService;
  readonly #stops: (() => Promise<unknown>)[];
  readonly #shared: Shared;

  private constructor(
    parts: Pick<TestSpace, 'url' | 'folder' | 'database' | 'files' | 'accounts'> & { stops: (() => Promise<unknown>)[]; shared: Shared },
  ) {
    this.url = parts.url;
    this.folder = parts.folder;
    this.database = parts.database;
    this.files = parts.files;
    this.accounts = parts.accounts;
    this.#stops = parts.stops;
    this.#shared = parts.shared;
  }

  /**
   * @param first Another process, of which this one shares database, storage and key, and not the folder.
   * @param more What else the server has.
   */
  static async open(engine: ParsingEngine, folder: string, first?: TestSpace, more?: More): Promise<TestSpace> {
    const test = first === undefined ? await createTestDatabase() : { ...first.#shared.test, close: async () => undefined };
    const log = createLog('silent');
    const storage = first === undefined ? await FolderStorage.open(join(folder, 'storage')) : first.#shared.storage;
    const secret = first === undefined ? randomBytes(32) : first.#shared.secret;
    const billing = createBilling(test.database);
    const accounts = new AccountsService({
      database: test.database,
      billing,
      secret,
      mails: { addMail: async () => {} },
      publicUrl: '',
      log,
    });
    const config = {
      folders: { scratch: join(folder, 'scratch'), resumable: join(folder, 'scratch/resumable'), reference: join(folder, 'reference') },
      mirror: undefined,
    };
    // Those that the set-up makes; the network is not asked.
    const platforms = new PlatformsService({
      config,
      releases: new Releases({ database: test.database, storage }),
      log,
      sources: [new FolderSource(join(ROOT, 'reference/platforms'))],
    });
    const disk = new Disk([folder], log);
    const files = new FilesService({
      database: test.database,
      disk,
      storage,
      engine,
      billing,
      log,
      config,
      platforms,
    });
    await files.start();
    // The first file that is read would have the tables of platforms stored, among what tests count.
    await platforms.installed();
    const live = new LiveHub(test.url, log);
    const fileTokens: FileTokens = new LinkTokens(randomBytes(32), 'file');
    const kept = new KeptAnswers();
    live.watchChanges(kept);
    const projects = new ProjectsService({
      database: test.database,
      tools: { get: () => undefined },
      today: async () => ({ tools: new Map(), packages: {}, cohorts: new Map(), references: new Map() }),
    });
    const parts = { accounts, billing, files, storage, fileTokens, log, kept, projects };
    const others = more?.({ database: test.database, disk, storage, log, config, accounts, files, platforms });
    const routes = [
      ...(others?.routes ?? []),
      fileRoutes(parts),
      directoryRoutes(parts),
      fileChangeRoutes(parts),
      fileTransferRoutes(parts),
      tusRoutes(parts),
    ];
    const server: FastifyInstance = await createServer({
      log,
      database: test.database,
      accounts,
      live,
      health: {},
      operator: { trustsMachine: true, token: 'o' },
      routes,
      pages: '/nowhere',
      callLimits: NO_LIMITS,
    });
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    const stops = [() => server.close(), async () => others?.stop(), () => files.stop(), () => platforms.stop(), () => test.close()];
    return new TestSpace({ url, folder, database: test.database, files, accounts, stops, shared: { test, storage, secret } });
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) await stop();
  }

  async user(): Promise<TestUser> {
    const email = `${randomBytes(6).toString('hex')}@example.org`;
    const token = await this.accounts.register({ email, password: PASSWORD }, { agent: 'test', address: '127.0.0.1' });
    const { id } = await this.accounts.authenticate(token);
    const headers = { authorization: `Bearer ${token}` };
    const send = (path: string, init: RequestInit) => fetch(this.url + path, { ...init, headers: { ...headers, ...init.headers } });
    const call = async <T>(method: string, path: string, body?: unknown) => {
      const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const response = await send(path, { method, ...json });
      return { status: response.status, body: (await response.json()) as T };
    };
    const upload: TestUser['upload'] = async (name, content, fields = {}) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
      const response = await send('/api/bulk/files/upload', { method: 'POST', body: form });
      const body = (await response.json()) as { detail?: string; file?: UserFile };
      const file = body.file as UserFile;
      return { status: response.status, detail: body.detail ?? '', file, facts: file?.facts as FileFacts };
    };
    return {
      id,
      token,
      upload,
      uploadRead: async (...file) => {
        const one = await upload(...file);
        while (one.status === 200 && one.file.validation_status === 'pending') {
          await delay(200);
          one.file = (await call<{ file: UserFile }>('GET', `/api/file/${one.file.id}/info`)).body.file;
          one.facts = one.file.facts as FileFacts;
        }
        const { matrix, table, findings } = one.facts ?? {};
        if (one.file?.validation_status !== 'invalid' || matrix !== undefined || table !== undefined) return one;
        return { ...one, status: 422, detail: findings?.map(({ message }) => message).join('\n') ?? '', late: true };
      },
      call,
      get: (path) => call('GET', path),
      delete: async (path) => (await call('DELETE', path)).status,
    };
  }

  /** Files on the disk: stored blobs, and what is half-taken. */
  async bytes(): Promise<{ blobs: string[]; staged: string[] }> {
    const blobs = await readdir(join(this.folder, 'storage/blobs'), { recursive: true, withFileTypes: true });
    const staged = await readdir(join(this.folder, 'scratch/uploads'));
    const incoming = await readdir(join(this.folder, 'storage/incoming'));
    return { blobs: blobs.filter((entry) => entry.isFile()).map((entry) => entry.name), staged: [...staged, ...incoming] };
  }
}

/** Stands for an engine that warms up for ever: what is uploaded stays pending. For tests of everything but reading. */
export const WARMING: ParsingEngine = {
  status: () => ({ state: 'warming' }),
  onStatus: () => () => undefined,
  run: () => Promise.reject(new Error('the engine is not ready')),
  release: async () => undefined,
};

/** A folder of the test's own, and a warm R that only reads, which others use, too. */
export async function engineAndFolder(): Promise<{ engine: Engine; folder: string; stop(): Promise<void> }> {
  const engine = await sharedEngine([]);
  const folder = await mkdtemp(join(tmpdir(), 'oncoloom-files-'));
  return { engine, folder, stop: () => rm(folder, { recursive: true, force: true }) };
}
