import type { UserInfo } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { openUpgrade } from '../upgrade/open-upgrade.ts';
import { PointsUsage } from './points-usage.tsx';
import { SpaceUsage } from './space-usage.tsx';
import { validity } from './validity.ts';

/** What is left to spend, until when, and how to get more. */
export function PointsCard({ user }: { user: UserInfo }) {
  const navigate = useNavigate();
  return (
    <section className="card points-card">
      <h2 className="small-title">点数与方案</h2>
      <p>
        <strong className="points-number">{formatCount(user.points)}</strong> 点可用
      </p>
      <p className="points-validity">{validity(user, new Date())}</p>
      <PointsUsage points={user.points} />
      <div className="points-buttons">
        <Button onClick={() => openUpgrade()}>{user.user_type === 'pay' ? '续费' : '升级订阅'}</Button>
        <Button onClick={() => navigate('/profile?tab=points')}>点数明细</Button>
      </div>
      <p className="caption">运行分析会用掉点数；运行失败或取消会退回。用示例数据运行不消耗点数。</p>
      <SpaceUsage />
    </section>
  );
}
