/** What native code that has taken over a child cannot do: every attempt succeeds without the sandbox. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isWholeWorkbook } from '../../src/analyses/results/whole-workbook.ts';
import { ROOT } from '../../src/platform/root.ts';
import type { EngineEvent, EngineOutcome } from '../../src/r-engine/engine.ts';
import { isAlive } from '../../src/r-engine/processes.ts';
import { expressionFile, type Fixture, homesIn, makeEngine, parseJob, probeJob, workbookJob, writeInput } from './fixture.ts';

let fixture: Fixture;
let matrix: string;
let socket: Server;
let network: Server;
let reached = 0;
let codes = 0;

async function succeed(promise: Promise<EngineOutcome>): Promise<Extract<EngineOutcome, { ok: true }>> {
  const outcome = await promise;
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message} ${outcome.detail ?? ''}`);
  return outcome;
}

function codeJob(code: string) {
  codes += 1;
  const job = probeJob(matrix, 'evaluate');
  return { ...job, inputs: { ...job.inputs, 'inputs/code.R': writeInput(fixture, `code-${codes}.R`, code) } };
}

/** Runs an expression in a child and answers what it says of it: its value as text, or `refused`. */
async function attempt(expression: string): Promise<string> {
  const texts: string[] = [];
  const onEvent = (event: EngineEvent) => event.type === 'log' && texts.push(event.text);
  const code = `answer <- tryCatch(suppressWarnings(${expression}), error = function(condition) "refused")
job$log(paste("answer:", paste(format(answer), collapse = " ")))`;
  const { folder } = await succeed(fixture.engine.run(codeJob(code), { onEvent }));
  await fixture.engine.release(folder);
  return texts.find((text) => text.startsWith('answer: '))?.slice('answer: '.length) ?? 'no answer';
}

const listen = (server: Server, where: object) => new Promise<void>((resolve) => server.listen(where, resolve));
const text = (path: string) => JSON.stringify(path);
/** The exit status of a line of perl, which Debian always has: what R itself has no function for. */
const perl = (code: string) => `system2("perl", c("-MSocket", "-e", shQuote(${text(code)})), stderr = FALSE)`;

beforeAll(async () => {
  const setUp = (await import(pathToFileURL(join(ROOT, 'scripts/setup/build.mjs')).href)) as { buildEngine: () => Promise<void> };
  await setUp.buildEngine();
  fixture = makeEngine();
  chmodSync(fixture.folder, 0o755);
  await fixture.engine.start();
  const parsed = await succeed(fixture.engine.run(parseJob(expressionFile)));
  matrix = join(fixture.folder, 'matrix.bin');
  copyFileSync(join(parsed.folder, 'parsed.bin'), matrix);
  await fixture.engine.release(parsed.folder);
  // Open to everybody, so that nothing but the sandbox is in the way.
  mkdirSync(join(fixture.folder, 'open'));
  chmodSync(join(fixture.folder, 'open'), 0o777);
  writeFileSync(join(fixture.folder, 'open/secret'), 'the signing key');
  chmodSync(join(fixture.folder, 'open/secret'), 0o666);
  socket = createServer(() => (reached += 1));
  network = createServer(() => (reached += 1));
  await listen(socket, { path: join(fixture.folder, 'open/.s.PGSQL.5432') });
  chmodSync(join(fixture.folder, 'open/.s.PGSQL.5432'), 0o777);
  await listen(network, { port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  socket.close();
  network.close();
  await fixture.remove();
});

/** The kernel or the container may allow less; then the engine says so, and what depends on it is not tried. */
function needs(ability: 'files' | 'calls', context: { skip: (note?: string) => void }): void {
  const confinement = fixture.engine.status().confinement;
  expect(confinement?.built).toBe(true);
  if (confinement?.[ability] !== true) context.skip(ability === 'files' ? 'this kernel has no Landlock' : 'no seccomp here');
}

/** A job that runs for a while beside another; its folder is told as a child sees it, beside its own. */
async function withNeighbour<T>(work: (neighbour: { pid: number; folder: string; file: string }) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const job = probeJob(matrix, 'sleep');
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const outcome = fixture.engine.run(job, { signal: abort.signal, onEvent: () => begin() });
  await begun;
  const pid = fixture.engine.status().children.find((child) => child.job === job.id)?.pid ?? 0;
  const jobs = join(fixture.folder, 'jobs');
  const home = join(jobs, homesIn(jobs)[0] ?? '', 'jobs');
  const name = readdirSync(home).find((entry) => entry.startsWith(`${job.id}-`)) ?? '';
  try {
    return await work({ pid, folder: `file.path(dirname(getwd()), ${text(name)})`, file: join(home, name) });
  } finally {
    expect(isAlive(pid)).toBe(true);
    abort.abort();
    await outcome;
  }
}

describe('a child that has been taken over', () => {
  test('still reads its own input, R’s packages, time zones and random numbers, and forks', async () => {
    expect(await attempt(`nchar(readLines("request.json", warn = FALSE)) > 10`)).toBe('TRUE');
    expect(await attempt(`nrow(utils::read.delim("inputs/groups.tsv"))`)).toBe('12');
    expect(await attempt(`is.environment(loadNamespace("survival"))`)).toBe('TRUE');
    expect(await attempt(`format(as.POSIXct("2026-01-01", tz = "UTC"), "%H", tz = "Asia/Shanghai")`)).toBe('08');
    expect(await attempt(`length(readBin("/dev/urandom", "raw", 4))`)).toBe('4');
    expect(await attempt(`unlist(parallel::mclapply(1:2, function(i) i * 2, mc.cores = 2))`)).toBe('2 4');
    expect(await attempt(`system("echo said >/dev/null && cat /proc/self/stat >/dev/null")`)).toBe('0');
    const symbols = 'AnnotationDbi::keys(org.Hs.eg.db::org.Hs.eg.db, "SYMBOL")[1:5000]';
    const looked = `nrow(AnnotationDbi::select(org.Hs.eg.db::org.Hs.eg.db, ${symbols}, "ALIAS", "SYMBOL")) > 5000`;
    expect(await attempt(`suppressMessages(${looked})`), 'a query for which SQLite needs a file of its own').toBe('TRUE');
    expect(await attempt(`{ file.create("a"); dir.create("b"); file.rename("a", "b/a"); list.files("b") }`)).toBe('a');
    expect(await attempt(`system2(file.path(R.home("bin"), "Rscript"), c("-e", "1"), stdout = FALSE)`)).toBe('0');
  });

  test('still writes a workbook', async () => {
    const { folder } = await succeed(fixture.engine.run(probeJob(matrix, 'fit')));
    const written = await succeed(fixture.engine.run(workbookJob(join(folder, 'tables/fit.tsv'))));
    expect(await isWholeWorkbook(written.folder, 'tables.xlsx')).toBe(true);
    await Promise.all([folder, written.folder].map((path) => fixture.engine.release(path)));
  });

  test('reads no file but its own, the code and the libraries', async (context) => {
    needs('files', context);
    const open = join(fixture.folder, 'open');
    expect(await attempt(`readLines(${text(join(open, 'secret'))}, warn = FALSE)`)).toBe('refused');
    expect(await attempt(`length(list.files(${text(open)}))`)).toBe('0');
    expect(await attempt(`readLines("/etc/hostname")`)).toBe('refused');
    expect(await attempt(`length(list.files("/tmp"))`)).toBe('0');
    expect(await attempt(`length(list.files("../../run"))`)).toBe('0');
  });

  test('writes nowhere else', async (context) => {
    needs('files', context);
    const open = join(fixture.folder, 'open');
    expect(await attempt(`file.create(${text(join(open, 'left'))})`)).toBe('FALSE');
    expect(await attempt(`{ cat("changed", file = ${text(join(open, 'secret'))}); "written" }`)).toBe('refused');
    expect(await attempt(`system(${text(`: > ${join(open, 'secret')}`)}, ignore.stderr = TRUE) == 0`)).toBe('FALSE');
    expect(await attempt(perl(`truncate("${join(open, 'secret')}", 0) or exit 1`))).not.toBe('0');
    expect(await attempt(`unlink(${text(join(open, 'secret'))})`)).toBe('1');
    expect(await attempt(`file.create("/dev/shm/left", "/var/tmp/left", "../left", "../../run/left")`)).toBe('FALSE FALSE FALSE FALSE');
    expect(readFileSync(join(open, 'secret'), 'utf8')).toBe('the signing key');
    expect(existsSync(join(open, 'left'))).toBe(false);
  });

  test('sees nothing of a neighbour’s job', async (context) => {
    needs('files', context);
    await withNeighbour(async ({ pid, folder, file }) => {
      const mode = statSync(file).mode;
      expect(await attempt(`length(list.files(${folder}))`)).toBe('0');
      expect(await attempt(`readLines(file.path(${folder}, "request.json"), warn = FALSE)`)).toBe('refused');
      expect(await attempt(`file.create(file.path(${folder}, "manifest.json"))`)).toBe('FALSE');
      expect(await attempt(`{ unlink(${folder}, recursive = TRUE); Sys.chmod(${folder}, "777"); TRUE }`)).toBe('TRUE');
      expect(statSync(file).mode).toBe(mode);
      expect(existsSync(join(file, 'request.json'))).toBe(true);
      for (const name of ['environ', 'mem', 'maps', 'cwd/request.json', 'root/etc/hostname', 'fd/1'])
        expect(await attempt(`length(readBin("/proc/${pid}/${name}", "raw", 10))`), name).toBe('refused');
    });
  });

  test('reaches neither the database’s socket nor any network', async (context) => {
    needs('calls', context);
    const path = join(fixture.folder, 'open/.s.PGSQL.5432');
    const { port } = network.address() as { port: number };
    expect(await attempt(perl(`socket(S, AF_UNIX, SOCK_STREAM, 0) or exit 3; connect(S, sockaddr_un("${path}")) or exit 4;`))).toBe('3');
    expect(await attempt(perl('socket(S, AF_UNIX, SOCK_STREAM, 0) or exit 3; bind(S, sockaddr_un("\\0abstract")) or exit 4;'))).toBe('3');
    expect(await attempt(perl('socket(S, AF_INET, SOCK_DGRAM, 0) or exit 3;'))).toBe('3');
    expect(await attempt(`class(socketConnection("127.0.0.1", ${port}, timeout = 2))`)).toBe('refused');
    expect(reached).toBe(0);
  });

  test('commands the parent by nothing that was left open', async () => {
    const sockets = 'grepl("socket", Sys.readlink(list.files("/proc/self/fd", full.names = TRUE)))';
    expect(await attempt(`any(${sockets})`)).toBe('FALSE');
    expect(await attempt(`Sys.readlink("/proc/self/fd/0")`)).toBe('/dev/null');
    expect(await attempt(`basename(Sys.readlink("/proc/self/fd/2"))`)).toBe('log.txt');
  });

  test('signals and changes neither its parent nor a neighbour', async (context) => {
    needs('calls', context);
    const zygote = fixture.engine.status().pid ?? 0;
    await withNeighbour(async ({ pid }) => {
      for (const other of [zygote, pid, process.pid, 1]) {
        expect(await attempt(`tools::pskill(${other}L, 18L)`)).toBe('FALSE');
        expect(await attempt(`system("prlimit --pid ${other} --cpu=1:1", ignore.stderr = TRUE) == 0`)).toBe('FALSE');
        expect(await attempt(`system("renice -n 19 -p ${other}", ignore.stderr = TRUE, ignore.stdout = TRUE) == 0`)).toBe('FALSE');
        expect(await attempt(`system("taskset -p 1 ${other}", ignore.stderr = TRUE, ignore.stdout = TRUE) == 0`)).toBe('FALSE');
      }
      expect(await attempt(perl(`exit(kill("CONT", -${zygote}) > 0 ? 0 : 3)`))).toBe('3');
    });
    expect(fixture.engine.status()).toMatchObject({ pid: zygote, state: 'ready' });
    expect(await attempt('tools::pskill(Sys.getpid(), 18L)')).toBe('TRUE');
  });

  test('leaves no links, pipes or devices', async (context) => {
    needs('calls', context);
    expect(await attempt(`file.symlink("/etc/passwd", "left")`)).toBe('FALSE');
    expect(await attempt(`file.link("request.json", "left")`)).toBe('FALSE');
    expect(await attempt(`system("mkfifo left", ignore.stderr = TRUE) == 0`)).toBe('FALSE');
    expect(await attempt(`system("mknod left c 1 3", ignore.stderr = TRUE) == 0`)).toBe('FALSE');
    expect(await attempt(`Sys.chmod("request.json", "777")`)).toBe('FALSE');
    // An input may be a link to a kept file: by its open handle its mode stays as well.
    expect(await attempt(perl('open(F, "<", "inputs/groups.tsv") or exit 4; exit(chmod(0666, *F) ? 0 : 3)'))).toBe('3');
  });

  test('starts a part of the processes only that all jobs may have', async (context) => {
    if (!['full', 'user'].includes(fixture.engine.status().isolation)) context.skip('the engine has no user of its own here');
    expect(await attempt(`strsplit(grep("Max processes", readLines("/proc/self/limits"), value = TRUE), " +")[[1]][[3]]`)).toBe('128');
  });

  test('makes neither namespaces nor a session that outlives its job', async (context) => {
    needs('calls', context);
    for (const flags of ['--user', '--user --mount', '--user --net', '--pid --fork --user'])
      expect(await attempt(`system("unshare ${flags} true", ignore.stderr = TRUE) == 0`), flags).toBe('FALSE');
    expect(await attempt(perl('use POSIX; POSIX::setsid(); exit(getpgrp() == $$ ? 0 : 3)'))).toBe('3');
  });

  test('ends with its job, also when it says that it is done and goes on', async () => {
    const texts: string[] = [];
    const code = `job$log(as.character(Sys.getpid()))
parallel::mcparallel(Sys.sleep(600))
writeLines("{}", "manifest.json")
emit <- get("emit", envir = environment(job$log))
emit(list(type = "done"))
Sys.sleep(600)`;
    const { folder } = await succeed(
      fixture.engine.run(codeJob(code), { onEvent: (event) => event.type === 'log' && texts.push(event.text) }),
    );
    const pid = Number(texts[0]);
    const group = () =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .some((name) => {
          try {
            const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
            const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
            return Number(pgrp) === pid && state !== 'Z';
          } catch {
            return false;
          }
        });
    await expect.poll(group, { timeout: 5000 }).toBe(false);
    await fixture.engine.release(folder);
  });
});

test('says what holds a job, and nothing is missing where the kernel has it', () => {
  expect(fixture.engine.status().confinement).toMatchObject({ built: true });
  if (Number(readFileSync('/proc/sys/kernel/osrelease', 'utf8').split('.')[0]) < 6) return;
  expect(fixture.engine.status().confinement).toHaveProperty('calls', true);
});
