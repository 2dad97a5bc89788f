import type { FastifyRequest } from 'fastify';
import type { Asking } from './password-change.ts';

/** Who asks for what a password guards. */
export const askingOf = ({ user, ip }: FastifyRequest): Asking => ({ userId: user.id, sessionId: user.sessionId, address: ip });
