import type { Profile } from '@oncoloom/contract';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { ApiFailure } from '../api/client.ts';
import { AvatarFailure, makeAvatar } from './avatar.ts';
import { useUpdateProfile } from './use-profile.ts';

type Busy = 'setting' | 'removing' | undefined;

/** The picture of the account: kept as soon as it is picked. */
export function AvatarPicker({ profile }: { profile: Profile }) {
  const input = useRef<HTMLInputElement>(null);
  const update = useUpdateProfile();
  const [busy, setBusy] = useState<Busy>();
  const [fault, setFault] = useState<string>();
  const [done, setDone] = useState<string>();

  const attempt = async (what: Busy, action: () => Promise<void>, said: string) => {
    setBusy(what);
    setFault(undefined);
    setDone(undefined);
    try {
      await action();
      setDone(said);
    } catch (error) {
      if (!(error instanceof AvatarFailure || error instanceof ApiFailure)) throw error;
      setFault(error.message);
    } finally {
      setBusy(undefined);
    }
  };
  const pick = (file: File | undefined) => file && attempt('setting', async () => update({ avatar: await makeAvatar(file) }), '头像已更新');

  return (
    <div className="avatar-picker">
      <Portrait avatar={profile.avatar} name={profile.username} />
      <div>
        <div className="profile-actions">
          <Button loading={busy === 'setting'} disabled={busy === 'removing'} onClick={() => input.current?.click()}>
            {profile.avatar === null ? '选择头像' : '更换头像'}
          </Button>
          {profile.avatar !== null && (
            <Button
              type="text"
              loading={busy === 'removing'}
              disabled={busy === 'setting'}
              onClick={() => void attempt('removing', () => update({ avatar: null }), '头像已移除')}
            >
              移除
            </Button>
          )}
        </div>
        <p className="caption">取图片正中的方形，在本机缩小后保存。</p>
        <p className="said-fault" role="alert">
          {fault}
        </p>
        <p className="said-done" role="status">
          {done}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label="头像图片"
        onChange={(event) => {
          void pick(event.target.files?.[0]);
          // The same picture can be picked again after a failure.
          event.target.value = '';
        }}
      />
    </div>
  );
}

function Portrait({ avatar, name }: { avatar: string | null; name: string }) {
  if (avatar !== null) return <img className="portrait" src={avatar} alt="当前头像" width={72} height={72} />;
  return (
    <span className="portrait" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
