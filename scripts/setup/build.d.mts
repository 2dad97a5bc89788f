/** See build.mjs. */
export function buildServer(): Promise<void>;
