import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from '@playwright/test';

const root = join(import.meta.dirname, '../..');

/** The operator's command line beside the running server; answers what it wrote. */
export function adminText(...words: readonly string[]): string {
  return execFileSync(process.execPath, [join(root, 'scripts/operator.mjs'), 'admin', ...words], {
    cwd: root,
    env: { ...process.env, ONCOLOOM_DATA: process.env.ONCOLOOM_E2E_DATA ?? '', DATABASE_URL: '' },
    encoding: 'utf8',
  });
}

/** The same, read as JSON. */
export function admin<T>(...words: readonly string[]): T {
  return JSON.parse(adminText(...words, '--json')) as T;
}

/** Path and query of the newest link to a page that was mailed to an address; waits for the mail. */
export async function mailedLink(email: string, path: string): Promise<string> {
  const find = () => {
    const mails = admin<{ id: string; to: string }[]>('mail', 'list').filter(({ to }) => to.includes(email));
    const texts = mails.map(({ id }) => adminText('mail', 'show', id));
    return texts.flatMap((text) => new RegExp(`${path}\\?token=[\\w-]+`).exec(text) ?? [])[0];
  };
  await expect.poll(find, { message: `a mail with ${path} is in the outbox` }).not.toBeUndefined();
  return find() ?? '';
}
