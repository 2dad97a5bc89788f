import type { Command } from 'commander';
import { ImportError } from '../fetching/errors.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { operatorLog } from '../platform/operator-log.ts';
import { Releases } from '../releases/service.ts';
import { AdminError, EXIT, type ExitCode, explain } from './errors.ts';
import { speakChinese } from './help.ts';
import type { ProgressTerminal } from './output.ts';
import { withStores } from './stores.ts';

/** What the commands of a program that fetches public data work with. */
export interface CommandContext {
  terminal: ProgressTerminal;
  /** @param mirror stands in for the variable of the same meaning. */
  config(mirror?: string): Config;
  /** Runs work on the reference data that are installed, beside a running server or without one. */
  withReleases<T>(work: (releases: Releases) => Promise<T>): Promise<T>;
  /** What the command answers when it ends. */
  exit(code: ExitCode): void;
}

interface Call {
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  terminal: ProgressTerminal;
}

/**
 * Runs one command of a program; answers the exit code.
 * @param name Of the program, in the operator's log. @param build Makes the program with its commands.
 */
export async function runProgram(
  name: string,
  { argv, env, terminal }: Call,
  build: (context: CommandContext) => Command,
): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  let log = createLog('silent');
  const config: CommandContext['config'] = (mirror) => readConfig(mirror === undefined ? env : { ...env, ONCOLOOM_MIRROR: mirror }, []);
  const context: CommandContext = {
    terminal,
    config,
    withReleases: (work) => withStores(config(), log, (stores) => work(new Releases(stores))),
    exit: (code) => {
      exitCode = code;
    },
  };
  try {
    const program = build(context);
    for (const command of [program, ...program.commands]) speakChinese(command, terminal);
    program.hook('preAction', (_, action) => {
      log = operatorLog(context.config().folders.data, env, `${name} ${action.name()}`, terminal.err);
      log.info({ arguments: action.args }, 'a command of the operator');
    });
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    const { message, exitCode: code } = explain(error instanceof ImportError ? new AdminError(error.message) : error);
    if (message !== undefined) terminal.err(message);
    return code;
  }
}
