/** What the address of /login says: which tab, and whose invitation. */
interface LoginAddress {
  registering: boolean;
  invite: string | undefined;
}

export const INVITE_MAX = 32;

/** An invitation opens registration by itself; the tab in the address decides otherwise. */
export function readLoginAddress(search: URLSearchParams): LoginAddress {
  const invite = search.get('invite')?.trim().slice(0, INVITE_MAX) || undefined;
  const tab = search.get('tab');
  return { registering: tab === 'register' || (invite !== undefined && tab !== 'login'), invite };
}

/** The query of the other tab; redirect and invitation stay. */
export function otherTab(search: URLSearchParams): string {
  const other = new URLSearchParams(search);
  const { registering, invite } = readLoginAddress(search);
  if (!registering) other.set('tab', 'register');
  else if (invite === undefined) other.delete('tab');
  else other.set('tab', 'login');
  return other.toString();
}
