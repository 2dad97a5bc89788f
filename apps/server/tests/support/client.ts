import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Analysis, CreatedAnalysis, UserFile } from '@oncoloom/contract';

export interface Answer<T> {
  status: number;
  body: T;
}

/** A user of a running server, by HTTP alone. */
export class Client {
  readonly url: string;
  token: string | undefined;

  constructor(url: string) {
    this.url = url;
  }

  /** A new account, logged in. */
  static async register(url: string): Promise<Client> {
    const client = new Client(url);
    const email = `user-${randomBytes(6).toString('hex')}@example.org`;
    const { status, body } = await client.post<{ access_token: string }>('/api/register', { email, password: 'correct horse 1' });
    if (status !== 200) throw new Error(`register: ${status} ${JSON.stringify(body)}`);
    client.token = body.access_token;
    return client;
  }

  get headers(): Record<string, string> {
    return this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const init: RequestInit = {
      method,
      headers: { ...this.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    };
    if (body !== undefined) init.body = JSON.stringify(body);
    const response = await this.#patiently(() => fetch(this.url + path, init));
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T };
  }

  post<T>(path: string, body: unknown): Promise<Answer<T>> {
    return this.call('POST', path, body);
  }

  get<T>(path: string): Promise<Answer<T>> {
    return this.call('GET', path);
  }

  /** Raw bytes with headers, for files. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#patiently(() => fetch(this.url + path, { ...init, headers: { ...this.headers, ...init.headers } }));
  }

  /** A test is faster than any user: where the server asks to wait, it waits and asks again. */
  async #patiently(send: () => Promise<Response>): Promise<Response> {
    for (;;) {
      const response = await send();
      const seconds = Number(response.headers.get('retry-after') ?? 0);
      if (response.status !== 429 || seconds === 0 || seconds > 60) return response;
      await wait(seconds * 1000);
    }
  }

  async upload(
    name: string,
    content: string | Uint8Array<ArrayBuffer>,
    fileType?: string,
  ): Promise<Answer<{ success: boolean; file: UserFile; detail: string }>> {
    const form = new FormData();
    if (fileType !== undefined) form.set('file_type', fileType);
    form.set('file', new Blob([content]), name);
    const response = await this.fetch('/api/bulk/files/upload', { method: 'POST', body: form });
    return { status: response.status, body: (await response.json()) as { success: boolean; file: UserFile; detail: string } };
  }

  /** Uploads and waits for the reading. Throws when the file is refused. */
  async file(name: string, content: string | Uint8Array<ArrayBuffer>, fileType?: string): Promise<UserFile> {
    const { status, body } = await this.upload(name, content, fileType);
    if (status !== 200) throw new Error(`upload ${name}: ${status} ${JSON.stringify(body)}`);
    for (;;) {
      const info = await this.get<{ file: UserFile }>(`/api/file/${body.file.id}/info`);
      if (info.body.file.validation_status !== 'pending') return info.body.file;
      await wait(100);
    }
  }

  async create(
    body: Record<string, unknown>,
  ): Promise<Answer<CreatedAnalysis & { detail?: string; errors?: { field: string; detail: string }[] }>> {
    return this.post('/api/create_analysis', body);
  }

  async analysis(id: number): Promise<Analysis> {
    return (await this.post<Analysis>('/api/get_analysis', { analysis_id: id })).body;
  }

  /** Waits until a task has ended. */
  async ended(id: number, patienceMs = 60_000): Promise<Analysis> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const analysis = await this.analysis(id).catch(() => undefined);
      if (analysis?.status === 'completed' || analysis?.status === 'failed') return analysis;
      if (Date.now() > deadline) throw new Error(`analysis ${id} is still ${analysis?.status}`);
      // Well below the server's limit of calls a minute.
      await wait(200);
    }
  }

  /** Runs the built-in example of a tool to its end. */
  async example(taskType: string, fields: Record<string, unknown> = {}): Promise<Analysis> {
    const created = await this.create({ task_type: taskType, example: true, ...fields });
    if (created.status !== 200) throw new Error(`example of ${taskType}: ${created.status} ${JSON.stringify(created.body)}`);
    return this.ended(created.body.id);
  }
}
