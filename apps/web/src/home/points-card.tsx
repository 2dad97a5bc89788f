import type { UserInfo } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { validity } from './validity.ts';

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
