import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';

const factSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const healthSchema = z.object({
  ready: z.boolean(),
  /** One Chinese sentence: what is missing, and what to do or how long it takes. */
  missing: z.string().optional(),
  /** 0–1 while it is getting ready, and the seconds it will probably take. */
  progress: z.number().optional(),
  seconds: z.number().optional(),
  /** What the operator's page lists: name → value. */
  facts: z.record(z.string(), factSchema).optional(),
  tables: z.array(z.object({ title: z.string(), columns: z.array(z.string()), rows: z.array(z.array(factSchema)) })).optional(),
});
export type Health = z.infer<typeof healthSchema>;

/** Who asks: what starts and ends the process, every second, or the operator, who reads facts and tables. */
export type HealthAsker = 'probe' | 'operator';

/** What the product needs to work: name (`database`, `queue`, `engine`) → how it is. */
export type HealthChecks = Record<string, (asker: HealthAsker) => Health | Promise<Health>>;

const readinessSchema = z.object({
  ready: z.boolean(),
  missing: z.array(z.string()),
  parts: z.record(z.string(), healthSchema.omit({ facts: true, tables: true })),
});

const TITLES: Record<string, string> = {
  database: '数据库',
  queue: '队列',
  engine: '计算引擎',
  live: '实时通道',
  disk: '磁盘',
  storage: '文件存储',
  reference: '参考数据',
  process: '进程',
};

/** A part's name for people. */
export const partTitle = (name: string): string => TITLES[name] ?? name;

/** Asks every part; one that throws is not ready. */
export async function checkAll(checks: HealthChecks, asker: HealthAsker): Promise<[name: string, health: Health][]> {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]): Promise<[string, Health]> => {
      try {
        return [name, await check(asker)];
      } catch {
        return [name, { ready: false, missing: '没有响应。' }];
      }
    }),
  );
}

/** `/healthz`: the API is up. `/readyz`: everything behind it is; otherwise 503 and what is missing. */
export function healthRoutes(checks: HealthChecks): FastifyPluginAsyncZod {
  return async (server) => {
    server.get('/healthz', { schema: { tags: ['运行'], response: { 200: z.object({ ok: z.boolean() }) } } }, () => ({ ok: true }));

    server.get(
      '/readyz',
      { schema: { tags: ['运行'], response: { 200: readinessSchema, 503: readinessSchema } } },
      async (_request, reply) => {
        const parts = await checkAll(checks, 'probe');
        const ready = parts.every(([, health]) => health.ready);
        reply.code(ready ? 200 : 503).header('cache-control', 'no-store');
        return {
          ready,
          missing: parts.flatMap(([name, health]) => (health.ready ? [] : [`${partTitle(name)}：${health.missing ?? '还没有就绪。'}`])),
          // Facts are the operator's, not everybody's.
          parts: Object.fromEntries(parts.map(([name, { facts: _facts, tables: _tables, ...state }]) => [name, state])),
        };
      },
    );
  };
}
