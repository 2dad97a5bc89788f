import { GiftOutlined } from '@ant-design/icons';
import { REFERRAL_POINTS, SIGN_UP_POINTS, TERMS_VERSION } from '@oncoloom/contract';
import { Button, Form, Input } from 'antd';
import { useNavigate } from 'react-router';
import { register } from '../api/accounts.ts';
import { AgreementField } from './forms/agreement-field.tsx';
import { EmailField } from './forms/email-field.tsx';
import { FailureNote } from './forms/failure-note.tsx';
import { NewPasswordField } from './forms/new-password-fields.tsx';
import { PlainForm } from './forms/plain-form.tsx';
import { useSubmit } from './forms/use-submit.ts';
import { INVITE_MAX } from './login-address.ts';
import { startSession } from './session.ts';

interface Values {
  email: string;
  password: string;
  invite_code?: string;
}

/** Makes an account and signs in to it. */
export function RegisterForm({ invite }: { invite: string | undefined }) {
  const [form] = Form.useForm<Values>();
  const { sending, failure, submit } = useSubmit(form);
  const navigate = useNavigate();

  const send = ({ email, password, invite_code }: Values) =>
    submit(async () => {
      const code = invite_code?.trim();
      const { access_token } = await register(
        { email: email.trim(), password, terms_version: TERMS_VERSION, ...(code ? { invite_code: code } : {}) },
        { silent: true },
      );
      startSession(access_token);
      navigate('/home', { replace: true });
    });

  return (
    <PlainForm size="large" form={form} initialValues={{ invite_code: invite }} onFinish={send}>
      <EmailField autoFocus />
      <NewPasswordField name="password" label="密码" />
      <Form.Item name="invite_code" label="邀请码（选填）" extra={`验证邮箱后，你和邀请人各得 ${REFERRAL_POINTS} 点。`}>
        <Input prefix={<GiftOutlined />} autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={INVITE_MAX} />
      </Form.Item>
      <AgreementField />
      <FailureNote text={failure} />
      <Button type="primary" htmlType="submit" block loading={sending}>
        注册，送 {SIGN_UP_POINTS} 点
      </Button>
    </PlainForm>
  );
}
