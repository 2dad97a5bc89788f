/** Of a dialog that asks before something is gone for good: the key that asked, held a moment too long, must not answer as well. */
export const DANGER = { okButtonProps: { danger: true }, autoFocusButton: 'cancel' } as const;
