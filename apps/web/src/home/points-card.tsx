import type { UserInfo } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { exactTime } from '../app/when.tsx';

const DAY = 24 * 3600_000;
const KINDS: Record<UserInfo['user_type'], string> = { new: '注册赠送', trial: '体验卡', pay: '已订阅' };

/** When the points end, in words. */
export function validity(user: Pick<UserInfo, 'user_type' | 'expired_at'>, now: Date): string {
  if (user.expired_at === null) return KINDS[user.user_type];
  const end = new Date(user.expired_at);
  const date = exactTime(end).slice(0, 10);
  const days = Math.ceil((end.getTime() - now.getTime()) / DAY);
  return days > 0 ? `${KINDS[user.user_type]}，${date} 到期，还有 ${days} 天` : `${KINDS[user.user_type]}，已在 ${date} 到期`;
}

/** What is left to spend, and until when. */
export function PointsCard({ user }: { user: UserInfo }) {
  return (
    <section className="card points-card">
      <h2 className="small-title">点数</h2>
      <p>
        <strong className="points-number">{formatCount(user.points)}</strong> 点可用
      </p>
      <p className="points-validity">{validity(user, new Date())}</p>
      <p className="caption">运行分析会用掉点数；运行失败或取消会退回。用示例数据运行不消耗点数。</p>
    </section>
  );
}
