import { DELETION_DAYS } from '@oncoloom/contract';
import { Form, Input, Modal } from 'antd';
import { FailureNote } from '../accounts/forms/failure-note.tsx';
import { PlainForm } from '../accounts/forms/plain-form.tsx';
import { useSubmit } from '../accounts/forms/use-submit.ts';
import { deleteAccount } from '../api/accounts.ts';

/** Asks for the password before the account is marked for deletion. */
export function DeleteDialog({ onDone, onClose }: { onDone: (deletionAt: string | null) => void; onClose: () => void }) {
  const [form] = Form.useForm<{ password: string }>();
  const { sending, failure, submit } = useSubmit(form);
  const remove = ({ password }: { password: string }) =>
    submit(async () => onDone((await deleteAccount(password, { silent: true })).deletion_at));
  return (
    <Modal
      open
      title="申请注销账号"
      okText="申请注销"
      okButtonProps={{ danger: true }}
      cancelText="不注销"
      confirmLoading={sending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="section-lead">{DELETION_DAYS} 天后，文件、分析结果和剩余点数会全部删除，不能恢复。需要留存的请先导出。</p>
      <PlainForm form={form} onFinish={remove}>
        <Form.Item name="password" label="登录密码" rules={[{ required: true, message: '请填写密码' }]}>
          <Input.Password autoComplete="current-password" autoFocus />
        </Form.Item>
        <FailureNote text={failure} />
      </PlainForm>
    </Modal>
  );
}
