import { MailOutlined } from '@ant-design/icons';
import { Form, Input } from 'antd';

/** An address, trimmed before it is judged. */
export function EmailField({ autoFocus = false }: { autoFocus?: boolean }) {
  return (
    <Form.Item
      name="email"
      label="邮箱"
      rules={[
        { required: true, whitespace: true, message: '请填写邮箱' },
        { type: 'email', transform: (value: string | undefined) => value?.trim() ?? '', message: '邮箱地址的写法不对' },
      ]}
    >
      <Input
        prefix={<MailOutlined />}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        autoFocus={autoFocus}
      />
    </Form.Item>
  );
}
