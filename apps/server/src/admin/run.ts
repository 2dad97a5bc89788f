import { Command } from 'commander';
import { EXIT, type ExitCode, explain } from '../command-line/errors.ts';
import { speakChinese } from '../command-line/help.ts';
import type { Terminal } from '../command-line/output.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { operatorLog } from '../platform/operator-log.ts';
import { backupCommands } from './backup.ts';
import { cardCommands } from './cards.ts';
import type { CommandContext } from './context.ts';
import { exampleCommands } from './examples.ts';
import { mailCommands } from './mail.ts';
import { pointCommands } from './points.ts';
import { queueCommands } from './queue.ts';
import { storageCommands } from './storage.ts';
import { taskCommands } from './tasks.ts';
import { userCommands } from './users.ts';
import { withApp } from './with-app.ts';

const FOOTER = `
每条命令都可以加 --help 看用法，列表都可以加 --json。服务器在运行或没有运行时都可以用。
退出码：0 成功，1 没有完成或检查不通过，2 用法不对。
给程序用时请加 -s，npm 就不在前面多写两行：npm run -s admin -- users list --json`;

/** The whole command line; every group adds its commands. */
function buildProgram(context: CommandContext): Command {
  const program = new Command('npm run admin --');
  program.description('瘤析 OncoLoom 的管理命令').helpCommand('help [命令]', '显示一个命令的用法').addHelpText('after', FOOTER);
  for (const add of [
    cardCommands,
    userCommands,
    pointCommands,
    mailCommands,
    queueCommands,
    taskCommands,
    exampleCommands,
    storageCommands,
    backupCommands,
  ])
    add(program, context);
  for (const command of withChildren(program)) speakChinese(command, context);
  return program;
}

/** A command's own name after those of its groups. */
const wordsOf = (command: Command): string => (command.parent?.parent ? `${wordsOf(command.parent)} ` : '') + command.name();

const withChildren = (command: Command): Command[] => [command, ...command.commands.flatMap(withChildren)];

/** Runs one command; answers the exit code. */
export async function runAdmin(argv: readonly string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  let log = createLog('silent');
  const context: CommandContext = {
    ...terminal,
    env,
    withApp: async (work) => {
      exitCode = (await withApp(readConfig(env, []), log, work)) ?? EXIT.ok;
    },
  };
  try {
    const program = buildProgram(context);
    program.hook('preAction', (_, action) => {
      log = operatorLog(readConfig(env, []).folders.data, env, wordsOf(action), terminal.err);
      // Who is meant is logged by number, once it is found: addresses of users stay out.
      log.info({ arguments: action.args.filter((text) => !text.includes('@')) }, 'a command of the operator');
    });
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    const { message, exitCode: code } = explain(error);
    if (message !== undefined) terminal.err(message);
    return code;
  }
}
