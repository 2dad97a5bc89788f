import type { GeneDetail, GeneFigure, GeneFigureKind } from '@oncoloom/contract';
import { SIMULATED_NOTE, type ToolDefinition } from '@oncoloom/tool-kit';
import { type MenuEntry, menu } from '@oncoloom/tools/menu';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { ApiFailure } from '../api/client.ts';
import { geneFigure } from '../api/genes.ts';
import { formWith } from '../base/form-links.ts';
import { LinkButton } from '../base/parts/link-button.tsx';
import { PreviewFigure } from '../charts/preview-figure.tsx';
import type { Value } from '../charts/types.ts';

const CARDS: readonly { kind: GeneFigureKind; title: string; wait: string }[] = [
  { kind: 'expression', title: '肿瘤与正常', wait: '正在比较已安装的队列' },
  { kind: 'survival', title: '生存曲线', wait: '正在画患者最多的队列' },
];

type Drawn = NonNullable<GeneFigure['drawn']>;

/** A tool's figure with its caption, and the way to the whole of it. */
function Figure({ drawn, entry }: { drawn: Drawn; entry: MenuEntry }) {
  const { data: tool } = useQuery({
    queryKey: ['declaration', entry.taskType],
    queryFn: () => entry.load() as Promise<ToolDefinition>,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (tool === undefined) return <div className="chart-skeleton gene-figure-wait" aria-hidden />;
  const preview = { ...drawn, values: drawn.values as Record<string, Value> };
  return (
    <>
      {drawn.simulated && <p className="gene-figure-simulated">{SIMULATED_NOTE}。</p>}
      <PreviewFigure tool={tool} id={drawn.figure} preview={preview} />
      {drawn.apart !== null && <p className="caption">{drawn.apart}</p>}
      <p className="caption figure-caption">{drawn.texts[drawn.figure]?.caption}</p>
      <div className="gene-figure-foot">
        <LinkButton to={formWith(entry, drawn.request)} className="soft-button">
          完整分析
          <span className="visually-hidden">：{entry.title}</span>
        </LinkButton>
        <span className="caption">{entry.points} 点，有全部表格、方法段落和可投稿的图</span>
      </div>
    </>
  );
}

function FigureCard({ symbol, kind, title, wait }: { symbol: string; kind: GeneFigureKind; title: string; wait: string }) {
  const query = useQuery({
    queryKey: ['gene figure', symbol, kind],
    queryFn: ({ signal }) => geneFigure(symbol, kind, { silent: true, signal }),
    staleTime: 10 * 60_000,
    // The engine still warms up, or draws for longer than a call may take: asked again, the server gives the same drawing.
    retry: (count, error) => error instanceof ApiFailure && (error.status === 503 || error.status === 0) && count < 20,
    retryDelay: 1_500,
  });
  const drawn = query.data?.drawn ?? undefined;
  const entry = menu.find(({ taskType }) => taskType === drawn?.task_type);
  const failure = query.error instanceof ApiFailure ? query.error.message : query.isError ? '图没有取到，请刷新页面' : undefined;
  const sentence = query.data?.none ?? failure;
  return (
    <section className={`card gene-figure is-${kind}`} aria-label={title} aria-busy={query.isPending}>
      <h2 className="card-title">{title}</h2>
      {sentence !== undefined && sentence !== null && (
        <p className="gene-figure-none">
          {sentence}
          {failure !== undefined && (
            <Button type="link" size="small" onClick={() => void query.refetch()}>
              再试一次
            </Button>
          )}
        </p>
      )}
      {query.isPending && (
        <>
          <div className="chart-skeleton gene-figure-wait" aria-hidden />
          <p className="caption" role="status">
            {wait}
          </p>
        </>
      )}
      {drawn !== undefined && entry !== undefined && <Figure drawn={drawn} entry={entry} />}
    </section>
  );
}

/**
 * What a gene's page opens with: its expression in the installed cohorts and the survival by it, from real data, free of points. `children` stand
 * below the first, which is the lower one.
 */
export function GeneFigures({ gene: { symbol, cohorts }, children }: { gene: GeneDetail; children: ReactNode }) {
  if (!cohorts.some((cohort) => cohort.symbol !== null)) return children;
  const [expression, survival] = CARDS.map((card) => <FigureCard key={`${symbol} ${card.kind}`} symbol={symbol} {...card} />);
  return (
    <div className="gene-figures">
      <div className="gene-figures-column">
        {expression}
        {children}
      </div>
      {survival}
    </div>
  );
}
