/** What is said of another verification mail, as the specification words it, wherever one can be asked for. */
export const RESENT = '验证邮件已重新发送，请检查您的邮箱';
export const RESEND_FAILED = '重发邮件失败';
