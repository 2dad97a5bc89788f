/** The server that the global set-up started. */
export const address = (): string => process.env.ONCOLOOM_URL ?? '';
