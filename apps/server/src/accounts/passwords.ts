import { hash, verify } from '@node-rs/argon2';

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
