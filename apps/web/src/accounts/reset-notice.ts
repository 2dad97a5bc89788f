/** What the page of a new password hands to the login page, so that it says why one is there. */
export const RESET_STATE = { passwordReset: true } as const;

export function passwordWasReset(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'passwordReset' in state;
}
