import { formatBytes, formatCount, formatPercent } from '@oncoloom/tool-kit';
import { storageSentence } from '../../profile/storage-parts.ts';
import { useProfile } from '../../profile/use-profile.ts';
import { openUpgrade } from '../../upgrade/open-upgrade.ts';

/** From here on the bar warns. */
const NEARLY_FULL = 0.9;

/** How many files there are, and how much of the space they take. */
export function SpaceBar({ files }: { files: number }) {
  const { data } = useProfile();
  if (data === undefined) return <p className="space-bar">{formatCount(files)} 个文件</p>;
  const share = data.storage_quota > 0 ? Math.min(1, data.storage_used / data.storage_quota) : 1;
  const full = share >= NEARLY_FULL;
  const explained = storageSentence(data.storage_kinds);
  return (
    <div className={full ? 'space-bar is-full' : 'space-bar'}>
      <p>
        {formatCount(files)} 个文件，{formatBytes(data.storage_used)} / {formatBytes(data.storage_quota)}
      </p>
      <div
        role="progressbar"
        aria-label="空间用量"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={`已用 ${formatPercent(share)}`}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
      {explained !== undefined && <p className="caption">{explained}</p>}
      {full && (
        <p>
          空间快满了。结果和图也占空间：删掉不用的文件或分析，或
          <button type="button" onClick={() => openUpgrade()}>
            升级方案
          </button>
          扩大空间。
        </p>
      )}
    </div>
  );
}
