import type { Referral } from '@oncoloom/contract';
import { REFERRAL_MAX } from '@oncoloom/contract';
import { useQuery } from '@tanstack/react-query';
import { referral } from '../api/accounts.ts';
import { keys } from '../api/query-keys.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { InvitedList } from './invited-list.tsx';
import { NoteCard } from './note-card.tsx';
import { ShareField } from './share-field.tsx';
import '../profile/section.css';
import './referral.css';

function Share({ data }: { data: Referral }) {
  // The server knows its public address only when it was told; the browser always knows where it is.
  const link = new URL(data.link, location.origin).href;
  return (
    <>
      <p className="referral-rule">
        每邀请一位朋友注册并验证邮箱，你们各得 <strong>{data.reward_points} 点</strong>，每个账号最多得 {REFERRAL_MAX} 次。
      </p>
      <div className="share-fields">
        <ShareField id="invite-link" label="邀请链接" text={link} copyLabel="复制链接" />
        <ShareField id="invite-code" label="邀请码" text={data.invite_code} copyLabel="复制邀请码" />
      </div>
    </>
  );
}

const STEPS = ['把链接或邀请码发给朋友', '朋友注册，邀请码会自动填好', '朋友验证邮箱，双方的点数同时到账'];

/** Inviting others: code and link, what it brings, and who came. */
export default function ReferralPage() {
  const query = useQuery({ queryKey: keys.referral, queryFn: ({ signal }) => referral({ signal, silent: true }) });
  return (
    <div className="referral">
      <h1 className="page-title">推荐有礼</h1>
      <section className="card referral-card" aria-labelledby="share-title">
        <h2 className="card-title" id="share-title">
          邀请朋友
        </h2>
        <Loaded query={query} name="邀请码" rows={3}>
          {(data) => <Share data={data} />}
        </Loaded>
        <h3 className="small-title">怎样得到点数</h3>
        <ol className="referral-steps">
          {STEPS.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="caption">每位朋友只计一次；自己邀请自己的账号不计。点数的有效期与账上其他点数相同。</p>
      </section>
      <section className="card referral-card" aria-labelledby="invited-title">
        <h2 className="card-title" id="invited-title">
          邀请记录
        </h2>
        <Loaded query={query} name="邀请记录" rows={3}>
          {(data) => <InvitedList data={data} />}
        </Loaded>
      </section>
      <NoteCard />
    </div>
  );
}
