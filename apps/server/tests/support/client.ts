import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Analysis, CreatedAnalysis, UserFile } from '@oncoloom/contract';

export interface Answer<T> {
  status: number;
  body: T;
}

/** When to look whether something has ended: soon at first, then five times a second, well below the server's limit of calls a minute. */
export async function* looks(patienceMs = 120_000): AsyncGenerator<void> {
  const deadline = Date.now() + patienceMs;
  for (let pauseMs = 10; Date.now() < deadline; pauseMs = Math.min(200, pauseMs * 1.5)) {
    yield;
    await wait(pauseMs);
  }
}

/** Of all accounts that clients make. */
export const CLIENT_PASSWORD = 'correct horse 1';

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
    const { status, body } = await client.post<{ access_token: string }>('/api/register', { email, password: CLIENT_PASSWORD });
    if (status !== 200) throw new Error(`register: ${status} ${JSON.stringify(body)}`);
    client.token = body.access_token;
    return client;
  }

  /** A new session of an account that is there. */
  static async login(url: string, email: string, password: string): Promise<Client> {
    const client = new Client(url);
    const { status, body } = await client.post<{ access_token: string }>('/api/login', { username: email, password });
    if (status !== 200) throw new Error(`login: ${status} ${JSON.stringify(body)}`);
    client.token = body.access_token;
    return client;
  }

  /** The same session at another address. */
  at(url: string): Client {
    const client = new Client(url);
    client.token = this.token;
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
    const response = await fetch(this.url + path, init);
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
    return fetch(this.url + path, { ...init, headers: { ...this.headers, ...init.headers } });
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
    for await (const _ of looks()) {
      const info = await this.get<{ file: UserFile }>(`/api/file/${body.file.id}/info`);
      if (info.body.file.validation_status !== 'pending') return info.body.file;
    }
    throw new Error(`the file ${name} is still being read`);
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
    let analysis: Analysis | undefined;
    for await (const _ of looks(patienceMs)) {
      analysis = await this.analysis(id).catch(() => undefined);
      if (analysis?.status === 'completed' || analysis?.status === 'failed') return analysis;
    }
    throw new Error(`analysis ${id} is still ${analysis?.status}`);
  }

  /** Runs the built-in example of a tool to its end. */
  async example(taskType: string, fields: Record<string, unknown> = {}): Promise<Analysis> {
    const created = await this.create({ task_type: taskType, example: true, ...fields });
    if (created.status !== 200) throw new Error(`example of ${taskType}: ${created.status} ${JSON.stringify(created.body)}`);
    return this.ended(created.body.id, 120_000);
  }
}
