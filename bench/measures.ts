import type { LiveMessage } from '@oncoloom/contract';
import WebSocket from 'ws';
import { Client } from '../apps/server/tests/support/client.ts';
import type { ServerProcess } from '../apps/server/tests/support/process.ts';

/** What the benches measure with. */
export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Hears when tasks begin and end; the clock stops at the message's arrival. */
export class EndWatch {
  readonly #begins = new Map<number, number>();
  readonly #ends = new Map<number, number>();
  readonly #waiting = new Map<number, (at: number) => void>();

  static async open(client: Client): Promise<EndWatch> {
    const watch = new EndWatch();
    const { body } = await client.post<{ ws_token: string }>('/api/ws_token', undefined);
    const socket = new WebSocket(`${client.url.replace(/^http/, 'ws')}/ws/notifications/?token=${body.ws_token}`);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.on('message', (text: Buffer) => watch.#take(JSON.parse(text.toString()) as LiveMessage));
    return watch;
  }

  #take(message: LiveMessage): void {
    if (message.type !== 'update_task') return;
    const { id, status, error_msg } = message.data;
    if (status === 'failed') throw new Error(`task ${id} failed: ${error_msg}`);
    const at = performance.now();
    if (status === 'running' && !this.#begins.has(id)) this.#begins.set(id, at);
    if (status !== 'completed') return;
    this.#ends.set(id, at);
    this.#waiting.get(id)?.(at);
  }

  /** When a task that has ended had begun; its end where no message came between. */
  begun(id: number): number {
    return this.#begins.get(id) ?? this.#ends.get(id) ?? Number.NaN;
  }

  end(id: number): Promise<number> {
    const known = this.#ends.get(id);
    return known === undefined ? new Promise((resolve) => this.#waiting.set(id, resolve)) : Promise.resolve(known);
  }
}

/** New accounts have 60 points; the bench needs more. Only the machine's own private server has such a demo account. */
export async function demoClient(server: ServerProcess): Promise<Client> {
  const [, email, password] = /Demo account: (\S+) \/ (\S+)/.exec(server.output) ?? [];
  const client = new Client(server.url);
  const { body } = await client.post<{ access_token: string }>('/api/login', { username: email, password });
  client.token = body.access_token;
  return client;
}
