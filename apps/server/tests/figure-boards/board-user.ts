import { Readable } from 'node:stream';
import type { BoardContent, BoardPanel } from '@oncoloom/contract';
import { NEW_BOARD } from '@oncoloom/contract';
import { analyses } from '../../src/analyses/tables.ts';
import { PASSWORD } from '../support/server.ts';
import type { WholeServer } from '../support/whole.ts';

const GENES = ['TP53', 'MYC', 'EGFR', ...Array.from({ length: 40 }, (_, i) => `GENE${i}`)];
const HEAD = ['gene', 'logFC', 'AveExpr', 't', 'P.Value', 'adj.P.Val', 'B'];

/** A table of differential expression as text. */
function limmaTable(): string {
  const rows = GENES.map((gene, i) => {
    const effect = 4 - (8 * i) / GENES.length;
    return [gene, effect, 5 + (i % 7), effect * 3, 10 ** -(12 - (11 * i) / GENES.length), 10 ** -(10 - (9 * i) / GENES.length), 0];
  });
  return [HEAD, ...rows].map((row) => row.join('\t')).join('\n');
}

export interface BoardUser {
  id: number;
  token: string;
  /** A call of the user's. */
  call: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
  ) => Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;
  /** The bytes of an answer. */
  file: (url: string, headers?: Record<string, string>) => Promise<{ status: number; bytes: Buffer; headers: Record<string, unknown> }>;
  /** A completed analysis of differential expression with its table. */
  analysis: (name?: string) => Promise<number>;
}

let made = 0;

/** A user of a server in this process. */
export async function boardUser({ app, server }: WholeServer): Promise<BoardUser> {
  made += 1;
  const device = { agent: 'test', address: `203.0.113.${made}` };
  const token = await app.accounts.register({ email: `board${made}@example.org`, password: PASSWORD }, device);
  const { id } = await app.accounts.authenticate(token);
  const authorization = { authorization: `Bearer ${token}` };
  const content = Buffer.from(limmaTable());
  const table = await app.storage.put(Readable.from([content]));
  return {
    id,
    token,
    call: async (method, url, body) => {
      const answer = await server.inject({ method, url, headers: authorization, ...(body === undefined ? {} : { payload: body }) });
      return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
    },
    file: async (url, headers = {}) => {
      const answer = await server.inject({ url, headers: { ...authorization, ...headers } });
      return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers };
    },
    analysis: async (name = '肺癌差异') => {
      const result = {
        facts: { up: 2, down: 3 },
        tables: [{ id: 'limma', sha256: table.sha256, bytes: content.length, rows: GENES.length, columns: HEAD }],
        findings: [],
        seed: 1,
        versions: {},
        seconds: { read: 0, analyse: 0, write: 0 },
      };
      const values = { case_group: '肿瘤', control_group: '癌旁', log2fc: 1, padj: 0.05 };
      const [row] = await app.database
        .insert(analyses)
        .values({
          userId: id,
          taskType: 'limma_differential_analysis',
          toolVersion: '1',
          family: 'bulk',
          name,
          status: 'completed',
          values,
          inputs: [],
          points: 0,
          example: false,
          result,
        })
        .returning();
      return row?.id ?? 0;
    },
  };
}

/** Panels side by side in two columns. */
export function panelsOf(figures: readonly (readonly [analysis: number, figure: string])[]): BoardPanel[] {
  return figures.map(([analysis_id, figure], i) => {
    const place = { x: (i % 2) * 89, y: Math.floor(i / 2) * 62, width: 85, height: 58 };
    return { key: `p${i}`, analysis_id, figure, title: '火山图', ...place };
  });
}

export const contentOf = (panels: BoardPanel[], change: Partial<BoardContent> = {}): BoardContent => ({ ...NEW_BOARD, ...change, panels });
