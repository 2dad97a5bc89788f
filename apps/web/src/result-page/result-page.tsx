import { DownloadOutlined, FilePdfOutlined, ReloadOutlined } from '@ant-design/icons';
import { rowSubjectOf, type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { Navigate, useParams } from 'react-router';
import { ApiFailure } from '../api/client.ts';
import { formAgain } from '../base/form-links.ts';
import { usePageTitle } from '../base/page-title.ts';
import { LinkButton } from '../base/parts/link-button.tsx';
import { resultPath, toolOf } from '../live/result-path.ts';
import { useAnalysis } from '../live/use-analyses.ts';
import { CompletedState } from './completed-state.tsx';
import { FileButton } from './downloads/file-button.tsx';
import { FailedState } from './failed-state.tsx';
import { repeatNote } from './repeat-note.ts';
import { ResultHead } from './result-head.tsx';
import { ShareButton } from './sharing/share-dialog.tsx';
import './about/result-about.css';
import './result-page.css';
import { WaitingState } from './waiting-state.tsx';

/** The page of one analysis of any tool: its result, its progress, or why there is none. */
export default function ResultPage({ entry }: { entry: MenuEntry }) {
  // The routes of the tools call it differently; there is one parameter.
  const [parameter] = Object.values(useParams());
  const id = /^\d{1,15}$/.test(parameter ?? '') ? Number(parameter) : null;
  return id === null ? <NotFound entry={entry} /> : <Loaded key={id} entry={entry} id={id} />;
}

function Loaded({ entry, id }: { entry: MenuEntry; id: number }) {
  const { data: analysis, error, refetch } = useAnalysis(id);
  const { data: tool, error: toolError } = useQuery({
    queryKey: ['tool', entry.taskType],
    queryFn: (): Promise<ToolDefinition> => entry.load(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  usePageTitle(analysis?.task_name);
  if (analysis === undefined && error instanceof ApiFailure && error.status === 404) return <NotFound entry={entry} />;
  const failure = analysis === undefined ? error : tool === undefined ? toolError : null;
  if (failure !== null) return <Unavailable reason={failure.message} onRetry={() => void refetch()} />;
  if (analysis === undefined || tool === undefined) return <Loading />;
  const own = toolOf(analysis);
  if (own !== undefined && own.routes.result !== entry.routes.result) return <Navigate to={resultPath(own, id)} replace />;
  const { result } = analysis;
  const told = tellTool(tool, 'zh', rowSubjectOf(result?.words ?? {}));
  const bundle = result?.files.find(({ file_key }) => file_key === 'bundle');
  const documents = result?.files.filter(({ kind, file_key }) => kind === 'document' && file_key !== 'bundle') ?? [];
  return (
    <div className="result">
      <ResultHead entry={entry} analysis={analysis}>
        {result !== null && (
          <LinkButton to={formAgain(entry, id)} icon={<ReloadOutlined />}>
            再次运行 <small className="button-note">{repeatNote(analysis, tool)}</small>
          </LinkButton>
        )}
        {result !== null && <ShareButton analysisId={id} />}
        {documents.map((file) => (
          <FileButton key={file.file_key} analysisId={id} file={file} type="primary" size="middle" icon={<FilePdfOutlined />}>
            下载{file.title}
          </FileButton>
        ))}
        {bundle !== undefined && (
          // One thing is the first to take: the report, where there is one.
          <FileButton
            analysisId={id}
            file={bundle}
            {...(documents.length === 0 && { type: 'primary' })}
            size="middle"
            icon={<DownloadOutlined />}
          >
            下载结果包
          </FileButton>
        )}
      </ResultHead>
      {result !== null && <CompletedState entry={entry} tool={told} analysis={analysis} result={result} />}
      {result === null && analysis.status === 'failed' && <FailedState entry={entry} tool={tool} analysis={analysis} />}
      {/* Told as completed, but the answer with the result is still under way. */}
      {result === null && analysis.status === 'completed' && <Loading />}
      {(analysis.status === 'pending' || analysis.status === 'running') && <WaitingState tool={told} analysis={analysis} />}
    </div>
  );
}

/** The shape of a result. It shows after 300 ms: an answer that is quicker needs none. */
function Loading() {
  return (
    <div className="result result-loading" aria-busy="true">
      <Skeleton active title={{ width: 320 }} paragraph={{ rows: 1, width: 420 }} />
      <section className="card summary">
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      </section>
      <section className="card summary">
        <Skeleton active title={{ width: 120 }} paragraph={{ rows: 10 }} />
      </section>
    </div>
  );
}

function Unavailable({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <section className="card not-there">
      <h1 className="page-title">结果没有取到</h1>
      <p>{reason}</p>
      <Button type="primary" onClick={onRetry}>
        再取一次
      </Button>
    </section>
  );
}

function NotFound({ entry }: { entry: MenuEntry }) {
  usePageTitle('没有这次分析');
  return (
    <section className="card not-there">
      <h1 className="page-title">没有这次分析</h1>
      <p>可能已经删除，或者属于另一个账号。以前的分析列在工具页的下方。</p>
      <LinkButton type="primary" to={entry.routes.analysis}>
        回到「{entry.title}」
      </LinkButton>
    </section>
  );
}
