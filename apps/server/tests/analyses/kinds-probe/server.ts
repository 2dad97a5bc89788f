import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Analysis, CreatedAnalysis, FieldError, Finding, UserFile } from '@oncoloom/contract';
import { toolForR } from '../../../../../scripts/gen/for-r.ts';
import { ToolRegistry } from '../../../src/analyses/tools.ts';
import { createLog } from '../../../src/platform/log.ts';
import { ROOT } from '../../../src/platform/root.ts';
import { Engine } from '../../../src/r-engine/engine.ts';
import { looks } from '../../support/client.ts';
import { PASSWORD } from '../../support/server.ts';
import { createWholeServer, type WholeServer } from '../../support/whole.ts';
import tool from './tool.ts';

const FOLDER = 'probe/kinds';

export interface Sent {
  status: number;
  body: CreatedAnalysis & { detail?: string; errors?: FieldError[] };
}

/** A whole server whose only tool says what R has read, with a user. */
export class KindsServer {
  private constructor(
    readonly whole: WholeServer,
    readonly token: string,
    readonly close: () => Promise<void>,
  ) {}

  static async open(): Promise<KindsServer> {
    const folder = await mkdtemp(join(tmpdir(), 'oncoloom-kinds-'));
    const tools = join(folder, 'tools');
    await mkdir(join(tools, FOLDER), { recursive: true });
    await cp(import.meta.dirname, join(tools, FOLDER), { recursive: true });
    await writeFile(join(tools, 'catalogue.json'), JSON.stringify({ tools: { [tool.taskType]: toolForR(FOLDER, tool) } }));
    const options = { root: ROOT, tools, jobs: join(folder, 'jobs'), workers: 1, memoryBytes: 2 ** 31, timeoutMs: 120_000 };
    const engine = new Engine({ ...options, log: createLog('silent') });
    await engine.start();
    const whole = await createWholeServer(engine, new ToolRegistry(tools, [{ folder: FOLDER, tool, documents: {} }]));
    await whole.work();
    const token = await whole.app.accounts.register(
      { email: 'kinds@example.org', password: PASSWORD },
      { agent: 'test', address: '127.0.0.1' },
    );
    return new KindsServer(whole, token, async () => {
      await whole.close();
      await engine.stop();
      await rm(folder, { recursive: true, force: true });
    });
  }

  async call<T>(method: 'GET' | 'POST', url: string, payload?: object): Promise<{ status: number; body: T; text: string }> {
    const headers = { authorization: `Bearer ${this.token}` };
    const answer = await this.whole.server.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    const isJson = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, body: (isJson ? answer.json() : undefined) as T, text: answer.payload };
  }

  /** Takes a file into the user's space, and waits for its reading. @param type Undefined: what it is recognised as. */
  async upload(name: string, content: Buffer | string, type?: string): Promise<UserFile> {
    const form = new FormData();
    if (type !== undefined) form.set('file_type', type);
    form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
    const request = new Request('http://server/', { method: 'POST', body: form });
    const answer = await this.whole.server.inject({
      method: 'POST',
      url: '/api/bulk/files/upload',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    const { file, detail } = answer.json<{ file?: UserFile; detail?: string }>();
    if (file === undefined) throw new Error(detail);
    for await (const _ of looks()) {
      const info = await this.call<{ file: UserFile }>('GET', `/api/file/${file.id}/info`);
      if (info.body.file.validation_status !== 'pending') return info.body.file;
    }
    throw new Error(`the file ${name} is still being read`);
  }

  send(fields: object): Promise<Sent> {
    return this.call('POST', '/api/create_analysis', { task_type: tool.taskType, ...fields });
  }

  /** The sentences with which a request is refused. */
  async refusal(fields: object): Promise<string> {
    const { status, body } = await this.send(fields);
    return status < 400 ? '' : [body.detail, ...(body.errors ?? []).map(({ detail }) => detail)].join(' ');
  }

  /** What is told of a request before it runs. */
  async told(fields: object): Promise<string[]> {
    const { body } = await this.call<{ findings: Finding[] }>('POST', '/api/estimate_analysis', { task_type: tool.taskType, ...fields });
    return body.findings.map(({ message }) => message);
  }

  /** What R has seen of a request's inputs, by their name there. */
  // biome-ignore lint/suspicious/noExplicitAny: what R has said
  async seen(fields: object): Promise<{ id: number; inputs: Record<string, any>; analysis: Analysis }> {
    const { status, body } = await this.send(fields);
    if (status >= 400) throw new Error(JSON.stringify(body));
    const analysis = await this.#ended(body.id);
    if (analysis.status !== 'completed') throw new Error(analysis.error_msg ?? analysis.status);
    const file = analysis.result?.files.find(({ file_key }) => file_key === 'seen_tsv');
    const { text } = await this.call<string>('GET', `/api/analysis/${body.id}/files/seen_tsv/${encodeURIComponent(file?.filename ?? '')}`);
    const rows = text
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([, value]) => value?.startsWith('{') || value?.startsWith('"{'));
    return { id: body.id, analysis, inputs: Object.fromEntries(rows.map(([name = '', value = '']) => [name, JSON.parse(plain(value))])) };
  }

  async #ended(id: number): Promise<Analysis> {
    for await (const _ of looks()) {
      const { body } = await this.call<Analysis>('POST', '/api/get_analysis', { analysis_id: id });
      if (body.status === 'completed' || body.status === 'failed') return body;
    }
    throw new Error('the analysis did not end');
  }
}

const plain = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
