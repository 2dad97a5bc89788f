import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What goes wrong with the next answer for a file. */
export type Fault = { cutAt: number; when: () => Promise<unknown> } | { instead: Buffer };

export interface Asked {
  method: string;
  name: string;
  range: string | undefined;
}

/** A bucket with files: HEAD, ranges, and the MD5 as ETag. It can cut connections and send other bytes than it promised. */
export class Hub {
  readonly files = new Map<string, Buffer>();
  readonly asked: Asked[] = [];
  readonly #faults = new Map<string, Fault[]>();
  readonly #server = createServer((request, response) => this.#answer(request, response));
  /** An MD5 only a bucket gives; other servers have tags that mean nothing. */
  isBucket = true;

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** The faults are used up one by one, by GET alone. */
  spoil(name: string, ...faults: Fault[]): void {
    this.#faults.set(name, faults);
  }

  fetches(name: string): Asked[] {
    return this.asked.filter((asked) => asked.name === name && asked.method === 'GET');
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const name = decodeURIComponent((request.url ?? '').slice(1));
    const range = request.headers.range;
    this.asked.push({ method: request.method ?? '', name, range });
    const file = this.files.get(name);
    if (file === undefined) {
      response.writeHead(this.isBucket ? 403 : 404).end();
      return;
    }
    const fault = request.method === 'GET' ? this.#faults.get(name)?.shift() : undefined;
    const body = fault !== undefined && 'instead' in fault ? fault.instead : file;
    const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
    response.writeHead(range === undefined ? 200 : 206, {
      'content-length': body.length - from,
      etag: `"${createHash('md5').update(file).digest('hex')}"`,
      'last-modified': 'Mon, 05 Aug 2024 10:00:00 GMT',
      ...(this.isBucket && { 'x-amz-request-id': 'A1' }),
      ...(range !== undefined && { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` }),
    });
    if (request.method === 'HEAD') response.end();
    else if (fault !== undefined && 'cutAt' in fault) {
      response.write(body.subarray(from, fault.cutAt));
      void fault.when().finally(() => response.destroy());
    } else response.end(body.subarray(from));
  }
}
