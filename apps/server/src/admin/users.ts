import type { Command } from 'commander';
import { listUsers } from '../accounts/overview.ts';
import { countTasks } from '../analyses/lists/overview.ts';
import type { App } from '../app.ts';
import { createDeletionSweep } from '../assemble.ts';
import { subscriptionsOf } from '../billing/overview.ts';
import type { Subscription } from '../billing/service.ts';
import { AdminError, EXIT, usageError } from '../command-line/errors.ts';
import { jsonOption, limitOption } from '../command-line/options.ts';
import { type Column, formatFacts, formatTable, printList } from '../command-line/output.ts';
import { createMailer } from '../platform/mail.ts';
import { requireUser } from './account.ts';
import type { CommandContext } from './context.ts';
import { byteWords, planWords, STATUS_WORDS, timeWords, USER_TYPE_WORDS } from './words.ts';

type User = Awaited<ReturnType<typeof requireUser>>;

/** An account without what nobody has to see: the password's hash and the picture. */
function told({ passwordHash: _, avatar: __, ...user }: User) {
  return user;
}

type Listed = ReturnType<typeof told> & Pick<Subscription, 'userType' | 'points' | 'expiredAt'>;

const COLUMNS: readonly Column<Listed>[] = [
  { title: '编号', of: (user) => user.id },
  { title: '邮箱', of: (user) => user.email },
  { title: '用户名', of: (user) => user.username },
  { title: '类型', of: (user) => USER_TYPE_WORDS[user.userType] },
  { title: '点数', of: (user) => user.points },
  { title: '有效期至', of: (user) => timeWords(user.expiredAt) },
  { title: '已验证', of: (user) => (user.emailVerified ? '是' : '否') },
  { title: '注册时间', of: (user) => timeWords(user.createdAt) },
];

const NOTHING = { userType: 'new', points: 0, expiredAt: null } as const;

function addList(group: Command, context: CommandContext): void {
  group
    .command('list')
    .description('列出账号，新的在前')
    .option('--search <文字>', '邮箱或用户名里的一部分')
    .addOption(limitOption())
    .addOption(jsonOption())
    .action(({ search, limit, json }: { search?: string; limit: number; json?: boolean }) =>
      context.withApp(async ({ database }) => {
        const users = await listUsers(database, { limit, ...(search !== undefined && { search }) });
        const subscriptions = await subscriptionsOf(
          database,
          users.map(({ id }) => id),
        );
        const rows = users.map((user) => {
          const { userType, points, expiredAt } = subscriptions.get(user.id) ?? NOTHING;
          return { ...told(user), userType, points, expiredAt };
        });
        printList(context, COLUMNS, rows, { ...(json !== undefined && { json }) });
        return EXIT.ok;
      }),
    );
}

/** Everything that `users show` tells of an account. */
async function portrait({ accounts, billing, database }: App, user: User) {
  const subscription = await billing.subscription(user.id);
  const [tasks, storage, sessions] = await Promise.all([
    countTasks(database, user.id),
    billing.space.usage(database, user.id, subscription.userType),
    accounts.sessions.list(user.id, ''),
  ]);
  return { ...told(user), subscription, tasks, storage, sessions: sessions.map(({ current: _, ...session }) => session) };
}

function printPortrait(
  context: CommandContext,
  { subscription, tasks, storage, sessions, ...user }: Awaited<ReturnType<typeof portrait>>,
): void {
  const byStatus = Object.entries(STATUS_WORDS).map(([status, word]) => {
    const counts = tasks.filter((entry) => entry.status === status).map((entry) => entry.tasks);
    return `${word} ${counts.reduce((sum, count) => sum + count, 0)}`;
  });
  context.out(
    formatFacts({
      编号: user.id,
      邮箱: user.email,
      已验证: user.emailVerified ? '是' : '否',
      用户名: user.username,
      单位: user.institution,
      研究方向: user.researchField,
      注册: timeWords(user.createdAt),
      邀请码: user.inviteCode,
      邀请人: user.invitedBy,
      同意的条款: user.termsVersion,
      将删除于: timeWords(user.deletionAt),
      类型: USER_TYPE_WORDS[subscription.userType],
      套餐: subscription.planId === null ? null : planWords(subscription.planId),
      点数: subscription.points,
      有效期至: timeWords(subscription.expiredAt),
      用过体验卡: subscription.hasUsedTrialCard ? '是' : '否',
      文件空间: `${byteWords(storage.used)} / ${byteWords(storage.quota)}`,
      任务: byStatus.join('，'),
    }),
  );
  const columns: Column<(typeof sessions)[number]>[] = [
    { title: '设备', of: (session) => session.device },
    { title: '地址', of: (session) => session.address },
    { title: '登录时间', of: (session) => timeWords(new Date(session.created_at)) },
    { title: '最近使用', of: (session) => timeWords(new Date(session.last_seen_at)) },
  ];
  context.out(sessions.length === 0 ? '\n没有登录的设备' : `\n${formatTable(columns, sessions)}`);
}

function addDelete(group: Command, context: CommandContext): void {
  group
    .command('delete')
    .argument('<账号>', '编号、邮箱或用户名')
    .description('立即删除账号和它的全部数据，不能撤回')
    .option('--yes', '确认删除')
    .action((who: string, { yes }: { yes?: boolean }) =>
      context.withApp(async (app) => {
        const { id, email } = await requireUser(app, who);
        if (yes !== true) throw usageError(`将删除账号 ${id}（${email}）和它的文件、任务、点数，不能撤回。确认请加 --yes。`);
        await app.accounts.deletion.hasten(id);
        await createDeletionSweep(app, createMailer(app.config, app.log)).run();
        context.out(`账号 ${id}（${email}）已删除`);
        return EXIT.ok;
      }),
    );
}

/** `users`: list, show, verify, reset-link, delete. */
export function userCommands(program: Command, context: CommandContext): void {
  const group = program.command('users').description('账号');
  addList(group, context);
  group
    .command('show')
    .argument('<账号>', '编号、邮箱或用户名')
    .description('一个账号的套餐、点数、任务、空间和登录的设备')
    .addOption(jsonOption())
    .action((who: string, { json }: { json?: boolean }) =>
      context.withApp(async (app) => {
        const all = await portrait(app, await requireUser(app, who));
        if (json === true) context.out(JSON.stringify(all, null, 2));
        else printPortrait(context, all);
        return EXIT.ok;
      }),
    );
  group
    .command('verify')
    .argument('<账号>', '编号、邮箱或用户名')
    .description('把邮箱记为已验证；受邀的账号同时得到奖励')
    .action((who: string) =>
      context.withApp(async (app) => {
        const { id, email } = await requireUser(app, who);
        if (!(await app.accounts.verification.vouch(id))) throw new AdminError(`${email} 已经验证过。`);
        context.out(`${email} 已记为验证`);
        return EXIT.ok;
      }),
    );
  group
    .command('reset-link')
    .argument('<账号>', '编号、邮箱或用户名')
    .description('给出一个重设密码的链接，一小时内有效，只能用一次')
    .action((who: string) =>
      context.withApp(async (app) => {
        const { id } = await requireUser(app, who);
        context.out(await app.accounts.reset.link(id, app.config.publicUrl));
        if (context.env.PUBLIC_URL === undefined) context.err('没有设置 PUBLIC_URL，链接用的是本机地址。');
        return EXIT.ok;
      }),
    );
  addDelete(group, context);
}
