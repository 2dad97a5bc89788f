import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeptAnswers } from '../platform/kept-answers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A POST that changes nothing. */
    reads?: true;
  }
}

/** `config` of a route that is asked by POST and changes nothing. */
export const READS = { reads: true } as const;

/** Of an answer that is JSON already. */
export const JSON_TYPE = 'application/json; charset=utf-8';

const changesNothing = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || routeOptions.config.reads === true;

/**
 * A caller finds what their own calls have changed: before such a call is answered, what is kept of theirs is forgotten here. Notices
 * tell it too, a moment later, and all other processes.
 */
export function forgetChanged(
  server: FastifyInstance,
  kept: KeptAnswers,
  claimedUserId: (request: FastifyRequest) => Promise<number | undefined>,
): void {
  server.addHook('onSend', (request, _reply, _payload, done) => {
    if (changesNothing(request)) {
      done();
      return;
    }
    claimedUserId(request).then((userId) => {
      if (userId !== undefined) kept.forget(userId);
      done();
    }, done);
  });
}
