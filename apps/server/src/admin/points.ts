import type { LedgerRow } from '@oncoloom/contract';
import { type Command, Option } from 'commander';
import { type LedgerFault, ledgerFaults } from '../billing/overview.ts';
import { EXIT } from '../command-line/errors.ts';
import { jsonOption, limitOption, whole } from '../command-line/options.ts';
import { type Column, formatFacts, formatTable } from '../command-line/output.ts';
import { requireUser } from './account.ts';
import type { CommandContext } from './context.ts';
import { timeWords, USER_TYPE_WORDS } from './words.ts';

/** A gift beyond this is a slip of the keyboard. */
const GRANT_MAX = 100_000;

const LEDGER: readonly Column<LedgerRow>[] = [
  { title: '时间', of: (row) => timeWords(new Date(row.time)) },
  { title: '变化', of: (row) => row.change },
  { title: '余额', of: (row) => row.balance },
  { title: '说明', of: (row) => row.reason },
  { title: '任务', of: (row) => row.task?.id ?? null },
];

const FAULTS: readonly Column<LedgerFault>[] = [
  { title: '账号', of: (fault) => fault.userId },
  { title: '余额', of: (fault) => fault.points },
  { title: '流水合计', of: (fault) => fault.sum },
  { title: '最后一条的余额', of: (fault) => fault.last },
];

/** `points`: show, grant, check. */
export function pointCommands(program: Command, context: CommandContext): void {
  const group = program.command('points').description('点数');
  group
    .command('show')
    .argument('<账号>', '编号、邮箱或用户名')
    .description('余额和流水')
    .addOption(limitOption())
    .addOption(jsonOption())
    .action((who: string, { limit, json }: { limit: number; json?: boolean }) =>
      context.withApp(async (app) => {
        const user = await requireUser(app, who);
        const ledger = await app.billing.ledger(user.id, { page: 1, pageSize: limit });
        const subscription = await app.billing.subscription(user.id);
        if (json === true) context.out(JSON.stringify({ user: user.id, ...subscription, ledger: ledger.results }, null, 2));
        else {
          const { points, userType, expiredAt } = subscription;
          context.out(
            formatFacts({
              账号: `${user.id}  ${user.email}`,
              类型: USER_TYPE_WORDS[userType],
              余额: points,
              有效期至: timeWords(expiredAt),
            }),
          );
          context.out(`\n${formatTable(LEDGER, ledger.results)}\n\n共 ${ledger.count} 条，列出 ${ledger.results.length} 条`);
        }
        return EXIT.ok;
      }),
    );

  group
    .command('grant')
    .argument('<账号>', '编号、邮箱或用户名')
    .argument('<点数>', `1 到 ${GRANT_MAX}`, whole(1, GRANT_MAX))
    .description('给账号加点数')
    .addOption(new Option('--reason <说明>', '用户在流水里看到的说明').makeOptionMandatory())
    .option('--note', '发放小红书笔记的奖励，每个账号一次')
    .action((who: string, points: number, { reason, note }: { reason: string; note?: boolean }) =>
      context.withApp(async (app) => {
        const user = await requireUser(app, who);
        const kind = note === true ? 'note' : 'grant';
        const balance = await app.database.transaction((tx) => app.billing.grant(tx, user.id, { kind, points, reason }));
        context.out(`已给 ${user.email} 加 ${points} 点，现有 ${balance} 点`);
        return EXIT.ok;
      }),
    );

  group
    .command('check')
    .description('核对全部账号：流水合计应等于余额；不符时退出码为 1')
    .addOption(jsonOption())
    .action(({ json }: { json?: boolean }) =>
      context.withApp(async ({ database }) => {
        const faults = await ledgerFaults(database);
        if (json === true) context.out(JSON.stringify(faults, null, 2));
        else if (faults.length === 0) context.out('全部账号的流水合计与余额相符');
        else context.out(`${formatTable(FAULTS, faults)}\n\n${faults.length} 个账号不符`);
        return faults.length === 0 ? EXIT.ok : EXIT.failed;
      }),
    );
}
