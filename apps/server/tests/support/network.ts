import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Machines of their own, as far as the network goes: namespaces on a bridge, each by a cable that can be pulled. This machine is on the bridge, too. */
export class TestNetwork {
  /** Whether there can be one: only root may make it. */
  static readonly possible = process.getuid?.() === 0 && ['/usr/sbin/ip', '/sbin/ip'].some((path) => existsSync(path));

  readonly #name: string;
  readonly #subnet: string;
  #machines = 0;

  constructor() {
    const taken = ip('-oneline', 'address');
    const third = Array.from({ length: 250 }, (_, i) => 1 + ((process.pid + i) % 250)).find((n) => !taken.includes(` 10.213.${n}.`)) ?? 0;
    this.#name = `loom${third}`;
    this.#subnet = `10.213.${third}`;
    ip('link', 'add', this.#name, 'type', 'bridge');
    ip('address', 'add', `${this.address}/24`, 'dev', this.#name);
    ip('link', 'set', this.#name, 'up');
  }

  /** Of this machine, for the others. */
  get address(): string {
    return `${this.#subnet}.1`;
  }

  /** Another machine, which reaches this one. */
  machine(): TestMachine {
    this.#machines += 1;
    const name = `${this.#name}m${this.#machines}`;
    ip('netns', 'add', name);
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', name, 'master', this.#name);
    ip('-n', name, 'address', 'add', `${this.#subnet}.${1 + this.#machines}/24`, 'dev', 'eth0');
    for (const link of ['lo', 'eth0']) ip('-n', name, 'link', 'set', link, 'up');
    const cable = (state: 'up' | 'down') => void ip('link', 'set', name, state);
    cable('up');
    return { within: ['ip', 'netns', 'exec', name], cable };
  }

  /** What runs on the machines has ended. */
  remove(): void {
    for (let i = 1; i <= this.#machines; i += 1) ip('netns', 'delete', `${this.#name}m${i}`);
    ip('link', 'delete', this.#name);
  }
}

export interface TestMachine {
  /** Words before a program's that let it run there. */
  within: readonly string[];
  /** Pulls its cable, or puts it in: nothing comes through meanwhile, and nobody is told. */
  cable(state: 'up' | 'down'): void;
}
