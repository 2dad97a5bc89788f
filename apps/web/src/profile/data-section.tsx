import { DELETION_DAYS, type Profile } from '@oncoloom/contract';
import { formatBytes } from '@oncoloom/tool-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { cancelDeletion, exportAccount } from '../api/accounts.ts';
import { saveBlob } from '../api/download.ts';
import { keys } from '../api/query-keys.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { exactTime } from '../base/time.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { useProfile } from './use-profile.ts';

function Export({ profile }: { profile: Profile }) {
  const [loaded, setLoaded] = useState(0);
  const exporting = useMutation({
    mutationFn: async () => {
      setLoaded(0);
      const zip = await exportAccount({ silent: true, onProgress: setLoaded });
      saveBlob(zip, `OncoLoom_账号数据_${profile.username}_${exactTime(new Date()).slice(0, 10)}.zip`);
    },
  });
  return (
    <section aria-labelledby="export-title">
      <h3 className="small-title" id="export-title">
        导出数据
      </h3>
      <p className="section-lead">把资料、点数明细、文件和分析结果打包成一个 zip 下载。</p>
      <div className="profile-actions">
        <Button loading={exporting.isPending} onClick={() => exporting.mutate()}>
          导出我的数据
        </Button>
        <span className="caption" aria-live="off">
          {exporting.isPending && (loaded > 0 ? `已下载 ${formatBytes(loaded)}` : '正在打包，文件多时要等一会儿')}
        </span>
        <span className="said-done" role="status">
          {exporting.isSuccess && '已保存到本机的下载文件夹'}
        </span>
      </div>
      <p className="said-fault" role="alert">
        {exporting.isError && `没有导出：${exporting.error.message}`}
      </p>
    </section>
  );
}

/** The deletion that was asked for, and the way back. */
function Leaving({ at }: { at: string }) {
  const queries = useQueryClient();
  const staying = useMutation({
    mutationFn: () => cancelDeletion({ silent: true }),
    onSuccess: ({ deletion_at }) => queries.setQueryData<Profile>(keys.profile, (former) => (former ? { ...former, deletion_at } : former)),
  });
  return (
    <div className="leaving">
      <p>
        账号会在 <strong>{exactTime(new Date(at))}</strong> 删除。在那之前可以照常使用，也可以撤回。
      </p>
      <Button loading={staying.isPending} onClick={() => staying.mutate()}>
        撤回注销
      </Button>
      <p className="said-fault" role="alert">
        {staying.isError && `没有撤回：${staying.error.message}`}
      </p>
    </div>
  );
}

function Delete({ profile }: { profile: Profile }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const keep = (deletion_at: string | null) => {
    setAsking(false);
    queries.setQueryData<Profile>(keys.profile, (former) => (former ? { ...former, deletion_at } : former));
  };
  return (
    <section aria-labelledby="delete-title">
      <h3 className="small-title" id="delete-title">
        注销账号
      </h3>
      <div aria-live="polite">
        {profile.deletion_at !== null ? (
          <Leaving at={profile.deletion_at} />
        ) : (
          <>
            <p className="section-lead">
              申请后 {DELETION_DAYS} 天删除账号，连同文件、分析结果和剩余点数，删除后不能恢复。{DELETION_DAYS} 天内可以随时撤回。
            </p>
            <Button danger onClick={() => setAsking(true)}>
              申请注销
            </Button>
          </>
        )}
      </div>
      {asking && <DeleteDialog onDone={keep} onClose={() => setAsking(false)} />}
    </section>
  );
}

/** Taking everything along, and leaving. */
export function DataSection() {
  const query = useProfile();
  return (
    <Loaded query={query} name="账号数据" rows={5}>
      {(profile) => (
        <div className="data-parts">
          <Export profile={profile} />
          <Delete profile={profile} />
        </div>
      )}
    </Loaded>
  );
}
