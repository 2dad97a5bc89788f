import type { Queue } from '../../platform/queue.ts';

/** Where calls leave the mails that they ask for: the answer waits for no mail server. */
export type MailQueue = Pick<Queue, 'addMail'>;
