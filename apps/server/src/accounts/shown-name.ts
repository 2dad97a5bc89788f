/** The name under which a user is shown, never empty: the address's first part until one is chosen. */
export function shownName(user: { username: string | null; email: string }): string {
  return user.username ?? user.email.split('@')[0] ?? user.email;
}
