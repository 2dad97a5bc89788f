import type { Profile } from '@oncoloom/contract';
import { formatBytes, formatPercent } from '@oncoloom/tool-kit';
import { Progress } from 'antd';
import { LinkButton } from '../result-page/link-button.tsx';
import { Loaded } from './loaded.tsx';
import { useProfile } from './use-profile.ts';

/** From here on the bar warns. */
const NEARLY_FULL = 0.9;

function Storage({ profile }: { profile: Profile }) {
  const used = profile.storage_quota > 0 ? Math.min(1, profile.storage_used / profile.storage_quota) : 1;
  const left = Math.max(0, profile.storage_quota - profile.storage_used);
  return (
    <>
      <p>
        <strong className="profile-number">{formatBytes(profile.storage_used)}</strong> / {formatBytes(profile.storage_quota)}
      </p>
      <Progress
        percent={used * 100}
        showInfo={false}
        status={used >= NEARLY_FULL ? 'exception' : 'normal'}
        aria-label={`已用 ${formatPercent(used)}`}
      />
      <p className="section-note">
        {profile.storage_used === 0
          ? '还没有文件。上传的表达矩阵和表格会存在这里。'
          : used >= NEARLY_FULL
            ? `只剩 ${formatBytes(left)}。删掉不用的文件，或升级方案扩大空间。`
            : `已用 ${formatPercent(used)}，还剩 ${formatBytes(left)}。`}
      </p>
      <LinkButton to="/file-manager">打开文件空间</LinkButton>
    </>
  );
}

/** How much of the file space is taken. */
export function StorageSection() {
  const query = useProfile();
  return (
    <Loaded query={query} name="空间用量" rows={3}>
      {(profile) => <Storage profile={profile} />}
    </Loaded>
  );
}
