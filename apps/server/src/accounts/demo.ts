import { randomBytes } from 'node:crypto';
import { type Config, keptSecret } from '../platform/config.ts';
import type { AccountsService } from './service.ts';

const EMAIL = 'demo@oncoloom.local';
const PLAN = { id: 'year', userType: 'pay', points: 8000, days: 365, reason: '演示账号' } as const;

interface DemoAccount {
  email: string;
  password: string;
}

/**
 * The account that `npm start` prints: only where nobody but the machine's own user can reach the server, that is on
 * loopback with the private database. Undefined elsewhere, and once its owner has changed the password.
 */
export async function ensureDemoAccount(config: Config, accounts: AccountsService): Promise<DemoAccount | undefined> {
  if (!config.local || config.databaseUrl !== undefined) return undefined;
  const password = keptSecret(config, 'demo-password', () => `demo-${randomBytes(6).toString('hex')}-1`);
  return (await accounts.ensureAccount(EMAIL, password, PLAN)) ? { email: EMAIL, password } : undefined;
}
