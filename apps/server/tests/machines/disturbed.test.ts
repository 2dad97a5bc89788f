import { expect, it } from 'vitest';
import { canDisturb, runDisturbed } from '../support/disturbed-machines.ts';

/** A smaller copy of `npm run bench:machines`. */
const possible = canDisturb();

it.skipIf(!possible)(
  'machines that are cut off, killed and told to end, and an API that is restarted: every task completed once and paid once, with the same tables',
  async () => {
    const { seconds, begunAgain, ...found } = await runDisturbed({ users: 2, each: 10, cutMs: 20_000 });
    expect(found).toEqual({ tasks: 20, unfinished: [], unpaid: [], different: [] });
    expect(begunAgain).toBeGreaterThan(0);
  },
  900_000,
);
