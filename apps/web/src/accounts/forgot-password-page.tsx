import { RESET_TOKEN_MINUTES } from '@oncoloom/contract';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { forgotPassword } from '../api/accounts.ts';
import { AccountFrame } from './account-frame.tsx';
import { EmailField } from './forms/email-field.tsx';
import { FailureNote } from './forms/failure-note.tsx';
import { PlainForm } from './forms/plain-form.tsx';
import { useSubmit } from './forms/use-submit.ts';

function ForgotForm({ onSent }: { onSent: (message: string) => void }) {
  const [form] = Form.useForm<{ email: string }>();
  const { sending, failure, submit } = useSubmit(form);
  const send = ({ email }: { email: string }) => submit(async () => onSent((await forgotPassword(email.trim(), { silent: true })).message));
  return (
    <PlainForm size="large" form={form} onFinish={send}>
      <EmailField autoFocus />
      <FailureNote text={failure} />
      <Button type="primary" htmlType="submit" block loading={sending}>
        发送重设邮件
      </Button>
    </PlainForm>
  );
}

/** Asks for a mail with a link that sets a new password. Whether the address is known nobody learns here. */
export default function ForgotPasswordPage() {
  const [sent, setSent] = useState<string>();
  return (
    <AccountFrame
      title={sent === undefined ? '忘记密码' : '请查收邮件'}
      lead={sent ?? `填写注册时的邮箱，会收到一封带链接的邮件，链接 ${RESET_TOKEN_MINUTES} 分钟内有效。`}
    >
      {sent === undefined ? (
        <ForgotForm onSent={setSent} />
      ) : (
        <>
          <p className="account-text">几分钟后还没有收到，请看看垃圾邮件，或检查邮箱地址的写法。</p>
          <Button size="large" block onClick={() => setSent(undefined)}>
            再发一次
          </Button>
        </>
      )}
      <p className="account-other">
        想起来了？<Link to="/login">登录</Link>
      </p>
    </AccountFrame>
  );
}
