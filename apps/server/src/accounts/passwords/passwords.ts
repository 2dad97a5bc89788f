import { hash, verify } from '@node-rs/argon2';
import { weakness } from '@oncoloom/contract/password';
import { fieldError } from '../../platform/errors.ts';

/** OWASP's first choice for argon2id (the library's own algorithm of choice): 19 MiB, two passes. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** A hash that no password has: an unknown name costs the same time as a known one. */
const nobody = hash(crypto.randomUUID(), OPTIONS);

/** Whether a password belongs to a hash. Without a hash (unknown account) it takes as long and answers no. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobody), password);
  return passwordHash !== undefined && matches;
}

/** Throws 422 at the field for a password that many have, or that the account's own names give away. */
export function refuseCommon(
  field: string,
  password: string,
  { email, username }: { email: string; username?: string | null | undefined },
): void {
  const reason = weakness(password, username ? [email, username] : [email]);
  if (reason !== undefined) throw fieldError(field, reason);
}
