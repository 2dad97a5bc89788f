import { figureThemesSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { App } from '../../app.ts';
import { readThemes, writeThemes } from './figure-themes.ts';

/** The looks of figures that a user keeps: API.md "Analyses". */
export function figureThemeRoutes({ accounts, database }: Pick<App, 'accounts' | 'database'>): FastifyPluginAsyncZod {
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);

    server.get(
      '/api/user/figure_theme',
      {
        schema: {
          tags: ['分析'],
          summary: '保存的图形样式',
          description: '样式只有字体、颜色、宽度等外观，可以用到别的图上；look 是所有图的默认样式：单独设过的图不受影响。',
          response: { 200: figureThemesSchema },
        },
      },
      (request) => readThemes(database, request.user.id),
    );
    server.put(
      '/api/user/figure_theme',
      {
        schema: {
          tags: ['分析'],
          summary: '保存图形样式',
          description: '整个列表一次写入，代替以前的。',
          body: figureThemesSchema,
          response: { 200: figureThemesSchema },
        },
      },
      async (request) => {
        await writeThemes(database, request.user.id, request.body);
        return request.body;
      },
    );
  };
}
