import type { Note } from '@oncoloom/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { note } from '../api/billing.ts';
import { keys } from '../api/query-keys.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { CopyAction } from './copy-action.tsx';
import { hashTag, noteText } from './note-text.ts';

/** How a posted note is shown to the operator, who alone can credit it. */
function HowToClaim({ points }: { points: number }) {
  return (
    <p className="section-note">
      发布后把笔记链接发给<Link to="/custom-analysis">客服</Link>，核对后得 {points} 点，每个账号一次。
    </p>
  );
}

function Text({ data }: { data: Note }) {
  return (
    <>
      {data.status === 'rewarded' ? (
        <p className="section-note mark-done">奖励的 {data.reward_points} 点已经到账。还可以接着分享，不再计点。</p>
      ) : (
        <HowToClaim points={data.reward_points} />
      )}
      <article className="note" aria-label="笔记正文">
        <h3 className="small-title">{data.title}</h3>
        <p className="note-text">{data.text}</p>
        <p className="note-tags">
          {data.tags.map((tag) => (
            <span key={tag}>{hashTag(tag)}</span>
          ))}
        </p>
      </article>
      <CopyAction text={noteText(data)} label="复制全文" />
    </>
  );
}

/** A note to post to Xiaohongshu. */
export function NoteCard() {
  const query = useQuery({ queryKey: keys.note, queryFn: ({ signal }) => note({ signal, silent: true }) });
  return (
    <section className="card referral-card" aria-labelledby="note-title">
      <h2 className="card-title" id="note-title">
        小红书笔记
      </h2>
      <Loaded query={query} name="笔记" rows={5}>
        {(data) => <Text data={data} />}
      </Loaded>
    </section>
  );
}
