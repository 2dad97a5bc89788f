import { exampleFigureSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../../app.ts';

/** A new version of the program draws anew; until then a figure of an example stays what it is. */
const KEPT = 'public, max-age=3600';

/** What tools find in their built-in examples: the same for everybody, visitors included. */
export function exampleRoutes({ exampleFigures }: Pick<App, 'exampleFigures'>): FastifyPluginAsyncZod {
  const tags = ['工具'];
  const params = z.object({ task_type: z.string().max(60) });
  return async (server) => {
    server.get(
      '/api/examples/:task_type',
      {
        schema: {
          tags,
          summary: '一个工具在它的示例数据里找到什么，一句话',
          security: [],
          params,
          response: { 200: exampleFigureSchema },
        },
      },
      async (request) => {
        const { about, headline } = await exampleFigures.of(request.params.task_type);
        return { about, headline };
      },
    );

    server.get(
      '/api/examples/:task_type/figure.webp',
      {
        schema: {
          tags,
          summary: '示例数据画出的第一张图，小图',
          description: '有几种图可选的工具，option 是其中一种：只换这一个参数，其余照示例。',
          security: [],
          params,
          querystring: z.object({ option: z.string().max(40).optional() }),
        },
      },
      async (request, reply) => {
        const { picture } = await exampleFigures.of(request.params.task_type, request.query.option);
        return reply.header('cache-control', KEPT).type('image/webp').send(picture);
      },
    );
  };
}
