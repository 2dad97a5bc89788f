import {
  DEFAULT_PAGE_SIZE,
  FIRST_PAGE,
  ledgerListSchema,
  NOTE_POINTS,
  noteSchema,
  redeemCardSchema,
  redeemedSchema,
  subscriptionStatusSchema,
  supportSchema,
} from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../app.ts';
import { pageSize } from '../http/page-size.ts';
import { isFresh } from '../http/send-blob.ts';
import { ApiError } from '../platform/errors.ts';
import { noteOf } from './note.ts';
import { redeemCard } from './redemption.ts';
import { SupportContact } from './support.ts';

const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(FIRST_PAGE),
  page_size: pageSize.default(DEFAULT_PAGE_SIZE),
});

/** A picture that the operator replaces is seen within this time, seconds. */
const PICTURE_MAX_AGE = 300;
/** An SVG that is opened by itself is a document: it may draw, and nothing else. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

type Parts = Pick<App, 'accounts' | 'billing' | 'database' | 'tools' | 'config' | 'log'>;

/** Points, plan, cards, the note, and how to reach the operator's service. */
export function billingRoutes(parts: Parts): FastifyPluginAsyncZod {
  const { accounts, billing, tools } = parts;
  const support = new SupportContact(parts.config.support, parts.log);
  return async (server) => {
    const onRequest = accounts.requireUser;

    server.post(
      '/api/user/redeem_card',
      { onRequest, schema: { tags: ['点数与订阅'], summary: '兑换卡密', body: redeemCardSchema, response: { 200: redeemedSchema } } },
      (request) => redeemCard(parts, request.user.id, request.body.card_code),
    );

    server.get(
      '/api/user/subscription_status',
      { onRequest, schema: { tags: ['点数与订阅'], summary: '订阅状态', response: { 200: subscriptionStatusSchema } } },
      (request) => billing.status(request.user.id),
    );

    server.get(
      '/api/user/points',
      { onRequest, schema: { tags: ['点数与订阅'], summary: '点数明细', querystring: pageQuery, response: { 200: ledgerListSchema } } },
      (request) => billing.ledger(request.user.id, { page: request.query.page, pageSize: request.query.page_size }),
    );

    server.get(
      '/api/user/xhs-note',
      { onRequest, schema: { tags: ['点数与订阅'], summary: '可发布的小红书笔记', response: { 200: noteSchema } } },
      async (request) => ({
        ...noteOf(tools.all),
        reward_points: NOTE_POINTS,
        status: (await billing.isNoteRewarded(request.user.id)) ? ('rewarded' as const) : ('open' as const),
      }),
    );

    server.get('/api/support', { schema: { tags: ['客服'], summary: '客服联系方式', response: { 200: supportSchema } } }, () =>
      support.told(),
    );

    server.get('/api/support/qr', { schema: { tags: ['客服'], summary: '客服二维码图片' } }, async (request, reply) => {
      const picture = await support.picture();
      if (picture === undefined) throw new ApiError(404, '还没有设置客服二维码，请用页面上的其他联系方式。');
      reply.header('etag', picture.etag).header('cache-control', `public, max-age=${PICTURE_MAX_AGE}`);
      if (isFresh(request, picture.etag)) return reply.code(304).send();
      return reply.header('content-security-policy', PICTURE_POLICY).type(picture.mediaType).send(picture.bytes);
    });
  };
}
