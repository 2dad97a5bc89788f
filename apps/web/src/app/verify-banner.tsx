import { MailOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect } from 'react';
import { RESEND_FAILED, RESENT } from '../accounts/resend-words.ts';
import { loadUser, useSession } from '../accounts/session.ts';
import { resendVerification } from '../api/accounts.ts';
import { failureText } from '../api/client.ts';
import { showError, showSuccess } from './notices.ts';

/** The link of the mail mostly opens in another tab: back here, this one looks whether it was followed. */
function useLookAgain(): void {
  useEffect(() => {
    const look = () => void loadUser().catch(() => undefined);
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
}

function Banner({ email }: { email: string }) {
  useLookAgain();
  const resend = useMutation({
    mutationFn: () => resendVerification(email, { silent: true }),
    onSuccess: () => showSuccess(RESENT),
    onError: (error) => showError(failureText(error, RESEND_FAILED)),
  });
  return (
    <div className="verify-banner" role="status">
      <MailOutlined />
      <span>
        邮箱 <span className="verify-address">{email}</span> 还没有验证。请打开验证邮件里的链接，没有收到可以
        <Button type="link" loading={resend.isPending} onClick={() => resend.mutate()}>
          重发验证邮件
        </Button>
      </span>
    </div>
  );
}

/** A warning while the address of the account is not verified. */
export function VerifyBanner() {
  const user = useSession((state) => state.user);
  return user && !user.email_verified && user.email !== '' && <Banner email={user.email} />;
}
