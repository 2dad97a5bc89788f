import { CloseOutlined, MailOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { RESEND_FAILED, RESENT } from '../accounts/resend-words.ts';
import { loadUser, useSession } from '../accounts/session.ts';
import { resendVerification } from '../api/accounts.ts';
import { failureText } from '../api/client.ts';
import { showError, showSuccess } from '../base/notices.ts';

/** The link of the mail mostly opens in another tab: back here, this one looks whether it was followed. */
function useLookAgain(): void {
  useEffect(() => {
    const look = () => void loadUser().catch(() => undefined);
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
}

function Banner({ email, onLater }: { email: string; onLater: () => void }) {
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
      <Button type="text" size="small" icon={<CloseOutlined />} aria-label="今天不再提醒" title="今天不再提醒" onClick={onLater} />
    </div>
  );
}

/** For how long the banner may be put away, ms. */
const REST_MS = 24 * 3600 * 1000;
/** Until when, and for which address. */
const KEY = 'oncoloom_verify_later';

function isPutAway(email: string): boolean {
  const [address, until] = (localStorage.getItem(KEY) ?? '').split(' ');
  return address === email && Number(until) > Date.now();
}

/** A warning while the address of the account is not verified; it can be put away for a day. */
export function VerifyBanner() {
  const user = useSession((state) => state.user);
  const [later, setLater] = useState(false);
  if (!user || user.email_verified || user.email === '' || later || isPutAway(user.email)) return null;
  const putAway = () => {
    localStorage.setItem(KEY, `${user.email} ${Date.now() + REST_MS}`);
    setLater(true);
  };
  return <Banner email={user.email} onLater={putAway} />;
}
