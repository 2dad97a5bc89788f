import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { RESEND_FAILED, RESENT } from '../accounts/resend-words.ts';
import { resendVerification } from '../api/accounts.ts';
import { failureText } from '../api/client.ts';

/** Asks for another verification mail to the user's own address. */
export function ResendButton({ email }: { email: string }) {
  const resend = useMutation({ mutationFn: () => resendVerification(email, { silent: true }) });
  return (
    <>
      <Button type="link" size="small" loading={resend.isPending} onClick={() => resend.mutate()}>
        重新发送验证邮件
      </Button>
      <span className="said-done" role="status">
        {resend.isSuccess && RESENT}
      </span>
      <span className="said-fault" role="alert">
        {resend.isError && failureText(resend.error, RESEND_FAILED)}
      </span>
    </>
  );
}
