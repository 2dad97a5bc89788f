import { appendFileSync, existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createLog, type Log } from './log.ts';

/** The account behind `sudo`, and where its connection comes from: the machine itself unless a remote shell says otherwise. */
function whoActs(env: NodeJS.ProcessEnv): { operator: string; address: string } {
  return { operator: env.SUDO_USER ?? userInfo().username, address: env.SSH_CONNECTION?.split(' ')[0] ?? 'local' };
}

/**
 * The log of the command line: what the operator does is written to `operator.log` in the data folder, because a command's own output is
 * gone with its terminal. Warnings are told there as well.
 * @param command its words, such as `users delete`
 */
export function operatorLog(data: string, env: NodeJS.ProcessEnv, command: string, tell: (line: string) => void): Log {
  const write = (line: string) => {
    const warning = JSON.parse(line).level >= 40;
    if (warning) tell(line.trimEnd());
    // A mistyped folder gets no file.
    if (!existsSync(data)) return;
    try {
      appendFileSync(join(data, 'operator.log'), line, { mode: 0o600 });
    } catch (error) {
      tell(`operator.log: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return createLog('info', { write }).child({ event: 'operator', ...whoActs(env), command });
}
