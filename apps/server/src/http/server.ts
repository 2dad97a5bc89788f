import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import websocket from '@fastify/websocket';
import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify';
import { type FastifyPluginAsyncZod, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { accountRoutes } from '../accounts/routes.ts';
import type { AccountsService, CurrentUser } from '../accounts/service.ts';
import type { LiveHub } from '../live/hub.ts';
import { liveRoutes } from '../live/routes.ts';
import type { KeptAnswers } from '../platform/kept-answers.ts';
import { calledFor, type Log } from '../platform/log.ts';
import type { Database } from '../platform/postgres/database.ts';
import { ROOT } from '../platform/root.ts';
import { isCall } from './address.ts';
import { serveDocs } from './docs.ts';
import { answerError } from './errors.ts';
import { type HealthChecks, healthRoutes } from './health.ts';
import { forgetChanged } from './kept.ts';
import { type Metrics, metricsPage } from './metrics.ts';
import type { OperatorAccess } from './operator.ts';
import { servePages } from './pages.ts';
import { CALL_LIMITS, type CallLimits, limitCalls } from './rate-limit.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { BODY_PACE, type BodyPace, limitSlowBodies } from './slow-bodies.ts';
import { statusPage } from './status-page.ts';
import { requireStorable, requireStorableAddress } from './storable.ts';
import { speakChinese } from './validation.ts';

/** Room for pasted tables and gene lists; files have a way of their own. */
const BODY_LIMIT = 8 * 1024 * 1024;
/** A connection on which nothing moves for this long is closed, ms. */
const IDLE_MS = 60_000;
/** The head of a call is a few kilobytes: it has come by then, ms. */
const HEADERS_MS = 20_000;
/** Connections of one process; each costs a file descriptor. */
const CONNECTIONS_MAX = 5_000;

interface ServerParts {
  log: Log;
  /** Where calls of all processes are counted. */
  database: Database;
  accounts: AccountsService;
  live: LiveHub;
  /** Absent: no route keeps its answers. */
  kept?: KeptAnswers;
  /** What `/readyz` and `/status` tell. */
  health: HealthChecks;
  /** Absent: nothing is counted, and there is no `/metrics`. */
  metrics?: Metrics;
  /** Who may look at `/status` and `/metrics`. */
  operator: OperatorAccess;
  /** Addresses and networks of proxies on other machines. */
  proxies?: readonly string[];
  /** The other domains. */
  routes: readonly FastifyPluginAsyncZod[];
  /** The built browser application. */
  pages?: string;
  /** How fast bodies have to come; tests alone set another. */
  bodyPace?: BodyPace;
  /** How many calls one caller may make; tests alone set another. */
  callLimits?: CallLimits;
}

/** Some clients name JSON and send nothing with calls that need nothing. What can't be kept is refused before any route sees it. */
function readJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = body.toString();
    if (json === '') done(null, undefined);
    else
      parse(request, json, (error, value) => {
        try {
          if (error === null) requireStorable(json, value);
          done(error, value);
        } catch (unstorable) {
          done(unstorable as Error);
        }
      });
  });
  server.addHook('onRequest', requireStorableAddress);
}

function logCalls(server: FastifyInstance, log: Log): void {
  server.addHook('onResponse', (request, reply, done) => {
    const level = isCall(request) ? 'info' : 'debug';
    if (log.isLevelEnabled(level))
      request.log[level]({ ...calledFor(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'call');
    done();
  });
}

/** `request.user`: reading it where nobody has looked at the token must not pass for an anonymous user. */
function decorateUser(server: FastifyInstance): void {
  const users = new WeakMap<FastifyRequest, CurrentUser>();
  server.decorateRequest('user', {
    getter() {
      const user = users.get(this);
      if (!user) throw new Error('request.user was read on a route without accounts.requireUser');
      return user;
    },
    setter(user: CurrentUser) {
      users.set(this, user);
    },
  });
}

/** The whole HTTP server, ready to listen. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  speakChinese();
  const server: FastifyInstance = fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID().slice(0, 8),
    bodyLimit: BODY_LIMIT,
    connectionTimeout: IDLE_MS,
    // Looked at this often; node's own 30 s would let one stay that much longer.
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 },
    routerOptions: { ignoreTrailingSlash: true },
    // A call that a proxy has sent just before the end is answered, not refused: nothing else is ended before the last call is.
    return503OnClosing: false,
    // The operator's proxies tell whose call they hand on; anybody else's word about it counts for nothing.
    trustProxy: ['loopback', ...(parts.proxies ?? [])],
    frameworkErrors: answerError,
  });
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(answerError);
  decorateUser(server);
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
    // What a call answers is somebody's own. Files say otherwise where they are sent: private, and looked after each time.
    if (isCall(request)) reply.header('cache-control', 'no-store');
    done();
  });
  readJson(server);
  logCalls(server, parts.log);
  const { metrics } = parts;
  server.addHook('onResponse', (request, reply, done) => {
    metrics?.count(request, reply);
    done();
  });
  server.addHook(
    'onRequest',
    limitCalls(parts.database, parts.callLimits ?? CALL_LIMITS, (request) => parts.accounts.claimedUserId(request)),
  );

  if (parts.kept) forgetChanged(server, parts.kept, (request) => parts.accounts.claimedUserId(request));
  server.addHook('onRequest', limitSlowBodies(parts.bodyPace ?? BODY_PACE));
  server.server.maxConnections = CONNECTIONS_MAX;

  await server.register(websocket, { options: { maxPayload: 1024 } });
  await serveDocs(server);
  for (const routes of [
    healthRoutes(parts.health),
    statusPage(parts.health, parts.operator),
    ...(parts.metrics === undefined ? [] : [metricsPage(parts.metrics, parts.operator)]),
    accountRoutes(parts),
    liveRoutes(parts),
    ...parts.routes,
  ]) {
    await server.register(routes);
  }
  await servePages(server, parts.pages ?? join(ROOT, 'apps/web/dist'));
  return server;
}
