import { CheckCircleOutlined, ClockCircleOutlined } from '@ant-design/icons';
import type { Referral } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { When } from '../base/parts/when.tsx';

type Invited = Referral['invited'][number];

function State({ invited, points }: { invited: Invited; points: number }) {
  if (invited.rewarded) {
    return (
      <span className="mark-done">
        <CheckCircleOutlined aria-hidden="true" /> 已得 {points} 点
      </span>
    );
  }
  return (
    <span className="invited-waiting">
      <ClockCircleOutlined aria-hidden="true" /> {invited.verified ? '已验证' : '等朋友验证邮箱'}
    </span>
  );
}

/** Who came by the invitation; addresses are masked by the server. */
export function InvitedList({ data }: { data: Referral }) {
  return (
    <>
      <p className="referral-total">
        成功邀请 <strong>{formatCount(data.rewards.count)}</strong> 人，共得 <strong>{formatCount(data.rewards.points)}</strong> 点
      </p>
      {data.invited.length === 0 ? (
        <p className="section-note">还没有人通过你的邀请注册。把上面的链接发给同组的同事或同学试试。</p>
      ) : (
        <ul className="invited">
          {data.invited.map((invited) => (
            <li key={`${invited.email} ${invited.registered_at}`}>
              <span className="invited-address">{invited.email}</span>
              <span className="caption">
                <When time={invited.registered_at} /> 注册
              </span>
              <State invited={invited} points={data.reward_points} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
