import { Button, Form } from 'antd';
import { useState } from 'react';
import { resendVerification } from '../api/accounts.ts';
import { EmailField } from './forms/email-field.tsx';
import { FailureNote } from './forms/failure-note.tsx';
import { PlainForm } from './forms/plain-form.tsx';
import { useSubmit } from './forms/use-submit.ts';
import { RESEND_FAILED, RESENT } from './resend-words.ts';
import { useSession } from './session.ts';

/** Asks for another verification mail. */
export function ResendForm() {
  const [form] = Form.useForm<{ email: string }>();
  const { sending, failure, submit } = useSubmit(form);
  const email = useSession((state) => state.user?.email);
  const [sent, setSent] = useState(false);
  const send = (values: { email: string }) =>
    submit(async () => {
      setSent(false);
      await resendVerification(values.email.trim(), { silent: true });
      setSent(true);
    });
  return (
    <PlainForm size="large" form={form} initialValues={{ email }} onFinish={send}>
      <EmailField />
      <FailureNote text={failure === 'ERROR' ? RESEND_FAILED : failure} />
      <div role="status">{sent && <p className="account-done">{RESENT}</p>}</div>
      <Button type="primary" htmlType="submit" block loading={sending}>
        重新发送验证邮件
      </Button>
    </PlainForm>
  );
}
