import { LockOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { FailureNote } from '../accounts/forms/failure-note.tsx';
import { NewPasswordField, RepeatPasswordField } from '../accounts/forms/new-password-fields.tsx';
import { PlainForm } from '../accounts/forms/plain-form.tsx';
import { useSubmit } from '../accounts/forms/use-submit.ts';
import { useSession } from '../accounts/session.ts';
import { changePassword } from '../api/accounts.ts';

interface Values {
  old_password: string;
  new_password: string;
}

/** Another password; whoever else is signed in to the account is out. */
export function PasswordSection() {
  const [form] = Form.useForm<Values>();
  const { sending, failure, submit } = useSubmit(form);
  const [changed, setChanged] = useState(false);
  const user = useSession((state) => state.user);
  const change = ({ old_password, new_password }: Values) =>
    submit(async () => {
      setChanged(false);
      await changePassword({ old_password, new_password }, { silent: true });
      form.resetFields();
      setChanged(true);
    });
  return (
    <PlainForm form={form} className="profile-form" onFinish={change}>
      {/* Password managers need to know whose password this is. */}
      <input type="email" name="account" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <Form.Item name="old_password" label="现在的密码" rules={[{ required: true, message: '请填写现在的密码' }]}>
        <Input.Password prefix={<LockOutlined />} autoComplete="current-password" />
      </Form.Item>
      <NewPasswordField name="new_password" label="新密码" own={user ? [user.email, user.username] : []} />
      <RepeatPasswordField of="new_password" />
      <FailureNote text={failure} />
      <div className="profile-actions">
        <Button type="primary" htmlType="submit" loading={sending}>
          修改密码
        </Button>
        <span className="said-done" role="status">
          {changed && '密码已修改，其他设备都已退出。我们也发了邮件告知。'}
        </span>
      </div>
    </PlainForm>
  );
}
