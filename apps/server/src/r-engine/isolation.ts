import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { EngineStage, Isolation } from './types.ts';

const run = promisify(execFile);

/** The engine's own user: a number without an account, so that it owns nothing but its jobs. */
export const ENGINE_UID = 64_901;
/** Address space beyond the job's limit: R's code, packages and reserved heap take that much before the job begins. */
const ADDRESS_SPACE_OVERHEAD = 4 * 1024 ** 3;
/** Largest file that a job may write, bytes. */
const FILE_BYTES = 8 * 1024 ** 3;
/** Lazy loading opens many package files at once: 40 is too few. */
const OPEN_FILES = 256;
const PROCESSES = 512;

/** In front of a command: runs it as the engine's user, who gains nothing by it. */
export const asEngineUser = [
  'setpriv',
  `--reuid=${ENGINE_UID}`,
  `--regid=${ENGINE_UID}`,
  '--clear-groups',
  '--no-new-privs',
  '--bounding-set=-all',
  '--inh-caps=-all',
];

/** Where the engine's folder is seen in its own mount namespace; any folder that every system has will do. */
const MOUNT_POINT = '/mnt';

/**
 * Words in front of a command that isolate it; they are inherited by everything that it starts.
 * The engine's user may not be able to walk to the folder (a data folder below /root), and packages go by absolute paths: in
 * the `full` case the folder is bound to a place that can be reached, seen by the engine alone.
 */
function wrapper(isolation: Isolation, folder: string): string[] {
  const bound = `mount --bind "$0" ${MOUNT_POINT} && cd ${MOUNT_POINT} && exec "$@"`;
  switch (isolation) {
    case 'full':
      return ['unshare', '--net', '--ipc', '--mount', 'sh', '-c', bound, folder, ...asEngineUser];
    case 'user':
      return asEngineUser;
    case 'network':
      return ['unshare', '--user', '--map-current-user', '--net', '--ipc', 'setpriv', '--no-new-privs'];
    case 'none':
      return [];
  }
}

/**
 * The strongest isolation that this machine allows; containers may forbid namespaces even to root.
 * @param folder An existing folder that the engine has to reach.
 */
export async function detectIsolation(folder: string): Promise<Isolation> {
  const candidates: Isolation[] = process.getuid?.() === 0 ? ['full', 'user'] : ['network'];
  for (const level of candidates) {
    const reached = level === 'full' ? '.' : folder;
    const [file = '', ...args] = [...wrapper(level, folder), 'test', '-x', reached];
    const works = await run(file, args, { cwd: folder }).then(
      () => true,
      () => false,
    );
    if (works) return level;
  }
  return 'none';
}

/** Does the engine run as a user of its own? */
export function hasOwnUser(isolation: Isolation): boolean {
  return isolation === 'full' || isolation === 'user';
}

/**
 * R collects its garbage when its vectors or its small objects (56 bytes) outgrow their room. A collection that finds too little free looks
 * at everything, and so copies the parent's memory: a child that read a matrix of 20,000 × 1,000 spent 4 of 6 seconds with it, hence the room
 * for vectors. Room that a job does not need is filled with its garbage, page by page of new memory, and a page costs 16 µs on some virtual
 * machines: so the room for small objects begins small and grows with the packages (all of them: 11.9 million objects, room for 23 million).
 */
const HEAP = ['--min-vsize=1G', '--min-nsize=4M'];

/** The whole command line of the zygote. @param home Its working directory. */
export function zygoteCommand(isolation: Isolation, home: string, memoryBytes: number, stage: EngineStage): string[] {
  const limits = ['--core=0', `--nofile=${OPEN_FILES}`, `--fsize=${FILE_BYTES}`, `--as=${memoryBytes + ADDRESS_SPACE_OVERHEAD}`];
  // The kernel counts processes per user: under the server's own user the limit would count the server's too.
  if (hasOwnUser(isolation)) limits.push(`--nproc=${PROCESSES}`);
  const r = ['R', '--no-echo', '--no-restore', '--vanilla', ...HEAP, '--file=code/engine/zygote.R', '--args', stage];
  return [...wrapper(isolation, home), 'prlimit', ...limits, ...r];
}

const JEMALLOC = [
  '/usr/lib/x86_64-linux-gnu/libjemalloc.so.2',
  '/usr/lib/aarch64-linux-gnu/libjemalloc.so.2',
  '/usr/lib64/libjemalloc.so.2',
];

/**
 * No giving back: most of what a short job costs beside its own work are page faults. R has one thread. What a collection frees grows
 * together to large pieces; by default a small vector is not cut from one that is over 64 times as large, and a job that makes many
 * vectors took new memory for each until it was killed. Huge pages are the system's choice: asked for by every vector, they cost 2 ms
 * per MB on a virtual machine that has yet to be given its memory, and gained nothing where it had it (limma on 550 × 20,000: 4.0 s with
 * them, 1.5 s without; on 43 × 22,000 the same).
 */
const JEMALLOC_CONF = 'dirty_decay_ms:-1,muzzy_decay_ms:-1,narenas:1,lg_extent_max_active_fit:30';

/** The zygote's environment: nothing of the server's own, which holds secrets. @param memoryBytes What a job may take: tools divide their work by it. */
export function zygoteEnvironment(isolation: Isolation, home: string, memoryBytes: number): NodeJS.ProcessEnv {
  const jemalloc = JEMALLOC.find((path) => existsSync(path));
  // MC_CORES: the processors that R may take, where these are not all of the machine's.
  const kept = ['PATH', 'R_HOME', 'R_LIBS', 'R_LIBS_USER', 'R_LIBS_SITE', 'TZ', 'MC_CORES'];
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    TZ: 'UTC',
    ...Object.fromEntries(kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
    JOB_MEMORY_BYTES: String(memoryBytes),
    HOME: isolation === 'full' ? MOUNT_POINT : home,
    LANG: 'C.UTF-8',
    // Wherever a job is: SQLite looks once, in the parent, and takes /var/tmp, which the job may not write to.
    SQLITE_TMPDIR: '.',
    // Threads do not survive a fork.
    OMP_NUM_THREADS: '1',
    OPENBLAS_NUM_THREADS: '1',
    ...(jemalloc === undefined
      ? {
          MALLOC_MMAP_MAX_: '0',
          MALLOC_TOP_PAD_: '67108864',
          MALLOC_TRIM_THRESHOLD_: '1000000000',
        }
      : { LD_PRELOAD: jemalloc, MALLOC_CONF: JEMALLOC_CONF }),
  };
}
