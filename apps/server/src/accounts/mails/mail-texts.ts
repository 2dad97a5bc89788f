import { RESET_TOKEN_MINUTES, VERIFY_TOKEN_HOURS } from '@oncoloom/contract';
import type { Mail } from '../../platform/mail.ts';
import type { MailPurpose } from './mailed-tokens.ts';

interface Words {
  subject: string;
  /** Page that the link opens. */
  path: string;
  before: string;
  button: string;
  after: string;
}

const WORDS: Record<MailPurpose, Words> = {
  verify: {
    subject: '验证你的邮箱 - 瘤析 OncoLoom',
    path: '/verify-email',
    before: '这个邮箱刚刚用来注册瘤析 OncoLoom。请打开下面的链接，完成验证。',
    button: '验证邮箱',
    after: `链接 ${VERIFY_TOKEN_HOURS} 小时内有效，只能用一次。如果不是你本人注册，不用理会这封邮件。`,
  },
  reset: {
    subject: '重设密码 - 瘤析 OncoLoom',
    path: '/reset-password',
    before: '有人为这个邮箱的瘤析 OncoLoom 账号申请重设密码。请打开下面的链接，设置新密码。',
    button: '设置新密码',
    after: `链接 ${RESET_TOKEN_MINUTES} 分钟内有效，只能用一次。设置后，所有设备都要重新登录。如果不是你本人申请，不用理会这封邮件，密码不会改变。`,
  },
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** What the mail's button opens. */
export function mailedLink(purpose: MailPurpose, publicUrl: string, token: string): string {
  return `${publicUrl}${WORDS[purpose].path}?token=${token}`;
}

/** Nothing that a user has chosen stands in a mail: who registers with somebody else's address would write to them through it. */
const GREETING = '你好：';

/** The mail that carries a token. */
export function writeMail(purpose: MailPurpose, to: string, publicUrl: string, token: string): Mail {
  const { subject, before, button, after } = WORDS[purpose];
  return compose(to, subject, { before, link: mailedLink(purpose, publicUrl, token), button, after, publicUrl });
}

/** Tells the owner of a new password, with the way back for one who has not set it. */
export function passwordChangedMail(to: string, publicUrl: string): Mail {
  return compose(to, '密码已修改 - 瘤析 OncoLoom', {
    before: '你的瘤析 OncoLoom 账号刚刚换了密码，其他设备都已退出。如果是你本人改的，不用理会这封邮件。',
    link: `${publicUrl}/forgot-password`,
    button: '不是我改的，重设密码',
    after: '如果不是你本人改的，说明有人知道你的密码，或打开了你登录着的设备。请立即用上面的链接重设密码。',
    publicUrl,
  });
}

type Parts = Record<'before' | 'link' | 'button' | 'after' | 'publicUrl', string>;

function compose(to: string, subject: string, parts: Parts): Mail {
  const { before, link, after, publicUrl } = parts;
  const text = [GREETING, before, link, after, '瘤析 OncoLoom', publicUrl].join('\n\n');
  return { to, subject, text, html: htmlOf(parts) };
}

function htmlOf(words: Parts): string {
  const { before, link, button, after, publicUrl } = Object.fromEntries(
    Object.entries(words).map(([name, text]) => [name, escapeHtml(text)]),
  ) as typeof words;
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"></head>
<body style="margin:0;padding:24px;background:#F6F8F8;color:#16242B;font:15px/26px 'PingFang SC','Microsoft YaHei',sans-serif">
<div style="max-width:520px;margin:0 auto;padding:24px 28px;background:#fff;border:1px solid #E4E9EB;border-radius:10px">
<p>${GREETING}</p>
<p>${before}</p>
<p><a href="${link}" style="display:inline-block;padding:8px 20px;border-radius:6px;background:#0B6E69;color:#fff;text-decoration:none">${button}</a></p>
<p style="color:#5F6F77;font-size:13px;line-height:22px">按钮打不开时，请把这个地址复制到浏览器：<br><span style="word-break:break-all">${link}</span></p>
<p style="color:#5F6F77;font-size:13px;line-height:22px">${after}</p>
<p style="color:#5F6F77;font-size:13px;line-height:22px">瘤析 OncoLoom · <a href="${publicUrl}" style="color:#0B6E69">${publicUrl}</a></p>
</div></body></html>
`;
}
