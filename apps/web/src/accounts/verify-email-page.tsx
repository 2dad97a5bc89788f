import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { ApiFailure } from '../api/client.ts';
import { LinkButton } from '../base/parts/link-button.tsx';
import { AccountFrame } from './account-frame.tsx';
import { ResendForm } from './resend-form.tsx';
import { signedIn } from './session.ts';
import { verification } from './verification.ts';

function Verified() {
  const here = signedIn();
  return (
    <AccountFrame title="邮箱已验证" lead={here ? '现在可以接着用平台了。' : '请登录后使用平台。'}>
      <LinkButton type="primary" size="large" block to={here ? '/home' : '/login'}>
        {here ? '回到首页' : '登录'}
      </LinkButton>
    </AccountFrame>
  );
}

function DeadLink({ reason }: { reason: string }) {
  return (
    <AccountFrame title="这个链接不能用了" lead={reason}>
      <ResendForm />
      <p className="account-other">{signedIn() ? <Link to="/home">回到首页</Link> : <Link to="/login">登录</Link>}</p>
    </AccountFrame>
  );
}

/** The page of a mailed link that verifies an address, on arrival, signed in or not. */
function Verification({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(verification(token));
  if (data) return <Verified />;
  if (error && !isFetching) {
    // The server's own word on the token; without one the token may still be good.
    if (error instanceof ApiFailure && error.status === 422) return <DeadLink reason={error.message} />;
    return (
      <AccountFrame title="邮箱还没有验证" lead={error.message}>
        <Button type="primary" size="large" block onClick={() => void refetch()}>
          再试一次
        </Button>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="正在验证邮箱" lead="通常一两秒就好。">
      <Button type="primary" size="large" block loading aria-label="正在验证" />
    </AccountFrame>
  );
}

export default function VerifyEmailPage() {
  const [search] = useSearchParams();
  const token = search.get('token')?.trim();
  if (!token) return <DeadLink reason="链接不完整，请重新打开邮件里的链接。" />;
  return <Verification token={token} />;
}
