import { platformListSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../app.ts';
import { PLATFORM_NUMBER } from './known.ts';

const query = z.object({
  refresh: z
    .enum(['true', 'false', '1', '0'], 'refresh 只能是 true 或 false')
    .default('false')
    .transform((word) => word === 'true' || word === '1'),
  /** With `refresh`: the only one that is looked for. */
  platform: z.string().trim().toUpperCase().regex(PLATFORM_NUMBER, '平台号要写成 GPL570 这样').optional(),
});

/** The annotations of microarray platforms. */
export function platformRoutes({ accounts, platforms }: Pick<App, 'accounts' | 'platforms'>): FastifyPluginAsyncZod {
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);
    server.addHook('onClose', () => platforms.stop());

    server.get(
      '/api/platform_annotations',
      {
        schema: {
          tags: ['芯片平台'],
          summary: '平台注释列表；refresh 重新查看来源',
          querystring: query,
          response: { 200: platformListSchema },
        },
      },
      ({ query: { refresh, platform } }) => (refresh ? platforms.refresh(platform) : platforms.list()),
    );
  };
}
