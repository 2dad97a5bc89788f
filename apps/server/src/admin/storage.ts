import type { Command } from 'commander';
import { jsonOption } from '../command-line/options.ts';
import { sweepStorage } from '../files/space/sweep.ts';
import type { CommandContext } from './context.ts';
import { byteWords } from './words.ts';

/** `sweep`: what the server does every night, now. */
export function storageCommands(program: Command, context: CommandContext): void {
  program
    .command('sweep')
    .description('清理存储：删掉不再有人用的内容和没传完的上传（服务器每晚也做）')
    .addOption(jsonOption())
    .action(async (options: { json?: boolean }) => {
      await context.withApp(async (app) => {
        const swept = await sweepStorage(app);
        context.out(
          options.json === true
            ? JSON.stringify(swept)
            : `删掉 ${swept.blobs} 个不再有人用的内容，共 ${byteWords(swept.bytes)}；没传完的上传 ${byteWords(swept.uploads)}。一天以内的没有动。`,
        );
        return undefined;
      });
    });
}
