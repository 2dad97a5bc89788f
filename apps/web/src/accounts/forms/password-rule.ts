import { PASSWORD_MAX, PASSWORD_MIN } from '@oncoloom/contract';

/** The server's rule, told before it is broken. */
export const PASSWORD_RULE = `${PASSWORD_MIN}–${PASSWORD_MAX} 位，不限种类，不能是常见的密码。`;

type Weakness = typeof import('@oncoloom/contract/password');

/** The lists of common passwords: some 200 KB that only somebody who chooses a password needs. */
export const loadLists = (): Promise<Weakness> => import('@oncoloom/contract/password');

/**
 * What is wrong with a password, or undefined when it keeps the rule.
 * @param own what is known of the account: its address and its names
 */
export async function passwordFault(password: string, own: readonly string[], load = loadLists): Promise<string | undefined> {
  if (password.length < PASSWORD_MIN) return `密码至少 ${PASSWORD_MIN} 位`;
  if (password.length > PASSWORD_MAX) return `密码最多 ${PASSWORD_MAX} 位`;
  try {
    return (await load()).weakness(password, own);
  } catch {
    // Without the lists the server's own look decides.
    return undefined;
  }
}
