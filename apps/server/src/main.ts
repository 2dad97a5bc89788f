import { fileURLToPath } from 'node:url';
import { launch } from './launch.ts';

/**
 * The program. As root it starts itself again without root, and stays beside as the engine's launcher (docs/adr/014-root.md): the parts of the
 * server are not even loaded there.
 */
const code = process.getuid?.() === 0 ? await launch(fileURLToPath(import.meta.url)) : undefined;
if (code !== undefined) process.exit(code);
const { serve } = await import('./serve.ts');
serve();
