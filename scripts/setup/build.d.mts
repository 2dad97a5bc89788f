/** See build.mjs. */
export const serverBundle: string;
export const unlimitedServerBundle: string;
export const randomOperationsBundle: string;
export function buildServer(): Promise<void>;
export function buildOperator(): Promise<void>;
export function buildTestPrograms(): Promise<void>;
