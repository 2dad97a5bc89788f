/** See build.mjs. */
export const serverBundle: string;
export const unlimitedServerBundle: string;
export function buildServer(): Promise<void>;
export function buildUnlimitedServer(): Promise<void>;
