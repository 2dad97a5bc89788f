import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import type { Profile } from '@oncoloom/contract';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { FailureNote } from '../accounts/forms/failure-note.tsx';
import { PlainForm } from '../accounts/forms/plain-form.tsx';
import { useSubmit } from '../accounts/forms/use-submit.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { exactTime } from '../base/time.ts';
import { AvatarPicker } from './avatar-picker.tsx';
import { ResendButton } from './resend-button.tsx';
import { useProfile, useUpdateProfile } from './use-profile.ts';

interface Values {
  username: string;
  institution?: string;
  research_field?: string;
}

function DetailsForm({ profile }: { profile: Profile }) {
  const [form] = Form.useForm<Values>();
  const { sending, failure, submit } = useSubmit(form);
  const [saved, setSaved] = useState(false);
  const update = useUpdateProfile();
  const save = ({ username, institution, research_field }: Values) =>
    submit(async () => {
      setSaved(false);
      // An emptied field is told as null: an absent one would stay as it was.
      await update({
        username: username.trim(),
        institution: institution?.trim() || null,
        research_field: research_field?.trim() || null,
      });
      setSaved(true);
    });
  return (
    <PlainForm
      form={form}
      className="profile-form"
      initialValues={{ username: profile.username, institution: profile.institution, research_field: profile.research_field }}
      onValuesChange={() => setSaved(false)}
      onFinish={save}
    >
      <Form.Item name="username" label="用户名" rules={[{ required: true, whitespace: true, message: '用户名不能为空' }]}>
        <Input maxLength={40} autoComplete="nickname" />
      </Form.Item>
      <Form.Item name="institution" label="单位（选填）">
        <Input maxLength={100} autoComplete="organization" />
      </Form.Item>
      <Form.Item name="research_field" label="研究方向（选填）">
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <FailureNote text={failure} />
      <div className="profile-actions">
        <Button type="primary" htmlType="submit" loading={sending}>
          保存
        </Button>
        <span className="said-done" role="status">
          {saved && '已保存'}
        </span>
      </div>
    </PlainForm>
  );
}

function Verified({ profile }: { profile: Profile }) {
  if (profile.email_verified) {
    return (
      <span className="mark-done">
        <CheckCircleOutlined aria-hidden="true" /> 已验证
      </span>
    );
  }
  return (
    <>
      <span className="mark-warning">
        <ExclamationCircleOutlined aria-hidden="true" /> 未验证
      </span>
      <ResendButton email={profile.email} />
    </>
  );
}

/** Who the user is, to be read and to be changed. */
export function DetailsSection() {
  const query = useProfile();
  return (
    <Loaded query={query} name="个人资料" rows={8}>
      {(profile) => (
        <>
          <AvatarPicker profile={profile} />
          <DetailsForm profile={profile} />
          <dl className="profile-facts">
            <dt>用户编号</dt>
            <dd>{profile.id}</dd>
            <dt>邮箱</dt>
            <dd className="profile-address">
              <span>{profile.email}</span>
              <Verified profile={profile} />
            </dd>
            <dt>注册时间</dt>
            <dd>{exactTime(new Date(profile.created_at))}</dd>
          </dl>
        </>
      )}
    </Loaded>
  );
}
