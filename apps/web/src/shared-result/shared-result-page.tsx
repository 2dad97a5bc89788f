import { DownloadOutlined, FilePdfOutlined } from '@ant-design/icons';
import type { SharedAnalysis, ShareLanguage } from '@oncoloom/contract';
import { rowSubjectOf, type ToldTool, tellTool } from '@oncoloom/tool-kit';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { ApiFailure } from '../api/client.ts';
import { sharedAnalysis } from '../api/shares.ts';
import { usePageTitle } from '../base/page-title.ts';
import { exactTime } from '../base/time.ts';
import { toolOf } from '../live/result-path.ts';
import { SharedLink } from '../result-data/result-access.ts';
import { CompletedState } from '../result-page/completed-state.tsx';
import { FileButton } from '../result-page/downloads/file-button.tsx';
import '../result-page/about/result-about.css';
import '../result-page/result-page.css';
import { lifeWords } from '../result-page/sharing/share-words.ts';
import { Frame } from './frame.tsx';
import { wordsIn } from './words.ts';

const EnglishResult = lazy(() => import('./english-result.tsx').then((module) => ({ default: module.EnglishResult })));

interface Loaded {
  shared: SharedAnalysis;
  entry: MenuEntry;
  tool: ToldTool;
}

/** The result behind a link, with the declaration of its tool. */
async function load(token: string, language: ShareLanguage, signal: AbortSignal): Promise<Loaded> {
  const shared = await sharedAnalysis(token, language, { signal, silent: true });
  const entry = toolOf(shared.analysis);
  if (entry === undefined) throw new Error('平台刚刚更新过，请刷新页面。');
  return { shared, entry, tool: tellTool(await entry.load(), language, rowSubjectOf(shared.analysis.result.words)) };
}

/** The page of a link to a result: for readers without an account, with nothing around it that asks for one. */
export default function SharedResultPage() {
  const { token = '' } = useParams();
  const [search] = useSearchParams();
  const language: ShareLanguage = search.get('lang') === 'en' ? 'en' : 'zh';
  const say = wordsIn(language);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['shared', token, language],
    queryFn: ({ signal }) => load(token, language, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  usePageTitle(data?.shared.analysis.task_name);
  if (data !== undefined) {
    const { tool, shared } = data;
    return (
      <Frame language={language}>
        <SharedLink value={token}>
          {shared.english === null ? (
            <Shared {...data} />
          ) : (
            <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
              <EnglishResult tool={tool} shared={shared} names={shared.english} />
            </Suspense>
          )}
        </SharedLink>
      </Frame>
    );
  }
  if (error === null || isFetching)
    return (
      <Frame language={language}>
        <Skeleton active paragraph={{ rows: 10 }} />
      </Frame>
    );
  const dead = error instanceof ApiFailure && error.status === 404;
  return (
    <Frame language={language}>
      <section className="card not-there">
        <h1 className="page-title">{say(dead ? 'dead' : 'failed')}</h1>
        <p>{language === 'zh' ? error.message : say(dead ? 'deadHelp' : 'failedHelp')}</p>
        {!dead && (
          <Button type="primary" onClick={() => void refetch()}>
            {say('again')}
          </Button>
        )}
      </section>
    </Frame>
  );
}

function Shared({ entry, tool, shared: { share, analysis } }: Loaded) {
  const { token = '' } = useParams();
  const [project] = token.includes('.') ? token.split('.') : [];
  const { result } = analysis;
  const documents = result.files.filter(({ kind, file_key }) => kind === 'document' && file_key !== 'bundle');
  const bundle = result.files.find(({ file_key }) => file_key === 'bundle');
  return (
    <div className="result">
      <header className="result-head">
        <div>
          {project !== undefined && <Link to={`/share/project/${project}`}>回到课题</Link>}
          <p className="caption">{entry.title}</p>
          <h1 className="page-title result-name">{analysis.task_name}</h1>
          <p className="result-facts">
            {analysis.finished !== null && <span>{exactTime(new Date(analysis.finished)).slice(0, 16)} 完成</span>}
            <span>编号 {analysis.id}</span>
          </p>
        </div>
        <div className="result-buttons">
          {documents.map((file) => (
            <FileButton key={file.file_key} analysisId={analysis.id} file={file} type="primary" size="middle" icon={<FilePdfOutlined />}>
              下载{file.title}
            </FileButton>
          ))}
          {bundle !== undefined && (
            <FileButton
              analysisId={analysis.id}
              file={bundle}
              {...(documents.length === 0 && { type: 'primary' })}
              size="middle"
              icon={<DownloadOutlined />}
            >
              下载结果包
            </FileButton>
          )}
        </div>
      </header>
      <p className="shared-note">
        {share.recipient === '' ? '这是给拿到链接的人看的只读结果。' : `这是给「${share.recipient}」看的只读结果。`}
        不用账号就能查看，并下载图、表和方法{bundle !== undefined && '，以及能在自己的电脑上重做的结果包'}。链接
        {lifeWords(share.expires_at)}。
      </p>
      <CompletedState entry={entry} tool={tool} analysis={analysis} result={result} />
    </div>
  );
}
