import { CommanderError } from 'commander';
import { ApiError } from '../platform/errors.ts';
import { isDatabaseAway } from '../platform/postgres/database.ts';

/** What a command answers to the shell. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure with a sentence for the operator. */
export class AdminError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message);
    this.name = 'AdminError';
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string): AdminError => new AdminError(message, EXIT.usage);

const quoted = (message: string): string => /'([^']*)'/.exec(message)?.[1] ?? '';

/** What commander says in English, by its code. */
const USAGE: Record<string, (message: string) => string> = {
  'commander.unknownCommand': (message) => `没有「${quoted(message)}」这个命令。`,
  'commander.unknownOption': (message) => `没有「${quoted(message)}」这个选项。`,
  'commander.missingArgument': (message) => `缺少参数 <${quoted(message)}>。`,
  'commander.optionMissingArgument': (message) => `选项「${quoted(message)}」后面要有值。`,
  'commander.missingMandatoryOptionValue': (message) => `缺少选项「${quoted(message)}」。`,
  'commander.invalidArgument': (message) =>
    `「${quoted(message)}」不对，应为 ${/Allowed choices are (.+)\.$/.exec(message)?.[1]?.replaceAll(', ', '、')}。`,
  'commander.excessArguments': () => '参数太多。',
};

/** The sentence and the exit code for whatever a command threw. */
export function explain(error: unknown): { message: string | undefined; exitCode: ExitCode } {
  if (error instanceof AdminError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof CommanderError) {
    // Help was asked for, or a group was called without a command.
    if (error.exitCode === 0) return { message: undefined, exitCode: EXIT.ok };
    const sentence = USAGE[error.code];
    return { message: sentence && `${sentence(error.message)}加 --help 看用法。`, exitCode: EXIT.usage };
  }
  if (error instanceof ApiError) return { message: error.message, exitCode: EXIT.failed };
  if (isDatabaseAway(error))
    return { message: '连不上数据库。请确认 DATABASE_URL，或看数据文件夹 postgres 里的日志。', exitCode: EXIT.failed };
  return { message: `没有完成：${error instanceof Error ? error.message : String(error)}`, exitCode: EXIT.failed };
}
