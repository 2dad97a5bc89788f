import { create } from 'zustand';
import { loadUser } from '../accounts/session.ts';
import { showSuccess } from '../base/notices.ts';

interface Upgrade {
  open: boolean;
  /** Why the server asks for it, as a sentence. */
  reason: string | undefined;
}

export const useUpgrade = create<Upgrade>()(() => ({ open: false, reason: undefined }));

/** Who wants to know that it succeeded. */
let waiting: (() => void)[] = [];

/** Opens the dialog from anywhere; `onSuccess` is told once a card was redeemed in it, and never when it is closed without. */
export function openUpgrade(options: { reason?: string; onSuccess?: () => void } = {}): void {
  if (options.onSuccess) waiting.push(options.onSuccess);
  useUpgrade.setState(({ open, reason }) => ({ open: true, reason: options.reason ?? (open ? reason : undefined) }));
}

export function closeUpgrade(): void {
  waiting = [];
  useUpgrade.setState({ open: false });
}

/** What follows a redeemed card: it is said once, the user is asked for anew, and the opener is told. */
export async function upgraded(): Promise<void> {
  const told = waiting;
  closeUpgrade();
  showSuccess('订阅升级成功！');
  // The card is redeemed in any case; without an answer the balance follows with the next change.
  await loadUser().catch(() => undefined);
  for (const tell of told) tell();
}
