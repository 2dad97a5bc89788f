import type { SubscriptionStatus } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useSession } from '../accounts/session.ts';
import { subscriptionStatus } from '../api/billing.ts';
import { keys } from '../api/query-keys.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { openUpgrade } from '../upgrade/open-upgrade.ts';
import { planTitle, validityWords } from '../upgrade/plan-words.ts';
import { LedgerTable } from './ledger-table.tsx';

function Plan({ status }: { status: SubscriptionStatus }) {
  return (
    <div className="plan">
      <div>
        <p>
          <strong className="profile-number">{formatCount(status.points)}</strong> 点可用
        </p>
        <p>
          <span className="profile-tag">{planTitle(status)}</span> {validityWords(status)}
        </p>
        <p className="caption">
          {status.has_used_trial_card ? '体验卡已经用过。' : '体验卡每个账号可以用一次。'}运行失败或取消的分析会退回点数。
        </p>
      </div>
      <Button type="primary" onClick={() => openUpgrade()}>
        {status.user_type === 'pay' ? '续费' : '升级订阅'}
      </Button>
    </div>
  );
}

/** What is left to spend, until when, and where it went. */
export function PointsSection() {
  // A card or a task that changes either is told to the session first.
  const points = useSession((state) => state.user?.points);
  const expiry = useSession((state) => state.user?.expired_at);
  const query = useQuery({
    queryKey: [...keys.subscription, points, expiry],
    queryFn: ({ signal }) => subscriptionStatus({ signal, silent: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Loaded query={query} name="点数和方案" rows={3}>
        {(status) => <Plan status={status} />}
      </Loaded>
      <LedgerTable />
    </>
  );
}
