import { BgColorsOutlined } from '@ant-design/icons';
import type { Finding } from '@oncoloom/contract';
import type { ExampleChoice, FigureTemplate, ToolDefinition } from '@oncoloom/tool-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { AnalysisRequest } from '../../api/analyses.ts';
import { ApiFailure, post } from '../../api/client.ts';
import { useSettled } from '../../base/hooks/use-settled.ts';
import { type Preview, PreviewFigure } from '../../charts/preview-figure.tsx';
import { Checks } from '../../files/checks.tsx';
import { sortFindings } from '../../files/findings.ts';
import { requestKey } from '../form/request-key.ts';
import type { ToolForm } from '../form/use-tool-form.ts';

const TemplateGallery = lazy(() => import('./template-gallery.tsx'));

/** Letters of one word follow one another faster: after the first, the preview waits for the last. What overtakes a running preview stops it. */
const SETTLE_MS = 80;

/** What the server answers: figures to draw, and what the tool says of the data and of its tests. */
type Answer = Preview & { findings: Finding[] };

/** What changes a figure's look only: the tables stay, so the figure is drawn anew without asking the server. */
function withoutLook(tool: ToolDefinition, body: AnalysisRequest): AnalysisRequest {
  const colours = Object.entries(tool.parameters).flatMap(([name, { kind }]) => (kind === 'colour' ? [name] : []));
  const styles = Object.values(tool.figures).flatMap(({ style }) => Object.keys(style));
  const looks = [...colours, ...styles.filter((name) => !Object.hasOwn(tool.parameters, name))];
  return Object.fromEntries(Object.entries(body).filter(([key]) => !looks.includes(key) && key !== 'task_name')) as AnalysisRequest;
}

/** The figures as they would come out, drawn anew while the form changes. */
export function LivePreview({ form }: { form: ToolForm }) {
  const { tool } = form;
  const { look } = form.state;
  const [gallery, setGallery] = useState<'closed' | 'open' | 'left'>('closed');
  const take = (template: FigureTemplate) => {
    form.takeTemplate(template);
    setGallery('left');
  };
  const openExample = (example: ExampleChoice) => {
    form.setExample(example);
    setGallery('left');
  };
  const wanted = useMemo(() => withoutLook(tool, form.body), [tool, form.body]);
  const key = useMemo(() => requestKey(wanted), [wanted]);
  const settled = useSettled(key, SETTLE_MS);
  const query = useQuery({
    queryKey: ['preview', settled],
    // A newer request stops this one, here and on the server.
    queryFn: ({ signal }) => post<Answer>('/preview_analysis', wanted, { silent: true, signal }),
    enabled: !form.blocked && settled === key,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  });
  const failure = query.error instanceof ApiFailure && query.error.status !== 409 ? query.error.message : undefined;
  const note = form.missing.length > 0 ? '选好数据后，图会画在这里。' : form.blocked ? '按提示改好后，图会画在这里。' : failure;
  // What the form has found already stands at the data.
  const known = new Set(form.findings.map(({ message }) => message));
  const findings = sortFindings(query.data?.findings ?? []).filter(({ message }) => !known.has(message));
  return (
    <section className="card live-preview" aria-label="预览" aria-busy={query.isFetching}>
      <div className="preview-head">
        <h2 className="small-title">
          预览 <span className="caption">随填写的内容更新，不消耗点数</span>
        </h2>
        <Button type="link" size="small" icon={<BgColorsOutlined />} onClick={() => setGallery('open')}>
          样式模板和发表过的图
        </Button>
      </div>
      {note !== undefined && <p className="caption">{note}</p>}
      {!form.blocked &&
        failure === undefined &&
        Object.keys(tool.figures).map((id) => (
          <PreviewFigure
            key={id}
            tool={tool}
            id={id}
            preview={query.data}
            values={{ ...form.values, ...look }}
            printed={Object.keys(look).length > 0}
          />
        ))}
      {!form.blocked && failure === undefined && findings.length > 0 && (
        <Checks findings={findings} fixed={[]} onFix={form.fix} fileFixOf={() => undefined} onUndo={form.undo} />
      )}
      {gallery !== 'closed' && (
        <Suspense fallback={null}>
          <TemplateGallery tool={tool} open={gallery === 'open'} onClose={() => setGallery('left')} onTake={take} onExample={openExample} />
        </Suspense>
      )}
    </section>
  );
}
