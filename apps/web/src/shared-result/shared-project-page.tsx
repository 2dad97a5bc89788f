import type { SharedProject } from '@oncoloom/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { ApiFailure } from '../api/client.ts';
import { linkOfStep, sharedProject } from '../api/shares.ts';
import { usePageTitle } from '../base/page-title.ts';
import { exactTime } from '../base/time.ts';
import { layOut, STEP } from '../projects/graph-layout.ts';
import '../projects/projects.css';
import { lifeWords } from '../result-page/sharing/share-words.ts';
import { Frame } from './frame.tsx';

const PAGE = '分享的课题';

/** The page of a link to a project: how its results came from one another; each opens its own page. */
export default function SharedProjectPage() {
  const { token = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['shared-project', token],
    queryFn: ({ signal }) => sharedProject(token, { signal, silent: true }),
    retry: false,
  });
  usePageTitle(data?.name);
  return (
    <Frame language="zh" page={PAGE}>
      {data !== undefined ? (
        <Shared token={token} project={data} />
      ) : error === null || isFetching ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <section className="card not-there">
          <h1 className="page-title">{error instanceof ApiFailure && error.status === 404 ? '这个链接打不开了' : '课题没有取到'}</h1>
          <p>{error.message}</p>
          {!(error instanceof ApiFailure && error.status === 404) && (
            <Button type="primary" onClick={() => void refetch()}>
              再取一次
            </Button>
          )}
        </section>
      )}
    </Frame>
  );
}

function Shared({ token, project: { name, share, steps } }: { token: string; project: SharedProject }) {
  return (
    <div className="project">
      <header className="project-head">
        <div className="project-title">
          <h1 className="page-title project-name">{name}</h1>
          <p className="caption">{steps.length} 个结果</p>
        </div>
      </header>
      <p className="shared-note">
        {share.recipient === '' ? '这是给拿到链接的人看的只读课题。' : `这是给「${share.recipient}」看的只读课题。`}
        不用账号就能看每个结果，并下载图、表和方法{share.bundle && '，以及能在自己的电脑上重做的结果包'}。链接{lifeWords(share.expires_at)}
        。
      </p>
      {steps.length === 0 ? <p className="card not-there">课题里还没有完成的结果。</p> : <Graph token={token} steps={steps} />}
    </div>
  );
}

/** Results from the left to the right, each after those that it takes its inputs from. */
function Graph({ token, steps }: { token: string; steps: SharedProject['steps'] }) {
  const places = useMemo(() => {
    const edges = steps.flatMap(({ id, follows }) =>
      follows.map((from) => ({ from: { kind: 'analysis' as const, id: from }, to: id, field: '' })),
    );
    return layOut({ steps, files: [], edges });
  }, [steps]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what overflows is scrolled by the arrow keys
    <section className="steps-graph" aria-label="分析的先后" tabIndex={0}>
      <div className="steps-canvas" style={{ width: places.width, height: places.height }}>
        <svg width={places.width} height={places.height} aria-hidden="true" focusable="false">
          {places.edges.map(({ key, path }) => (
            <path key={key} d={path} />
          ))}
        </svg>
        <ol>
          {steps.map(({ id, name, tool_title, headline, created_at }) => (
            <li key={id} style={{ left: places.steps.get(id)?.x ?? 0, top: places.steps.get(id)?.y ?? 0, ...STEP }}>
              <Link className="step-box" to={`/share/${linkOfStep(token, id)}`}>
                <span className="caption step-tool">{tool_title}</span>
                <span className="step-main">
                  <span className="box-name">{name}</span>
                </span>
                <span className="step-headline">{headline ?? ''}</span>
                <span className="step-state caption">{exactTime(new Date(created_at)).slice(0, 10)}</span>
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
