import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { CARD_STATES, CARDS_MAX, type Card, type CardState, listCards, makeCards, revokeCard } from '../billing/cards.ts';
import { CARD_PLANS, type CardPlan } from '../billing/plans.ts';
import { AdminError, EXIT } from '../command-line/errors.ts';
import { jsonOption, whole } from '../command-line/options.ts';
import { type Column, formatCsv, formatTable, printList } from '../command-line/output.ts';
import { chinaDate } from '../platform/china-time.ts';
import { BYTE_ORDER_MARK } from '../platform/csv.ts';
import { savePrivately } from '../platform/operator-process.ts';
import type { CommandContext } from './context.ts';
import { CARD_STATE_WORDS, planWords, timeWords } from './words.ts';

const COLUMNS: readonly Column<Card>[] = [
  { title: '卡密', of: (card) => card.code },
  { title: '套餐', of: (card) => planWords(card.planId) },
  { title: '状态', of: (card) => CARD_STATE_WORDS[card.state] },
  { title: '批次', of: (card) => card.batch },
  { title: '制作时间', of: (card) => timeWords(card.createdAt) },
  { title: '使用者', of: (card) => card.redeemedBy },
  { title: '使用时间', of: (card) => timeWords(card.redeemedAt) },
];

const csvOption = () => new Option('--csv <文件>', '写成 CSV 文件，Excel 可以直接打开；写 - 则输出到终端');

/** Writes cards as CSV where they are wanted. */
async function writeCsv(context: CommandContext, target: string, cards: readonly Card[]): Promise<void> {
  const text = BYTE_ORDER_MARK + formatCsv(COLUMNS, cards);
  if (target === '-') {
    context.out(text.trimEnd());
    return;
  }
  const path = resolve(context.env.INIT_CWD ?? process.cwd(), target);
  // Codes are money: nobody else on this machine may read them, and a file that is there is not lost.
  await (context.save ?? savePrivately)(path, text).catch((error: NodeJS.ErrnoException) => {
    throw new AdminError(error.code === 'EEXIST' ? `${path} 已经存在，没有覆盖。请换一个文件名。` : `${path} 写不了：${error.message}`);
  });
  context.err(`已写入 ${path}`);
}

function addMake(group: Command, context: CommandContext): void {
  interface Options {
    plan: CardPlan;
    count: number;
    batch?: string;
    csv?: string;
    json?: boolean;
  }
  group
    .command('make')
    .description('制作一批卡密')
    .addOption(new Option('--plan <套餐>', '卡密兑换的套餐').choices(CARD_PLANS).makeOptionMandatory())
    .addOption(new Option('--count <张数>', `1 到 ${CARDS_MAX}`).argParser(whole(1, CARDS_MAX)).makeOptionMandatory())
    .option('--batch <名称>', '批次的名称；不写时是日期和套餐')
    .addOption(csvOption())
    .addOption(jsonOption())
    .action(({ plan, count, batch, csv, json }: Options) =>
      context.withApp(async ({ database }) => {
        const cards = await makeCards(database, { plan, count, batch: batch ?? `${chinaDate(new Date())}-${plan}` });
        if (csv !== undefined) await writeCsv(context, csv, cards);
        else if (json === true) context.out(JSON.stringify(cards, null, 2));
        else context.out(formatTable(COLUMNS.slice(0, 4), cards));
        context.err(`已制作 ${cards.length} 张，批次「${cards[0]?.batch}」`);
        return EXIT.ok;
      }),
    );
}

/** `cards`: make, list, revoke. */
export function cardCommands(program: Command, context: CommandContext): void {
  const group = program.command('cards').description('卡密');
  addMake(group, context);
  group
    .command('list')
    .description('列出卡密')
    .option('--batch <名称>', '只列这一批')
    .addOption(new Option('--state <状态>', '只列这种状态：未使用、已兑换、已作废').choices(CARD_STATES))
    .addOption(csvOption())
    .addOption(jsonOption())
    .action(({ batch, state, csv, json }: { batch?: string; state?: CardState; csv?: string; json?: boolean }) =>
      context.withApp(async ({ database }) => {
        const cards = await listCards(database, { ...(batch !== undefined && { batch }), ...(state !== undefined && { state }) });
        if (csv !== undefined) await writeCsv(context, csv, cards);
        else printList(context, COLUMNS, cards, { ...(json !== undefined && { json }) });
        return EXIT.ok;
      }),
    );
  group
    .command('revoke <卡密>')
    .description('作废一张还没有使用的卡密')
    .action((code: string) =>
      context.withApp(async ({ database }) => {
        const card = await revokeCard(database, code.trim().toUpperCase());
        if (card === undefined) throw new AdminError('没有这张卡密。');
        if (card.state === 'redeemed') throw new AdminError(`这张卡密已由账号 ${card.redeemedBy ?? '（已删除）'} 兑换，不能作废。`);
        context.out(`${card.code} 已作废`);
        return EXIT.ok;
      }),
    );
}
