import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { freePorts } from './ports.ts';

const run = promisify(execFile);

const PROGRAMS = ['/usr/sbin/slurmctld', '/usr/sbin/slurmd', '/usr/bin/sbatch', '/usr/sbin/munged'];

/** Why there is no Slurm here; empty where there is one. */
export const noSlurm =
  process.getuid?.() !== 0
    ? 'Slurm’s own machine is started as root'
    : PROGRAMS.some((path) => !existsSync(path))
      ? 'slurmctld, slurmd, slurm-client and munge are not installed'
      : '';

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** A Slurm of its own with one machine, this one; its munge has a socket and a key of its own. */
export class TestSlurm {
  readonly folder = mkdtempSync(join(tmpdir(), 'oncoloom-slurm-'));
  readonly #processes: ChildProcess[] = [];

  static async start(): Promise<TestSlurm> {
    const slurm = new TestSlurm();
    try {
      await slurm.#begin();
      return slurm;
    } catch (error) {
      await slurm.end();
      slurm.remove();
      throw error;
    }
  }

  /** For programs of Slurm, and for what submits by them. */
  get env(): NodeJS.ProcessEnv {
    return { ...process.env, SLURM_CONF: join(this.folder, 'slurm.conf') };
  }

  async #begin(): Promise<void> {
    // munged trusts no folder that others may write to, and none above it.
    execFileSync('chmod', ['755', this.folder]);
    for (const name of ['state', 'spool', 'run', 'log']) mkdirSync(join(this.folder, name));
    await this.#startMunge();
    const [controller = 0, machine = 0] = await freePorts(2);
    writeFileSync(join(this.folder, 'slurm.conf'), this.#configuration(controller, machine));
    for (const program of ['slurmctld', 'slurmd']) this.#spawn(`/usr/sbin/${program}`, ['-D']);
    // A machine that `sinfo` calls idle may not take jobs yet.
    await vi.waitFor(() => this.run('srun', ['--immediate=5', 'true']), { timeout: 60_000, interval: 300 });
  }

  async #startMunge(): Promise<void> {
    const { uid, gid } = statSync('/etc/munge');
    const key = join(this.folder, 'munge.key');
    writeFileSync(key, Buffer.alloc(1024, 'oncoloom'), { mode: 0o400 });
    mkdirSync('/run/munge', { recursive: true });
    chownSync('/run/munge', uid, gid);
    const place = join(this.folder, 'munge');
    mkdirSync(place, { mode: 0o755 });
    for (const path of [key, place]) chownSync(path, uid, gid);
    this.#spawn(
      '/usr/sbin/munged',
      [
        '--foreground',
        '--force',
        `--key-file=${key}`,
        `--socket=${this.#socket}`,
        `--pid-file=${place}/pid`,
        `--log-file=${place}/log`,
        `--seed-file=${place}/seed`,
      ],
      { uid, gid },
    );
    await vi.waitFor(
      () => {
        if (!existsSync(this.#socket)) throw new Error('munged has no socket');
      },
      { timeout: 20_000 },
    );
  }

  get #socket(): string {
    return join(this.folder, 'munge/socket');
  }

  #configuration(controller: number, machine: number): string {
    const name = hostname();
    const at = (path: string) => join(this.folder, path);
    return `ClusterName=oncoloom
SlurmctldHost=${name}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=${this.#socket}
SlurmctldPort=${controller}
SlurmdPort=${machine}
StateSaveLocation=${at('state')}
SlurmdSpoolDir=${at('spool')}
SlurmctldPidFile=${at('run/slurmctld.pid')}
SlurmdPidFile=${at('run/slurmd.pid')}
SlurmctldLogFile=${at('log/slurmctld.log')}
SlurmdLogFile=${at('log/slurmd.log')}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=30
SchedulerParameters=sched_interval=2,batch_sched_delay=0
NodeName=${name} NodeAddr=127.0.0.1 CPUs=4 RealMemory=64000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES
`;
  }

  #spawn(file: string, args: string[], user: { uid?: number; gid?: number } = {}): void {
    this.#processes.push(spawn(file, args, { env: this.env, stdio: 'ignore', cwd: '/', ...user }));
  }

  /** What Slurm and its pilots have said last. */
  words(): string {
    const logs = ['log', 'pilots'].map((name) => join(this.folder, name)).filter((path) => existsSync(path));
    const files = logs.flatMap((path) => readdirSync(path).map((name) => join(path, name)));
    return files.map((path) => `${path}\n${readFileSync(path, 'utf8').slice(-2_000)}`).join('\n');
  }

  /** Runs a program of Slurm; answers what it says. */
  async run(file: string, args: readonly string[]): Promise<string> {
    return (await run(file, [...args], { env: this.env })).stdout;
  }

  /** States of all jobs that Slurm has, by number. */
  async jobs(): Promise<Map<string, string>> {
    const lines = (await this.run('squeue', ['--noheader', '--states=all', '--format=%i|%T'])).trim().split('\n');
    return new Map(lines.filter((line) => line !== '').map((line) => line.split('|') as [string, string]));
  }

  /** The process of a job's script: what it has become by `exec`. */
  async scriptOf(job: string): Promise<number> {
    const lines = (await this.run('scontrol', ['listpids', job])).trim().split('\n').slice(1);
    const pids = lines.map((line) => line.trim().split(/\s+/)).filter(([, , step]) => step === 'batch');
    return Number(pids[0]?.[0] ?? 0);
  }

  /** Ends all jobs and Slurm itself; its folder stays. */
  async end(): Promise<void> {
    await this.run('scancel', ['--signal=KILL', '--full', '--user=root']).catch(() => undefined);
    await this.run('scancel', ['--user=root']).catch(() => undefined);
    for (const child of this.#processes.toReversed()) {
      if (hasEnded(child)) continue;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 10_000))]);
      if (!hasEnded(child)) child.kill('SIGKILL');
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20 });
  }
}
