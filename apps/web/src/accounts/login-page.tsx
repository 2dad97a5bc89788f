import { SIGN_UP_POINTS } from '@oncoloom/contract';
import { Link, useLocation, useSearchParams } from 'react-router';
import { usePageTitle } from '../base/page-title.ts';
import { AccountFrame } from './account-frame.tsx';
import { otherTab, readLoginAddress } from './login-address.ts';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { passwordWasReset } from './reset-notice.ts';
import { VisitorResult } from './visitor-result.tsx';

/** /login with its two tabs; the tab stands in the address, so that a link can lead to registration. */
export default function LoginPage() {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const { registering, invite } = readLoginAddress(search);
  usePageTitle(registering ? '注册' : undefined);
  return (
    <AccountFrame title={registering ? '注册' : '登录'} lead="不写代码，完成肿瘤表达数据分析。" showing={<VisitorResult />}>
      {passwordWasReset(state) && !registering && (
        <p className="account-done" role="status">
          密码已重设，所有设备都已退出。请用新密码登录。
        </p>
      )}
      {registering ? <RegisterForm invite={invite} /> : <LoginForm />}
      <p className="account-other">
        {registering ? '已有账号？' : '还没有账号？'}
        <Link to={{ search: otherTab(search) }} replace>
          {registering ? '登录' : `注册，送 ${SIGN_UP_POINTS} 点`}
        </Link>
      </p>
    </AccountFrame>
  );
}
