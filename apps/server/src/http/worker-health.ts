import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Log } from '../platform/log.ts';
import { answerError } from './errors.ts';
import { type HealthChecks, healthRoutes } from './health.ts';

/** A worker opens no live channel, and none of its tasks waits for one. */
const workerChecks = ({ live: _, ...checks }: HealthChecks): HealthChecks => checks;

/** Answers `/healthz` and `/readyz` of a worker, for what starts and ends its process, and nothing else. @param at the address to listen on. */
export async function serveHealth(checks: HealthChecks, at: { port: number; host: string }, log: Log): Promise<FastifyInstance> {
  const logger = { loggerInstance: log as FastifyBaseLogger, logController: new LogController({ disableRequestLogging: true }) };
  const server: FastifyInstance = fastify({ ...logger, frameworkErrors: answerError });
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(answerError);
  await server.register(healthRoutes(workerChecks(checks)));
  await server.listen(at);
  return server;
}
