import { LockOutlined, MailOutlined } from '@ant-design/icons';
import { SIGN_UP_POINTS } from '@oncoloom/contract';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { login, register } from '../api/accounts.ts';
import { ApiFailure } from '../api/client.ts';
import { safeRedirect } from '../app/guard.ts';
import { Logo } from '../app/logo.tsx';
import { usePageTitle } from '../app/page-title.ts';
import { PASSWORD_RULE, passwordFault } from './password-rule.ts';
import { startSession } from './session.ts';
import { WovenPattern } from './woven-pattern.tsx';
import './login-page.css';

interface Credentials {
  username: string;
  password: string;
}

function checkPassword(_: unknown, value = ''): Promise<void> {
  const fault = passwordFault(value);
  return fault === undefined ? Promise.resolve() : Promise.reject(new Error(fault));
}

/** Login and registration differ in one call and a few words. */
function CredentialsForm({ registering }: { registering: boolean }) {
  const [form] = Form.useForm<Credentials>();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [search] = useSearchParams();
  const navigate = useNavigate();

  const submit = async ({ username, password }: Credentials) => {
    setSending(true);
    setFailure(undefined);
    const name = username.trim();
    try {
      // A wrong field is shown at the field, everything else above the button: no toast beside it.
      const options = { silent: true };
      const { access_token } = registering
        ? await register({ email: name, password }, options)
        : await login({ username: name, password }, options);
      startSession(access_token);
      navigate(registering ? '/home' : safeRedirect(search.get('redirect')), { replace: true });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const fields = error.errors.map(({ field, detail }) => ({
        name: field === 'password' ? ('password' as const) : ('username' as const),
        errors: [detail],
      }));
      form.setFields(fields);
      if (fields.length === 0) setFailure(error.message);
    } finally {
      setSending(false);
    }
  };

  const passwordRules = [registering ? { validator: checkPassword } : { required: true, message: '请填写密码' }];
  return (
    <Form form={form} layout="vertical" requiredMark={false} validateTrigger="onSubmit" onFinish={submit}>
      <Form.Item
        name="username"
        label={registering ? '邮箱' : '邮箱或用户名'}
        rules={[
          { required: true, whitespace: true, message: registering ? '请填写邮箱' : '请填写邮箱或用户名' },
          ...(registering ? [{ type: 'email' as const, transform: (value: string) => value.trim(), message: '邮箱地址的写法不对' }] : []),
        ]}
      >
        <Input
          size="large"
          prefix={<MailOutlined />}
          inputMode={registering ? 'email' : 'text'}
          autoComplete={registering ? 'email' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          autoFocus
        />
      </Form.Item>
      <Form.Item name="password" label="密码" rules={passwordRules} {...(registering ? { extra: PASSWORD_RULE } : {})}>
        <Input.Password size="large" prefix={<LockOutlined />} autoComplete={registering ? 'new-password' : 'current-password'} />
      </Form.Item>
      {failure !== undefined && (
        <p className="login-failure" role="alert">
          {failure}
        </p>
      )}
      <Button type="primary" size="large" htmlType="submit" block loading={sending}>
        {registering ? `注册，送 ${SIGN_UP_POINTS} 点` : '登录'}
      </Button>
    </Form>
  );
}

/** /login with its two tabs; the tab stands in the address, so that a link can lead to registration. */
export default function LoginPage() {
  const [search] = useSearchParams();
  const registering = search.get('tab') === 'register';
  usePageTitle(registering ? '注册' : undefined);
  const other = new URLSearchParams(search);
  if (registering) other.delete('tab');
  else other.set('tab', 'register');
  return (
    <div className="login">
      <aside className="login-art">
        <WovenPattern />
        <p>
          图案由 41 个白血病样本、50 个基因的表达量织成<span>（ALL 数据集，Chiaretti 等，2004）</span>
        </p>
      </aside>
      <main className="login-main">
        <div className="login-box">
          <Logo size={34} large />
          <h1 className="page-title">{registering ? '注册' : '登录'}</h1>
          <p className="login-lead">不写代码，完成肿瘤表达数据分析。</p>
          <CredentialsForm key={String(registering)} registering={registering} />
          <p className="login-other">
            {registering ? '已有账号？' : '还没有账号？'}
            <Link to={{ search: other.toString() }} replace>
              {registering ? '登录' : `注册，送 ${SIGN_UP_POINTS} 点`}
            </Link>
          </p>
          <p className="caption login-foot">你的数据只有你能看到。分析结果附脚本，可在本地重做。</p>
        </div>
      </main>
    </div>
  );
}
