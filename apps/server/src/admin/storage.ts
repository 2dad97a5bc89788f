import type { Command } from 'commander';
import { jsonOption } from '../command-line/options.ts';
import { NAMING_MS, sweepAll, sweepStorage } from '../files/space/sweep.ts';
import type { CommandContext } from './context.ts';
import { byteWords } from './words.ts';

/** `sweep`: what the server does every night, now. */
export function storageCommands(program: Command, context: CommandContext): void {
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
