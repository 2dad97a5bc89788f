import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A mail that waits in the outbox for the operator. */
export interface KeptMail extends Mail {
  at: string;
  from: string;
}

/** Sends mails. What it logs and throws holds neither an address nor a mail's text: links in mails open accounts. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Removes what is kept of mails to an address. */
  forget(address: string): Promise<void>;
}

/** By the server of SMTP_URL, or into the outbox folder without one. */
export function createMailer({ mail, folders }: Pick<Config, 'mail' | 'folders'>, log: Log): Mailer {
  return mail.smtpUrl === undefined ? new OutboxMailer(folders.outbox, mail.from, log) : new SmtpMailer(mail.smtpUrl, mail.from, log);
}

/** A mail server that says nothing for this long is away, ms. */
const SMTP_PATIENCE_MS = 15_000;

class SmtpMailer implements Mailer {
  readonly #transport: ReturnType<typeof createTransport>;
  readonly #log: Log;

  constructor(url: string, from: string, log: Log) {
    const patience = { connectionTimeout: SMTP_PATIENCE_MS, greetingTimeout: SMTP_PATIENCE_MS, socketTimeout: SMTP_PATIENCE_MS };
    this.#transport = createTransport({ url, ...patience }, { from, headers: { 'Auto-Submitted': 'auto-generated' } });
    this.#log = log;
  }

  async send(mail: Mail): Promise<void> {
    try {
      await this.#transport.sendMail(mail);
    } catch (error) {
      // The server's own words repeat the address.
      const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
      throw new Error(`the mail server took no mail: ${[code, command, responseCode].filter(Boolean).join(' ')}`);
    }
    this.#log.info('a mail was sent');
  }

  async forget(): Promise<void> {}
}

/** The millisecond of the last mail that was kept, and how many there have been in it. */
let last = { at: '', mails: 0 };

/** Names of files follow the order in which mails were sent, those of one millisecond, too. */
function outboxName(at: string): string {
  last = { at, mails: at === last.at ? last.mails + 1 : 0 };
  return `${at.replace(/\D/g, '')}${String(last.mails).padStart(4, '0')}-${randomUUID().slice(0, 8)}.json`;
}

class OutboxMailer implements Mailer {
  readonly #folder: string;
  readonly #from: string;
  readonly #log: Log;

  constructor(folder: string, from: string, log: Log) {
    this.#folder = folder;
    this.#from = from;
    this.#log = log;
  }

  async send(mail: Mail): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // The folder may have been made by hand.
    await chmod(this.#folder, 0o700);
    const at = new Date().toISOString();
    const name = outboxName(at);
    const kept: KeptMail = { at, from: this.#from, ...mail };
    const unfinished = join(this.#folder, `.${name}`);
    await writeFile(unfinished, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(unfinished, join(this.#folder, name));
    this.#log.info({ file: name }, 'a mail was kept in the outbox: SMTP_URL is not set');
  }

  async forget(address: string): Promise<void> {
    for (const { file, mail } of await readOutbox(this.#folder)) {
      if (mail.to.toLowerCase() === address.toLowerCase()) await rm(join(this.#folder, file), { force: true });
    }
  }
}

/** What the outbox folder holds, oldest first. */
export async function readOutbox(folder: string): Promise<{ file: string; mail: KeptMail }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => /^\d+-[0-9a-f]+\.json$/.test(name)).sort();
  return Promise.all(files.map(async (file) => ({ file, mail: JSON.parse(await readFile(join(folder, file), 'utf8')) as KeptMail })));
}
