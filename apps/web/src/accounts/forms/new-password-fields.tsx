import { LockOutlined } from '@ant-design/icons';
import { Form, Input } from 'antd';
import { loadLists, PASSWORD_RULE, passwordFault } from './password-rule.ts';

interface NewPasswordProps {
  name: string;
  label: string;
  autoFocus?: boolean;
  /** The account's address and name, where they are known; on a form that asks for an address, that one counts too. */
  own?: readonly string[];
}

/** A password that is being chosen, with its rule below. It is looked up among the common ones when the field is left. */
export function NewPasswordField({ name, label, autoFocus = false, own = [] }: NewPasswordProps) {
  return (
    <Form.Item
      name={name}
      label={label}
      validateTrigger="onBlur"
      rules={[
        ({ getFieldValue }) => ({
          validator: async (_, value = '') => {
            const typed: unknown = getFieldValue('email');
            const fault = await passwordFault(value, typeof typed === 'string' ? [...own, typed] : own);
            if (fault !== undefined) throw new Error(fault);
          },
        }),
      ]}
      extra={PASSWORD_RULE}
    >
      <Input.Password
        prefix={<LockOutlined />}
        autoComplete="new-password"
        autoFocus={autoFocus}
        onFocus={() => void loadLists().catch(() => undefined)}
      />
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
