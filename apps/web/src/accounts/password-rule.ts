/** The server's rule, told before it is broken. */
export const PASSWORD_RULE = '8–72 位，要有字母和数字。';

/** What is missing in a password, or undefined when it keeps the rule. */
export function passwordFault(password: string): string | undefined {
  if (password.length < 8) return '密码至少 8 位';
  if (password.length > 72) return '密码最多 72 位';
  if (!/[A-Za-z]/.test(password)) return '密码里要有字母';
  return /\d/.test(password) ? undefined : '密码里要有数字';
}
