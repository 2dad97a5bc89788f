import type { Profile } from '@oncoloom/contract';
import { formatBytes, formatPercent } from '@oncoloom/tool-kit';
import { Progress } from 'antd';
import { LinkButton } from '../base/parts/link-button.tsx';
import { Loaded } from '../base/parts/loaded.tsx';
import { storageParts } from './storage-parts.ts';
import { useProfile } from './use-profile.ts';
import './storage.css';

/** From here on the bar warns. */
const NEARLY_FULL = 0.9;

/** What the space is taken by. */
function Kinds({ kinds }: { kinds: Profile['storage_kinds'] }) {
  const shown = storageParts(kinds);
  if (shown.length === 0) return null;
  return (
    <ul className="storage-kinds">
      {shown.map(({ word, bytes }) => (
        <li key={word}>
          {word} <span>{formatBytes(bytes)}</span>
        </li>
      ))}
    </ul>
  );
}

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
            ? `只剩 ${formatBytes(left)}。删掉不用的文件或分析，或升级方案扩大空间。`
            : `已用 ${formatPercent(used)}，还剩 ${formatBytes(left)}。`}
      </p>
      <Kinds kinds={profile.storage_kinds} />
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
