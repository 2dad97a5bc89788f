import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { BUCKET_ADDRESS, type BucketAddress, readBucketAddress } from './object-storage.ts';
import { ROOT } from './root.ts';

const GIB = 1024 ** 3;

/** `6GiB`, `512M` or plain bytes → bytes. */
export const size = z
  .string()
  .trim()
  .regex(/^\d+(\.\d+)?\s*([KMGT](i?B)?)?$/i, 'a size such as 6GiB')
  .transform((text) => {
    const unit = /[KMGT]/i.exec(text)?.[0].toUpperCase() ?? '';
    return Math.round(Number.parseFloat(text) * 1024 ** ' KMGT'.indexOf(unit || ' '));
  });

/** `2h`, `30m`, `90s` or plain seconds → ms. */
export const duration = z
  .string()
  .trim()
  .regex(/^\d+(\.\d+)?\s*[hms]?$/i, 'a time such as 2h')
  .transform((text) => {
    const unit = { h: 3600, m: 60, s: 1 }[text.at(-1)?.toLowerCase() ?? ''] ?? 1;
    return Math.round(Number.parseFloat(text) * unit * 1000);
  });

const bucketUrl = z.string().trim().regex(BUCKET_ADDRESS, 'an address such as s3://bucket/prefix');

/** An address, or a network such as 10.42.0.0/16. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

/** `10.0.0.7, 10.42.0.0/16` → its parts. */
const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), 'addresses or networks such as 10.42.0.0/16, with commas between them');

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  ONCOLOOM_PROXIES: networks.default([]),
  ONCOLOOM_HEALTH_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  ONCOLOOM_DATA: z.string().optional(),
  ONCOLOOM_SCRATCH: z.string().optional(),
  ONCOLOOM_STORAGE: bucketUrl.optional(),
  ONCOLOOM_STORAGE_FORMER: bucketUrl.optional(),
  ONCOLOOM_CACHE: size.optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().optional(),
  AWS_REGION: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  /** Where the operator stands: npm goes to the repository and leaves this behind. */
  INIT_CWD: z.string().default(process.cwd()),
  DATABASE_URL: z.string().optional(),
  ONCOLOOM_WORKERS: z.coerce.number().int().min(1).optional(),
  ONCOLOOM_TASK_MEMORY: size.optional(),
  ONCOLOOM_TASK_TIMEOUT: duration.optional(),
  ONCOLOOM_MIRROR: z.string().optional(),
  ONCOLOOM_SECRET: z.string().min(16).optional(),
  ONCOLOOM_OPERATOR_TOKEN: z.string().min(16).optional(),
  SMTP_URL: z.url().optional(),
  MAIL_FROM: z.string().default('瘤析 OncoLoom <no-reply@localhost>'),
  PUBLIC_URL: z.url().optional(),
  ONCOLOOM_SUPPORT_QR: z.string().optional(),
  ONCOLOOM_SUPPORT_CONTACT: z.string().optional(),
  /** Set by Slurm in its jobs. */
  SLURM_JOB_ID: z.string().optional(),
  ONCOLOOM_LOG: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export const ROLES = ['api', 'worker', 'all'] as const;
export type Role = (typeof ROLES)[number];

/** A worker that has its machine for a while. */
interface PilotConfig {
  /** From the start of its process it takes tasks for so long, ms. */
  drainAfterMs: number;
  /** It ends when it had nothing to do for so long, ms. */
  idleAfterMs: number;
  /** The job of Slurm that it is. */
  job: string | undefined;
}

const IDLE_AFTER = '5m';

export interface Config {
  role: Role;
  /** Undefined: it has its machine for good. */
  pilot: PilotConfig | undefined;
  port: number;
  host: string;
  /** HOST is on loopback: nobody else can reach this server. */
  local: boolean;
  /** Addresses and networks of proxies on other machines: they are believed whose call they hand on, as one on this machine always is. */
  proxies: string[];
  /** Where a worker answers `/healthz` and `/readyz`; undefined: nowhere. */
  healthPort: number | undefined;
  /**
   * Absolute folders. What several machines share lies below `data`, what a machine has for itself below `local`: the same folder unless
   * ONCOLOOM_SCRATCH names another. `database`, `storage`, `jobs` may be owned by others than the server.
   */
  folders: {
    data: string;
    local: string;
    database: string;
    storage: string;
    /** Bytes of resumable uploads: any API process may get the next ones. */
    resumable: string;
    /** Uploads that are being guarded. */
    scratch: string;
    jobs: string;
    /** Copies of contents that lie in a bucket. */
    cache: string;
    outbox: string;
    /** Where earlier versions kept annotations of platforms. */
    reference: string;
    /** Releases of cohorts that are being made, and files that are made of them for users. */
    cohorts: string;
  };
  /** The bucket in which contents are kept, or in which older ones still lie; the folder `storage` where undefined. */
  storage: { now: BucketAddress | undefined; former: BucketAddress | undefined };
  /** Limit of what the cache keeps of a bucket, bytes. */
  cacheBytes: number;
  /** A folder (absolute) or an http(s) address that stands in for the public addresses of reference data. */
  mirror: string | undefined;
  /** An existing PostgreSQL; undefined means a private cluster in the data folder. */
  databaseUrl: string | undefined;
  /** Engine children at once. */
  workers: number;
  /** Limit of one engine child, bytes. */
  taskMemory: number;
  /** Limit of one engine child, ms. */
  taskTimeout: number;
  /** Signing key; undefined means the one kept in the data folder (`readSecret`). */
  secret: string | undefined;
  /** What opens the operator's page from another machine; undefined means the one kept in the data folder (`readOperatorToken`). */
  operatorToken: string | undefined;
  /** Mail goes through this server, or to the outbox folder when it is undefined. */
  mail: { smtpUrl: string | undefined; from: string };
  /** Where users reach the site, without a slash at the end: links in mails and referral links begin with it. */
  publicUrl: string;
  /** How users reach the operator's service: a picture file on the server and a line of text. */
  support: { qr: string | undefined; contact: string | undefined };
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** What follows an option on the command line, as `--role worker` or `--role=worker`; empty where nothing does. */
function optionOf(argv: readonly string[], option: string): string | undefined {
  const at = argv.indexOf(option);
  return at >= 0 ? (argv[at + 1] ?? '') : argv.find((word) => word.startsWith(`${option}=`))?.slice(option.length + 1);
}

function readRole(argv: readonly string[]): Role {
  const name = optionOf(argv, '--role');
  if (name === undefined) return 'all';
  const role = ROLES.find((known) => known === name);
  if (!role) throw new Error(`--role must be one of ${ROLES.join(', ')}`);
  return role;
}

/** What several machines with one bucket have to share: none of it may come out of a folder that each has for itself. */
const NEEDED_WITH_BUCKET = {
  DATABASE_URL: 'the address of a PostgreSQL that all machines reach',
  ONCOLOOM_SECRET: 'the key that signs tokens, 16 characters or more, such as of `openssl rand -base64 48`',
  ONCOLOOM_OPERATOR_TOKEN: "what opens the operator's page, 16 characters or more, such as of `openssl rand -base64 24`",
} as const;

/** Throws where files that an operator believes to be in a bucket would end up elsewhere, or where a bucket is not enough. */
function readStorage(values: z.output<typeof environment>): Config['storage'] {
  const { ONCOLOOM_STORAGE: now, ONCOLOOM_STORAGE_FORMER: former } = values;
  if (values.S3_ENDPOINT !== undefined && now === undefined && former === undefined)
    throw new Error('S3_ENDPOINT: set ONCOLOOM_STORAGE=s3://bucket/prefix as well, or files are kept in ONCOLOOM_DATA');
  if (now !== undefined && former !== undefined)
    throw new Error('ONCOLOOM_STORAGE_FORMER: contents move from a bucket into the folder of ONCOLOOM_DATA; unset ONCOLOOM_STORAGE');
  for (const [name, what] of Object.entries(now === undefined ? {} : NEEDED_WITH_BUCKET))
    if (values[name as keyof typeof NEEDED_WITH_BUCKET] === undefined) throw new Error(`${name}: ONCOLOOM_STORAGE needs it, set ${what}`);
  const read = (url: string | undefined) => (url === undefined ? undefined : readBucketAddress(url, values));
  return { now: read(now), former: read(former) };
}

/** Does an address of PostgreSQL have commas in the place of hosts, not in a password? */
function namesSeveralHosts(url: string): boolean {
  const [address = '', query = ''] = url.split('?', 2);
  const authority = address.split('://', 2)[1]?.split('/', 1)[0] ?? '';
  const hosts = [authority.slice(authority.lastIndexOf('@') + 1), ...new URLSearchParams(query).getAll('host')];
  return hosts.some((host) => host.includes(','));
}

/** The driver connects to one host: of several it would know none, and call that a fault of the network. */
function refuseSeveralHosts(url = ''): void {
  if (!namesSeveralHosts(url)) return;
  throw new Error('DATABASE_URL names several hosts: give one address that leads to the primary (docs/operations.md)');
}

function readPilot(argv: readonly string[], role: Role, job: string | undefined): PilotConfig | undefined {
  const drainAfter = optionOf(argv, '--drain-after');
  const idleAfter = optionOf(argv, '--idle-after');
  if (drainAfter === undefined && idleAfter === undefined) return undefined;
  if (role !== 'worker' || drainAfter === undefined)
    throw new Error('a pilot is started with --role worker --drain-after 55m; --idle-after 5m ends it earlier when there is nothing to do');
  const read = (option: string, text: string) => {
    const { data, error } = duration.safeParse(text);
    if (data === undefined) throw new Error(`${option}: ${error?.issues[0]?.message}`);
    return data;
  };
  return { drainAfterMs: read('--drain-after', drainAfter), idleAfterMs: read('--idle-after', idleAfter ?? IDLE_AFTER), job };
}

/** A set-up variable that is present but empty counts as unset, as compose files write it. */
function withoutBlanks(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())));
}

/** A folder is meant from where the operator stands. */
function readMirror(mirror: string | undefined, from: string): string | undefined {
  return mirror === undefined || /^https?:\/\//.test(mirror) ? mirror : resolve(from, mirror);
}

/** Reads and checks the environment and the command line. Throws an Error that names each wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env, argv: readonly string[] = process.argv.slice(2)): Config {
  const variables = withoutBlanks(env);
  const parsed = environment.safeParse(variables);
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  }
  const values = parsed.data;
  refuseSeveralHosts(values.DATABASE_URL);
  const role = readRole(argv);
  const data = values.ONCOLOOM_DATA === undefined ? join(ROOT, 'data') : resolve(values.INIT_CWD, values.ONCOLOOM_DATA);
  const local = values.ONCOLOOM_SCRATCH === undefined ? data : resolve(values.INIT_CWD, values.ONCOLOOM_SCRATCH);
  return {
    role,
    pilot: readPilot(argv, role, values.SLURM_JOB_ID),
    port: values.PORT,
    host: values.HOST,
    local: ['127.0.0.1', '::1', 'localhost'].includes(values.HOST),
    proxies: values.ONCOLOOM_PROXIES,
    healthPort: values.ONCOLOOM_HEALTH_PORT,
    folders: {
      data,
      local,
      database: join(data, 'postgres'),
      storage: join(data, 'storage'),
      resumable: join(data, 'scratch/resumable'),
      scratch: join(local, 'scratch'),
      jobs: join(local, 'jobs'),
      cache: join(local, 'cache'),
      outbox: join(data, 'outbox'),
      reference: join(data, 'reference'),
      cohorts: join(local, 'cohorts'),
    },
    storage: readStorage(values),
    cacheBytes: values.ONCOLOOM_CACHE ?? 10 * GIB,
    mirror: readMirror(values.ONCOLOOM_MIRROR, values.INIT_CWD),
    databaseUrl: values.DATABASE_URL,
    // A child may grow to its 6 GiB limit: more children than memory for them would let the kernel choose the victim.
    workers: values.ONCOLOOM_WORKERS ?? Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / (8 * GIB)))),
    taskMemory: values.ONCOLOOM_TASK_MEMORY ?? 6 * GIB,
    taskTimeout: values.ONCOLOOM_TASK_TIMEOUT ?? 2 * 3600 * 1000,
    secret: values.ONCOLOOM_SECRET,
    operatorToken: values.ONCOLOOM_OPERATOR_TOKEN,
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
    publicUrl: (values.PUBLIC_URL ?? `http://${values.HOST}:${values.PORT}`).replace(/(?<!\/)\/+$/, ''),
    support: { qr: values.ONCOLOOM_SUPPORT_QR, contact: values.ONCOLOOM_SUPPORT_CONTACT },
    logLevel: values.ONCOLOOM_LOG,
  };
}

/** The folders below which everything of a server lies. */
export function ownFolders({ folders: { data, local } }: Config): string[] {
  return [...new Set([data, local])];
}

/** A secret that is made at first need and kept in the data folder, readable by the server only. */
export function keptSecret(config: Config, name: 'secret' | 'operator-token' | 'demo-password', make: () => string): string {
  mkdirSync(config.folders.data, { recursive: true });
  const file = join(config.folders.data, name);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  // Linked when it is whole: of two processes that start together one wins, and the other never reads half of it.
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, make(), { mode: 0o600 });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(unfinished);
  }
  return readFileSync(file, 'utf8');
}

/** The key that signs tokens. */
export function readSecret(config: Config): Uint8Array {
  return new TextEncoder().encode(config.secret ?? keptSecret(config, 'secret', () => randomBytes(48).toString('base64url')));
}

/** What opens the operator's page from another machine. */
export function readOperatorToken(config: Config): string {
  return config.operatorToken ?? keptSecret(config, 'operator-token', () => randomBytes(24).toString('base64url'));
}
