import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Skeleton } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { endServerSession, resetPassword, verifyResetToken } from '../api/accounts.ts';
import { LinkButton } from '../base/parts/link-button.tsx';
import { AccountFrame } from './account-frame.tsx';
import { FailureNote } from './forms/failure-note.tsx';
import { NewPasswordField, RepeatPasswordField } from './forms/new-password-fields.tsx';
import { PlainForm } from './forms/plain-form.tsx';
import { useSubmit } from './forms/use-submit.ts';
import { RESET_STATE } from './reset-notice.ts';
import { endSession } from './session.ts';

function ResetForm({ token }: { token: string }) {
  const [form] = Form.useForm<{ new_password: string }>();
  const { sending, failure, submit } = useSubmit(form);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const send = ({ new_password }: { new_password: string }) =>
    submit(async () => {
      await resetPassword(token, new_password, { silent: true });
      // The account's sessions are over; another account that is signed in here would stand between this page and the login.
      void endServerSession();
      endSession();
      navigate('/login', { replace: true, state: RESET_STATE });
      queries.clear();
    });
  return (
    <PlainForm size="large" form={form} onFinish={send}>
      <NewPasswordField name="new_password" label="新密码" autoFocus />
      <RepeatPasswordField of="new_password" />
      <FailureNote text={failure} />
      <Button type="primary" htmlType="submit" block loading={sending}>
        设为新密码
      </Button>
    </PlainForm>
  );
}

function DeadLink({ reason }: { reason: string }) {
  return (
    <AccountFrame title="这个链接不能用了" lead={reason}>
      <LinkButton type="primary" size="large" block to="/forgot-password">
        重新发送重设邮件
      </LinkButton>
    </AccountFrame>
  );
}

/** The link is looked at before a password is asked for, so that nobody thinks one up in vain. */
function Reset({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['verify-reset-token', token],
    queryFn: ({ signal }) => verifyResetToken(token, { silent: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data?.valid) {
    return (
      <AccountFrame title="设置新密码" lead="设好以后，所有设备都要用新密码重新登录。">
        <ResetForm token={token} />
      </AccountFrame>
    );
  }
  if (data) return <DeadLink reason="链接已经用过，或已经过期。重新发送一封邮件就可以。" />;
  if (error && !isFetching) {
    return (
      <AccountFrame title="没有查到这个链接" lead={error.message}>
        <Button type="primary" size="large" block onClick={() => void refetch()}>
          再试一次
        </Button>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="设置新密码" lead="正在检查链接。">
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    </AccountFrame>
  );
}

/** The page of a mailed link that sets a new password. */
export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token')?.trim();
  if (!token) return <DeadLink reason="链接不完整，请重新打开邮件里的链接。" />;
  return <Reset token={token} />;
}
