import { cpus } from 'node:os';

const idleMilliseconds = () => cpus().reduce((sum, { times }) => sum + times.idle, 0);

/** @returns Function that tells how many of the machine's processors did nothing, on average, since this call. */
export function watchIdleProcessors(): () => number {
  const began = performance.now();
  const idle = idleMilliseconds();
  return () => (idleMilliseconds() - idle) / (performance.now() - began);
}
