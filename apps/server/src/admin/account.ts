import { findUser } from '../accounts/overview.ts';
import type { App } from '../app.ts';
import { AdminError } from '../command-line/errors.ts';

/** The account that an operator names. Throws AdminError. */
export async function requireUser(app: App, who: string) {
  const user = await findUser(app.database, who);
  if (user === undefined) throw new AdminError(`没有「${who}」这个账号。可以写编号、邮箱或用户名。`);
  app.log.info({ user: user.id }, 'about a user');
  return user;
}
