import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { buildServer, buildTestPrograms } from '../../../../scripts/setup/build.mjs';
import { ServerProcess } from './process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the address of the run's whole server, once that is ready. */
    serverDesk: string;
  }
}

/** One whole server for a run of the tests, started when the first file asks for it: most runs of one file need none. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Before the files run beside each other: two of them would build it twice, into the same folder.
  await buildServer();
  await buildTestPrograms();
  let starting: Promise<ServerProcess> | undefined;
  const desk = createServer((_, response) => {
    starting ??= ServerProcess.start(undefined, { program: 'unlimited' });
    starting.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  project.provide('serverDesk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.close();
    desk.closeAllConnections();
    await starting?.then(
      (server) => server.stop(),
      () => undefined,
    );
  };
}
