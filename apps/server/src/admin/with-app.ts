import type { App } from '../app.ts';
import { assemble, createDisk, createEngine } from '../assemble.ts';
import { withStores } from '../command-line/stores.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { Queue } from '../platform/queue.ts';

/** Runs a command on the product's services, beside a running server or without one. Nothing is computed here: the engine stays cold. */
export function withApp<T>(config: Config, log: Log, work: (app: App) => Promise<T>): Promise<T> {
  return withStores(config, log, async (stores) => {
    const queue = new Queue(stores.databaseUrl, log);
    await queue.start();
    try {
      return await work(assemble({ ...stores, config, log, disk: createDisk(config, log), engine: createEngine(config, log), queue }));
    } finally {
      await queue.stop().catch(() => undefined);
    }
  });
}
