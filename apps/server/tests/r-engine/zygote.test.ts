import { describe, expect, it } from 'vitest';
import type { EngineHost, ZygoteEvents } from '../../src/r-engine/host.ts';
import { type ReadyMessage, Zygote } from '../../src/r-engine/zygote.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const READY = { type: 'ready', seconds: 2.5, tools: ['a', 'b'], later: ['b'], versions: { limma: '3.54.1' }, private: 1e8 };

/** A parent of R's whose words the test writes, and what was heard of it. */
function parent() {
  const heard = { ready: [] as ReadyMessage[], exited: [] as (string | null)[] };
  let events: ZygoteEvents | undefined;
  const host: Pick<EngineHost, 'start'> = {
    start: (_, given) => {
      events = given;
      return { fork: () => undefined, kill: () => given.ended('killed') };
    },
  };
  const zygote = new Zygote(host, 'early', log, {
    warming: () => undefined,
    partial: () => undefined,
    ready: (message) => heard.ready.push(message),
    forked: () => undefined,
    exited: (reason) => heard.exited.push(reason),
  });
  return { zygote, heard, say: (message: object) => events?.output(Buffer.from(`${JSON.stringify(message)}\n`)) };
}

describe('a parent that says that it is ready', () => {
  it('is', () => {
    const { zygote, heard, say } = parent();
    say({ ...READY, confinement: { landlock: 2, seccomp: 1 } });
    expect(heard).toEqual({ ready: [zygote.ready], exited: [] });
    expect(zygote.ready).toMatchObject({ later: ['b'], confinement: { landlock: 2, seccomp: 1 } });
  });

  it('may have nothing to name: R writes an empty list as an array', () => {
    const { zygote, say } = parent();
    say({ ...READY, versions: [], confinement: [] });
    expect(zygote.ready).toMatchObject({ versions: {}, confinement: {} });
  });

  it('in words that are not understood is ended, and it is told which', () => {
    const { zygote, heard, say } = parent();
    say({ ...READY, later: 'b', confinement: [] });
    expect(zygote.ready).toBeUndefined();
    expect(heard).toEqual({ ready: [], exited: [expect.stringContaining('later')] });
  });
});
