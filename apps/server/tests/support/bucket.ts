/**
 * A real S3: Debian's swift with its s3api, one for a file of tests. Packages: the group `test` of scripts/setup/debian-packages.json.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { BucketAddress } from '../../src/platform/object-storage.ts';
import { freePorts } from './ports.ts';

const PROGRAMS = [...['proxy', 'account', 'container', 'object'].map((name) => `/usr/bin/swift-${name}-server`), '/usr/bin/memcached'];
const START_PATIENCE_MS = 120_000;
const CREDENTIALS = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };
const REGION = 'us-east-1';

/** Whether swift can be started here; says what is missing where not, for `describe.skipIf`. */
export function hasSwift(): boolean {
  const missing = PROGRAMS.filter((path) => !existsSync(path));
  const why =
    missing.length > 0 ? `${missing.join(', ')} is not installed` : process.getuid?.() === 0 ? undefined : 'only root may start swift';
  if (why !== undefined) process.stdout.write(`skipped: no S3 to test with, ${why}\n`);
  return why === undefined;
}

/** A running S3 with a bucket. */
export class TestBucket {
  readonly #folder: string;
  readonly #processes: ChildProcess[] = [];
  #output = '';
  address: BucketAddress = { bucket: 'oncoloom', prefix: 'tests/', endpoint: undefined, region: REGION, credentials: CREDENTIALS };

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts on free ports, and makes the bucket. @param host The address at which it is reached. */
  static async start(host = '127.0.0.1'): Promise<TestBucket> {
    const bucket = new TestBucket(await mkdtemp(join(tmpdir(), 'oncoloom-swift-')));
    try {
      await bucket.#start(host);
      return bucket;
    } catch (error) {
      await bucket.stop();
      throw new Error(`swift did not start:\n${bucket.#output}`, { cause: error });
    }
  }

  /** What a server is told by its environment. @param endpoint Another than swift's own, such as that of a proxy before it. */
  environment(endpoint = this.address.endpoint): Record<string, string> {
    return {
      ONCOLOOM_STORAGE: `s3://${this.address.bucket}/${this.address.prefix}`,
      S3_ENDPOINT: endpoint ?? '',
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    };
  }

  /** An address in the same bucket under which nothing lies. */
  freshAddress(): BucketAddress {
    return { ...this.address, prefix: `${randomUUID()}/` };
  }

  /** For what the product does not do. */
  client(): S3Client {
    const { endpoint, credentials } = this.address;
    return new S3Client({
      region: REGION,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(credentials === undefined ? {} : { credentials }),
    });
  }

  async stop(): Promise<void> {
    const ended = this.#processes.map((child) =>
      child.exitCode !== null || child.signalCode !== null ? undefined : new Promise((resolve) => child.once('exit', resolve)),
    );
    // The workers of a server belong to its group.
    for (const { pid } of this.#processes) if (pid !== undefined) endGroup(pid);
    await Promise.all(ended);
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #start(host: string): Promise<void> {
    const [[proxy = 0], [object = 0, container = 0, account = 0, memcached = 0]] = [await freePorts(1, host), await freePorts(4)];
    const servers = { object, container, account };
    await writeConfigurations(this.#folder, { host, proxy, memcached, servers });
    buildRings(this.#folder, servers);
    this.#run('memcached', ['-u', 'root', '-l', '127.0.0.1', '-p', String(memcached), '-m', '16']);
    for (const name of [...Object.keys(servers), 'proxy']) this.#run(`swift-${name}-server`, [join(this.#folder, `${name}.conf`)]);
    this.address = { ...this.address, endpoint: `http://${host}:${proxy}` };
    const client = this.client();
    for (const deadline = Date.now() + START_PATIENCE_MS; ; await wait(100)) {
      const made = await client.send(new CreateBucketCommand({ Bucket: this.address.bucket })).catch((error: unknown) => error);
      // One that is the caller's already is a 409.
      if (!(made instanceof Error) || (made as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 409) break;
      if (Date.now() > deadline || this.#processes.some(({ exitCode }) => exitCode !== null)) throw made;
    }
    client.destroy();
  }

  #run(program: string, args: readonly string[]): void {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#processes.push(child);
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

/** What `swift-ring-builder` does in nine processes: which server has which part of which ring, here each all. */
const BUILD_RINGS = `
import sys
from swift.common.ring.builder import RingBuilder
for word in sys.argv[2:]:
    name, port = word.split('=')
    place = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'device': 'd1', 'weight': 1, 'meta': '', **place})
    builder.rebalance()
    builder.get_ring().save(f'{sys.argv[1]}/{name}.ring.gz')
`;

function buildRings(folder: string, servers: Record<string, number>): void {
  const words = Object.entries(servers).map(([name, port]) => `${name}=${port}`);
  execFileSync('/usr/bin/python3', ['-c', BUILD_RINGS, folder, ...words], { stdio: 'ignore' });
}

interface Ports {
  /** Of the proxy. */
  host: string;
  proxy: number;
  memcached: number;
  servers: Record<string, number>;
}

async function writeConfigurations(folder: string, { host, proxy, memcached, servers }: Ports): Promise<void> {
  await mkdir(join(folder, 'devices/d1'), { recursive: true });
  const common = (port: number, ip = '127.0.0.1') =>
    `bind_ip = ${ip}\nbind_port = ${port}\nworkers = 1\nuser = root\nswift_dir = ${folder}\n`;
  await writeFile(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_prefix = one\nswift_hash_path_suffix = two\n[storage-policy:0]\nname = one\ndefault = yes\n',
  );
  for (const [name, port] of Object.entries(servers))
    await writeFile(
      join(folder, `${name}.conf`),
      `[DEFAULT]\n${common(port)}devices = ${folder}/devices\nmount_check = false\n[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`,
    );
  const filters = {
    catch_errors: '',
    'proxy-logging': '',
    cache: `memcache_servers = 127.0.0.1:${memcached}\n`,
    s3api: `s3_acl = false\nlocation = ${REGION}\n`,
    tempauth: 'user_test_tester = testing .admin\n',
    bulk: '',
    slo: '',
    dlo: '',
  };
  const uses: Record<string, string> = { 'proxy-logging': 'proxy_logging', cache: 'memcache' };
  await writeFile(
    join(folder, 'proxy.conf'),
    `[DEFAULT]\n${common(proxy, host)}[pipeline:main]\npipeline = catch_errors proxy-logging cache s3api tempauth bulk slo dlo proxy-logging proxy-server\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\nallow_account_management = true\n${Object.entries(
      filters,
    )
      .map(([name, more]) => `[filter:${name}]\nuse = egg:swift#${uses[name] ?? name}\n${more}`)
      .join('')}`,
  );
}
