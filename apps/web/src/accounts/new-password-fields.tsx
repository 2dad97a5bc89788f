import { LockOutlined } from '@ant-design/icons';
import { Form, Input } from 'antd';
import { PASSWORD_RULE, passwordFault } from './password-rule.ts';

function checkPassword(_: unknown, value = ''): Promise<void> {
  const fault = passwordFault(value);
  return fault === undefined ? Promise.resolve() : Promise.reject(new Error(fault));
}

/** A password that is being chosen, with its rule below. */
export function NewPasswordField({ name, label, autoFocus = false }: { name: string; label: string; autoFocus?: boolean }) {
  return (
    <Form.Item name={name} label={label} rules={[{ validator: checkPassword }]} extra={PASSWORD_RULE}>
      <Input.Password prefix={<LockOutlined />} autoComplete="new-password" autoFocus={autoFocus} />
    </Form.Item>
  );
}

/** The same password again, against a slip of the finger. */
export function RepeatPasswordField({ of }: { of: string }) {
  return (
    <Form.Item
      name="repeated"
      label="再输入一次新密码"
      dependencies={[of]}
      rules={[
        ({ getFieldValue }) => ({
          validator: (_, value = '') =>
            value === getFieldValue(of) ? Promise.resolve() : Promise.reject(new Error('两次输入的密码不一样')),
        }),
      ]}
    >
      <Input.Password prefix={<LockOutlined />} autoComplete="new-password" />
    </Form.Item>
  );
}
