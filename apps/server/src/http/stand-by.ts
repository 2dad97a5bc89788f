import { createServer } from 'node:http';
import type { Disk } from '../platform/disk.ts';

const MISSING = '磁盘已满：数据文件夹所在的磁盘没有空间，平台还不能启动。清理出空间后会自动继续。';

/** Answers every call that the disk is full, until there is room to start; a server that ended instead would not come back by itself. */
export async function standBy(disk: Disk, at: { port: number; host: string } | undefined, signal: AbortSignal): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '60' });
    const missing = { ready: false, missing: [`磁盘：${MISSING}`], parts: { disk: { ready: false, missing: MISSING } } };
    response.end(JSON.stringify(request.url === '/readyz' ? missing : { detail: MISSING, code: 'disk_full' }));
  });
  if (at !== undefined) server.on('error', () => undefined).listen(at.port, at.host);
  process.stderr.write(`${MISSING}\n`);
  await disk.awaitStart(signal);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
