/** `npm run check`: style, types, generated files. Seconds; run it before each commit. */
import { checks } from './testing/runners.mjs';

const { failed } = await checks();
process.exit(failed === 0 ? 0 : 1);
