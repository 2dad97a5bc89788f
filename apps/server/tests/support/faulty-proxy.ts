import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What a proxy before a server does: `slow` says nothing for so long; `broken` cuts each connection after so many bytes of the answer;
 * `full` answers every write as a storage without room.
 */
export type Fault = { kind: 'none' } | { kind: 'slow'; ms: number } | { kind: 'broken'; after: number } | { kind: 'full' };

/** An HTTP proxy on a free port before another address, with faults that a test sets. */
export class FaultyProxy {
  readonly #target: URL;
  readonly #server: Server;
  fault: Fault = { kind: 'none' };
  /** Calls so far, as `GET /bucket/key`. */
  readonly calls: string[] = [];

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((incoming, answer) => void this.#handle(incoming, answer));
  }

  static async start(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { fault } = this;
    this.calls.push(`${incoming.method} ${incoming.url}`);
    incoming.on('error', () => undefined);
    answer.on('error', () => undefined);
    if (fault.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    if (fault.kind === 'full' && (incoming.method === 'PUT' || incoming.method === 'POST')) {
      incoming.resume();
      answer.writeHead(507, { 'content-type': 'application/xml' });
      answer.end('<?xml version="1.0"?><Error><Code>InsufficientStorage</Code><Message>no room</Message></Error>');
      return;
    }
    const { method, url, headers } = incoming;
    // The signature is of the host that the client called.
    const outgoing = request({ host: this.#target.hostname, port: this.#target.port, method, path: url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      let left = fault.kind === 'broken' ? fault.after : Number.POSITIVE_INFINITY;
      response.on('data', (chunk: Buffer) => {
        if (left <= 0) return;
        left -= chunk.length;
        // What has been written so far arrives.
        if (left > 0) answer.write(chunk);
        else answer.write(chunk.subarray(0, chunk.length + left), () => answer.destroy());
      });
      response.on('end', () => {
        if (left > 0) answer.end();
      });
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  }
}
