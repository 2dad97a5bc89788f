import { resolve } from 'node:path';
import type { Command } from 'commander';
import { backUp } from '../backup/back-up.ts';
import { findPlace, openPlace } from '../backup/open-place.ts';
import type { BackupPlace } from '../backup/place.ts';
import { restore } from '../backup/restore.ts';
import { type BackupFault, verifyBackups } from '../backup/verify.ts';
import { AdminError, EXIT } from '../command-line/errors.ts';
import { jsonOption, whole } from '../command-line/options.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import type { CommandContext } from './context.ts';
import { byteWords } from './words.ts';

const PLACE = '<文件夹或 s3://桶/前缀>';
const KEPT_MAX = 10_000;
const FAULT_WORDS: Record<BackupFault['kind'], string> = { absent: '缺少内容', damaged: '内容损坏', unreadable: '读不了' };

/** `backup`, `restore`, `verify`. */
export function backupCommands(program: Command, context: CommandContext): void {
  // A folder is meant from where the operator stands; an address stays one.
  const placeOf = (where: string) => (/^\w+:\/\//.test(where) ? where : resolve(context.env.INIT_CWD ?? process.cwd(), where));
  const at = async <T>(open: typeof findPlace, where: string, work: (place: BackupPlace) => Promise<T>): Promise<T> => {
    const place = await open(placeOf(where), context.env);
    return work(place).finally(() => place.close());
  };
  program
    .command('backup')
    .description('备份：数据库和它用到的全部内容。服务器可以照常运行；已经备份过的内容不再复制，中断了再运行一次就接着做')
    .argument(PLACE, '放备份的地方，最好在另一块磁盘上')
    .option('--keep <个数>', '只留最新的几个备份', whole(1, KEPT_MAX))
    .addOption(jsonOption())
    .action((where: string, { keep, json }: { keep?: number; json?: boolean }) =>
      context.withApp(async (app) => {
        const done = await at(openPlace, where, (place) => backUp(app, place, keep));
        const { name, contents, bytes, copied, copiedBytes, damaged, pruned } = done;
        const removed = pruned.backups === 0 ? '' : `删掉 ${pruned.backups} 个旧的，腾出 ${byteWords(pruned.bytes)}。`;
        if (json === true) context.out(JSON.stringify(done));
        else
          context.out(
            `备份 ${name}：${contents} 个内容，共 ${byteWords(bytes)}；这次复制了 ${copied} 个，${byteWords(copiedBytes)}。${removed}`,
          );
        for (const sha256 of damaged) context.err(`存储里的内容已经损坏，备份里没有它：${sha256}`);
        return damaged.length === 0 ? EXIT.ok : EXIT.failed;
      }),
    );
  program
    .command('restore')
    .description('把备份恢复到空的数据文件夹（ONCOLOOM_DATA）和空的数据库里；已有数据的地方不动')
    .argument(PLACE, '放备份的地方')
    .option('--snapshot <名称>', '恢复哪一个备份，默认最新的')
    .action(async (where: string, { snapshot }: { snapshot?: string }) => {
      const config = readConfig(context.env, []);
      const { name, contents, bytes } = await at(findPlace, where, (place) => restore(config, createLog('silent'), place, snapshot));
      context.out(`已经恢复备份 ${name}：${contents} 个内容，共 ${byteWords(bytes)}。现在可以在 ${config.folders.data} 上启动。`);
    });
  program
    .command('verify')
    .description('检查备份：读出全部内容核对校验和，把数据库的备份从头读到尾')
    .argument(PLACE, '放备份的地方')
    .addOption(jsonOption())
    .action(async (where: string, { json }: { json?: boolean }) => {
      const verified = await at(findPlace, where, verifyBackups);
      const { backups, contents, bytes, faults } = verified;
      if (json === true) context.out(JSON.stringify(verified));
      else for (const { kind, backup, sha256 } of faults) context.err(`备份 ${backup} ${FAULT_WORDS[kind]}${sha256 ? `：${sha256}` : ''}`);
      if (backups.length === 0) throw new AdminError('这里没有做完的备份。');
      if (faults.length > 0) throw new AdminError(`备份有 ${faults.length} 处不对。`);
      if (json !== true) context.out(`${backups.length} 个备份都完好：${contents} 个内容，共 ${byteWords(bytes)}。`);
    });
}
