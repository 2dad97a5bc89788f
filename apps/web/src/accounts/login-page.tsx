import { Button, Form, Input } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { login } from '../api/accounts.ts';
import { safeRedirect } from '../app/guard.ts';
import { startSession } from './session.ts';

export default function LoginPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const submit = async (values: { username: string; password: string }) => {
    const { access_token } = await login({ ...values, username: values.username.trim() });
    startSession(access_token);
    navigate(safeRedirect(search.get('redirect')), { replace: true });
  };
  return (
    <Form layout="vertical" onFinish={submit}>
      <Form.Item name="username" label="邮箱或用户名">
        <Input autoComplete="username" />
      </Form.Item>
      <Form.Item name="password" label="密码">
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit">
        登录
      </Button>
    </Form>
  );
}
