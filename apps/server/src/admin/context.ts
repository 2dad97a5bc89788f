import type { App } from '../app.ts';
import type { ExitCode } from '../command-line/errors.ts';
import type { Terminal } from '../command-line/output.ts';

/** What a command works with. */
export interface CommandContext extends Terminal {
  env: NodeJS.ProcessEnv;
  /** Runs a command's work on the product's database; what it answers is the exit code. */
  withApp(work: (app: App) => Promise<ExitCode | undefined>): Promise<void>;
}
