import { fileURLToPath } from 'node:url';
import { launch } from '../../src/launch.ts';
import { NO_LIMITS } from './no-limits.ts';

/** The program (src/main.ts) but for the limit of calls: a test calls faster than any user, and would wait. */
const engineTools = process.env.ONCOLOOM_TEST_TOOLS;
const code = process.getuid?.() === 0 ? await launch(fileURLToPath(import.meta.url), engineTools) : undefined;
if (code !== undefined) process.exit(code);
const { serve } = await import('../../src/serve.ts');
serve({ callLimits: NO_LIMITS, engineTools });
