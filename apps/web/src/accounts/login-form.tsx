import { LockOutlined, MailOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { login } from '../api/accounts.ts';
import { FailureNote } from './forms/failure-note.tsx';
import { PlainForm } from './forms/plain-form.tsx';
import { useSubmit } from './forms/use-submit.ts';
import { safeRedirect } from './guard.ts';
import { startSession } from './session.ts';

interface Values {
  username: string;
  password: string;
}

/** Signs in, then leads to where the user wanted to go. */
export function LoginForm() {
  const [form] = Form.useForm<Values>();
  const { sending, failure, submit } = useSubmit(form);
  const [search] = useSearchParams();
  const navigate = useNavigate();

  const send = ({ username, password }: Values) =>
    submit(async () => {
      const { access_token } = await login({ username: username.trim(), password }, { silent: true });
      startSession(access_token);
      navigate(safeRedirect(search.get('redirect')), { replace: true });
    });

  return (
    <PlainForm size="large" form={form} onFinish={send}>
      <Form.Item name="username" label="邮箱或用户名" rules={[{ required: true, whitespace: true, message: '请填写邮箱或用户名' }]}>
        <Input prefix={<MailOutlined />} autoComplete="username" autoCapitalize="none" spellCheck={false} maxLength={254} autoFocus />
      </Form.Item>
      {/* After the field, so that Tab leads from the name to the password. */}
      <div className="account-password">
        <Form.Item name="password" label="密码" rules={[{ required: true, message: '请填写密码' }]}>
          <Input.Password prefix={<LockOutlined />} autoComplete="current-password" />
        </Form.Item>
        <Link to="/forgot-password">忘记密码</Link>
      </div>
      <FailureNote text={failure} />
      <Button type="primary" htmlType="submit" block loading={sending}>
        登录
      </Button>
    </PlainForm>
  );
}
