import type { Command } from 'commander';
import { z } from 'zod';
import { AdminError, usageError } from '../command-line/errors.ts';
import { jsonOption } from '../command-line/options.ts';
import { type Column, formatFacts, printList } from '../command-line/output.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { createMailer, type KeptMail, readOutbox } from '../platform/mail.ts';
import type { CommandContext } from './context.ts';
import { timeWords } from './words.ts';

interface Listed {
  /** Last part of the file's name: short, and as good as unique. */
  id: string;
  at: string;
  to: string;
  subject: string;
}

const COLUMNS: readonly Column<Listed>[] = [
  { title: '编号', of: (mail) => mail.id },
  { title: '时间', of: (mail) => timeWords(new Date(mail.at)) },
  { title: '收件人', of: (mail) => mail.to },
  { title: '主题', of: (mail) => mail.subject },
];

const idOf = (file: string): string => file.replace(/^\d+-/, '').replace(/\.json$/, '');

async function outbox(context: CommandContext): Promise<{ id: string; mail: KeptMail }[]> {
  const { folders, mail } = readConfig(context.env, []);
  if (mail.smtpUrl !== undefined) context.err('已设置 SMTP_URL，邮件直接寄出；下面是设置之前留在本机的。');
  return (await readOutbox(folders.outbox)).map(({ file, mail }) => ({ id: idOf(file), mail }));
}

/** `mail`: list and show the local outbox, send a trial. */
export function mailCommands(program: Command, context: CommandContext): void {
  const group = program.command('mail').description('邮件：没有设置 SMTP_URL 时都留在本机的发件夹');
  group
    .command('list')
    .description('列出本机发件夹')
    .addOption(jsonOption())
    .action(async (options: { json?: boolean }) => {
      const mails = (await outbox(context)).map(({ id, mail: { at, to, subject } }) => ({ id, at, to, subject }));
      printList(context, COLUMNS, mails, options);
    });

  group
    .command('show <编号>')
    .description('显示一封邮件，链接可以直接打开')
    .action(async (id: string) => {
      const found = (await outbox(context)).find((entry) => entry.id === id);
      if (found === undefined) throw new AdminError(`发件夹里没有「${id}」这封邮件。请先看 mail list。`);
      const { at, from, to, subject, text } = found.mail;
      context.out(`${formatFacts({ 时间: timeWords(new Date(at)), 发件人: from, 收件人: to, 主题: subject })}\n\n${text}`);
    });

  group
    .command('test <地址>')
    .description('寄一封试验邮件')
    .action(async (address: string) => {
      const to = z.email().safeParse(address.trim());
      if (!to.success) throw usageError(`「${address}」不是邮箱地址。`);
      const config = readConfig(context.env, []);
      const mailer = createMailer(config, createLog('silent'));
      const text = `这是一封试验邮件，说明瘤析 OncoLoom 可以寄出邮件。\n\n${config.publicUrl}`;
      await mailer.send({ to: to.data, subject: '试验邮件 - 瘤析 OncoLoom', text, html: `<p>${text}</p>` });
      context.out(
        config.mail.smtpUrl === undefined
          ? '没有设置 SMTP_URL，邮件已留在本机发件夹，见 mail list。'
          : `邮件服务器已收下寄给 ${to.data} 的邮件`,
      );
    });
}
