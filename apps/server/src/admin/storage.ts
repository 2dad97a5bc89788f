import type { Command } from 'commander';
import { AdminError, EXIT } from '../command-line/errors.ts';
import { jsonOption } from '../command-line/options.ts';
import { NAMING_MS, sweepAll, sweepStorage } from '../files/space/sweep.ts';
import { WithFormer } from '../storage/former.ts';
import { type Moved, moveContents } from '../storage/move.ts';
import type { CommandContext } from './context.ts';
import { byteWords } from './words.ts';

/** A line for so many contents. */
const TOLD_EVERY = 1_000;

/** `sweep`: what the server does every night, now. `storage move`: from a folder into a bucket, and back. */
export function storageCommands(program: Command, context: CommandContext): void {
  sweepCommand(program, context);
  const storage = program.command('storage').description('文件存储');
  storage
    .command('move')
    .description('把旧存储里的内容搬到现在的存储（文件夹到 S3 或反过来），逐个核对校验和；服务器不用停，中断后再运行就接着搬')
    .option('--remove', '核对后从旧存储删掉；先让所有服务器按新的设置重新启动。一小时内用过的留到下次')
    .addOption(jsonOption())
    .action(async (options: { json?: boolean; remove?: boolean }) => {
      await context.withApp(async ({ storage: both }) => {
        if (!(both instanceof WithFormer))
          throw new AdminError(
            '没有旧存储。要搬到 S3，设置 ONCOLOOM_STORAGE，旧的是数据文件夹里的 storage；要搬回文件夹，去掉 ONCOLOOM_STORAGE，用 ONCOLOOM_STORAGE_FORMER 指出原来的 S3。',
          );
        const tell = (moved: Readonly<Moved>) => {
          if (options.json !== true && (moved.copied + moved.present) % TOLD_EVERY === 0) context.out(movedWords(moved));
        };
        const moved = await moveContents(both, options.remove === true, tell);
        context.out(options.json === true ? JSON.stringify(moved) : movedWords(moved));
        for (const sha256 of moved.damaged) context.err(`内容 ${sha256} 的校验和不对，没有搬，旧存储里的没有动。`);
        return moved.damaged.length > 0 ? EXIT.failed : undefined;
      });
    });
}

const movedWords = ({ copied, bytes, present, removed }: Readonly<Moved>): string =>
  `搬了 ${copied} 个内容，共 ${byteWords(bytes)}；已经在新存储里的 ${present} 个；从旧存储删掉 ${removed} 个。`;

function sweepCommand(program: Command, context: CommandContext): void {
  program
    .command('sweep')
    .description('清理存储：删掉不再有人用的内容和没传完的上传（服务器每晚也做）')
    .option('--all-unused', `一天以内的也清理：磁盘快满、等不到明天时用。先等 ${NAMING_MS / 1000} 秒，让正在保存的内容写完；服务器不用停`)
    .addOption(jsonOption())
    .action(async (options: { json?: boolean; allUnused?: boolean }) => {
      await context.withApp(async (app) => {
        const swept = await (options.allUnused === true ? sweepAll(app) : sweepStorage(app));
        context.out(
          options.json === true
            ? JSON.stringify(swept)
            : `删掉 ${swept.blobs} 个不再有人用的内容，共 ${byteWords(swept.bytes)}；没传完的上传 ${byteWords(swept.uploads)}。${options.allUnused === true ? '' : '一天以内的没有动。'}`,
        );
        return undefined;
      });
    });
}
