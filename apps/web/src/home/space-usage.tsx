import { formatBytes } from '@oncoloom/tool-kit';
import { Link } from 'react-router';
import { storageSentence } from '../profile/storage-parts.ts';
import { useProfile } from '../profile/use-profile.ts';
import './usage.css';

/** How much of the file space is taken. */
export function SpaceUsage() {
  const { data } = useProfile();
  if (data === undefined) return null;
  const share = data.storage_quota > 0 ? Math.min(1, data.storage_used / data.storage_quota) : 1;
  const explained = storageSentence(data.storage_kinds);
  return (
    <div className="space-usage">
      <p>
        <Link to="/file-manager">文件空间</Link>
        <span>
          {formatBytes(data.storage_used)} / {formatBytes(data.storage_quota)}
        </span>
      </p>
      <div className="usage-bar" aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </div>
      {explained !== undefined && <p className="caption">{explained}</p>}
    </div>
  );
}
