import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Another process that holds a file's lock until it dies. */
export async function holdLock(path: string): Promise<{ die(): Promise<void> }> {
  const held = ['sh', '-c', 'echo held; exec sleep 300'];
  const child = spawn('flock', ['--no-fork', '--exclusive', path, ...held], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return {
    die: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
