import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { resendVerification } from '../api/accounts.ts';

/** Asks for another verification mail to the user's own address. */
export function ResendButton({ email }: { email: string }) {
  const resend = useMutation({ mutationFn: () => resendVerification(email, { silent: true }) });
  return (
    <>
      <Button type="link" size="small" loading={resend.isPending} onClick={() => resend.mutate()}>
        重新发送验证邮件
      </Button>
      <span className="said-done" role="status">
        {resend.isSuccess && '验证邮件已重新发送，请检查您的邮箱'}
      </span>
      <span className="said-fault" role="alert">
        {resend.isError && (resend.error.message === 'ERROR' ? '重发邮件失败' : resend.error.message)}
      </span>
    </>
  );
}
