import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { geoFolder } from '../../src/fetching/geo.ts';

/** How a file is answered, beside its bytes. */
interface Behaviour {
  /** Changes when it is told to. */
  etag?: string;
  /** Each answer ends after so many bytes, with the connection. */
  breaksAfter?: number;
  /** Told before the bytes are. */
  md5?: string;
  /** Bytes wait for this. */
  until?: Promise<unknown>;
  redirect?: string;
}

type Served = Behaviour & { bytes: Buffer };

/** Stands for GEO as a mirror does: folders with lists, files in parts. */
export class GeoServer {
  readonly url: string;
  /** Answers that brought the last byte of a file that was not merely begun, by its name. */
  readonly brought = new Map<string, number>();
  /** Ranges that were asked for, by name. */
  readonly ranges = new Map<string, string[]>();
  readonly #server: Server;
  readonly #files: Map<string, Served>;

  private constructor(server: Server, files: Map<string, Served>) {
    this.#server = server;
    this.#files = files;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async open(): Promise<GeoServer> {
    const files = new Map<string, Served>();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const geo = new GeoServer(server, files);
    server.on('request', (request, response) => void geo.#answer(request, response));
    return geo;
  }

  /** @param part `matrix`, `suppl` or `rnaseq_counts` */
  put(accession: string, part: string, name: string, bytes: Buffer, behaviour: Behaviour = {}): void {
    this.#files.set(`/geo/series/${geoFolder(accession)}/${accession}/${part}/${name}`, { bytes, ...behaviour });
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #answer(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? '', this.url).pathname);
    if (path.endsWith('/')) {
      const names = [...this.#files.keys()].filter((file) => file.startsWith(path) && !file.slice(path.length).includes('/'));
      if (names.length === 0) return void response.writeHead(404).end();
      return void response.end(names.map((file) => `<a href="${encodeURIComponent(file.slice(path.length))}">x</a> 1K`).join('\n'));
    }
    const file = this.#files.get(path);
    if (file === undefined) return void response.writeHead(404).end();
    if (file.redirect !== undefined) return void response.writeHead(302, { location: file.redirect }).end();
    const { bytes, etag = `"${bytes.length}"`, breaksAfter, md5, until } = file;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    const from = Number(range ?? 0);
    if (range !== undefined) this.ranges.set(name, [...(this.ranges.get(name) ?? []), range]);
    response.setHeader('etag', etag);
    if (md5 !== undefined) response.setHeader('content-md5', md5);
    response.setHeader('content-length', bytes.length - from);
    if (range !== undefined) response.setHeader('content-range', `bytes ${from}-${bytes.length - 1}/${bytes.length}`);
    response.writeHead(range === undefined ? 200 : 206);
    if (request.method === 'HEAD') return void response.end();
    response.flushHeaders();
    const end = Math.min(bytes.length, from + (breaksAfter ?? bytes.length));
    await until;
    response.write(bytes.subarray(from, end), () => {
      // Its end is told: what a reset throws away has never come.
      if (end < bytes.length) response.socket?.end();
      else {
        this.brought.set(name, (this.brought.get(name) ?? 0) + 1);
        response.end();
      }
    });
  }
}
