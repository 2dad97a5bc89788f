import { LONG_LISTS, TASK_NAME_MAX } from '@oncoloom/contract';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Input, Select, Skeleton } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useSession } from '../accounts/session.ts';
import { createAnalysis } from '../api/analyses.ts';
import { keys } from '../api/query-keys.ts';
import { type Asked, isAsked } from '../base/asked.ts';
import { createClickGate } from '../base/click-gate.ts';
import { showSuccess } from '../base/notices.ts';
import { useNoStrayDrops } from '../files/use-no-stray-drops.ts';
import { DataStep } from './data/data-step.tsx';
import { Field } from './field.tsx';
import { EMPTY_FORM, type FormState, isData } from './form/form-state.ts';
import { formKey, keepForm, keptForm, storeForms } from './form/kept-forms.ts';
import { isEmptyWish, loadWish, readWish } from './form/prefill.ts';
import { startForm } from './form/remembered.ts';
import { History } from './history.tsx';
import { ParameterStep } from './parameter-step.tsx';
import { LivePreview } from './preview/live-preview.tsx';
import { Step } from './step.tsx';
import { SummaryCard } from './summary-card.tsx';
import { ToolHead } from './tool-head.tsx';
import './form/form.css';
import './tool-page.css';
import { useFormProject } from './form/use-form-project.ts';
import { useOpenedResult } from './form/use-opened-result.ts';
import { type ToolForm, useToolForm } from './form/use-tool-form.ts';

/** The page of any tool, made from its declaration. */
export default function ToolPage({ entry }: { entry: MenuEntry }) {
  const [query] = useSearchParams();
  const { state } = useLocation();
  // The same run can be asked for again: its values come back each time.
  const visit = `${query} ${isAsked(state) ? state.asked : ''}`;
  const { data: tool } = useQuery({
    queryKey: ['declaration', entry.taskType],
    queryFn: () => entry.load(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const wish = { ...readWish(query), ...(isAsked(state) ? { genes: state.genes, universe: state.universe } : {}) };
  const { data: initial, isError } = useQuery({
    queryKey: ['prefill', entry.taskType, visit],
    queryFn: () => (tool === undefined ? EMPTY_FORM : isEmptyWish(wish) ? startForm(tool) : loadWish(tool, wish)),
    enabled: tool !== undefined,
    // A form that is being filled is never replaced by a later answer.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const start = isError ? EMPTY_FORM : initial;
  if (tool === undefined || start === undefined)
    return (
      <>
        <h1 className="page-title">{entry.title}</h1>
        <p className="tool-summary">{entry.summary}</p>
        <Skeleton active paragraph={{ rows: 12 }} />
      </>
    );
  return <Page key={`${entry.routes.analysis} ${visit}`} entry={entry} tool={tool} initial={start} />;
}

/** Brings the first field that needs the user into view. */
function goToProblem(form: ToolForm): void {
  const field = form.missing[0]?.field ?? form.errors[0]?.field ?? form.findings.find(({ level }) => level === 'must')?.field;
  const target =
    (field === undefined ? null : document.querySelector(`[data-field="${field}"]`)) ?? document.querySelector('.check.is-must');
  target?.scrollIntoView({ block: 'center' });
  target?.querySelector<HTMLElement>('button, input:not([type=file]), textarea')?.focus({ preventScroll: true });
}

function Page({ entry, tool, initial }: { entry: MenuEntry; tool: ToolDefinition; initial: FormState }) {
  useNoStrayDrops();
  const { key: locationKey, pathname, search } = useLocation();
  const userId = useSession((session) => session.user?.id);
  const place = formKey(userId, locationKey, pathname + search);
  const form = useToolForm(tool, keptForm(place) ?? initial);
  useEffect(() => keepForm(place, form.state), [place, form.state]);
  useEffect(() => {
    window.addEventListener('pagehide', storeForms);
    return () => window.removeEventListener('pagehide', storeForms);
  }, []);
  const [query, setQuery] = useSearchParams();
  const project = useFormProject(query);
  const queries = useQueryClient();
  const history = useRef<HTMLElement>(null);
  const [fresh, setFresh] = useState<number | undefined>();
  const [counts] = useState(() => createClickGate());
  const onStarted = useOpenedResult(entry, form.state);
  const submit = useMutation({
    mutationFn: () => createAnalysis({ ...form.body, family: entry.family, project_id: project.chosen ?? null }),
    onSuccess: async ({ id, remaining_points }) => {
      useSession.getState().setPoints(remaining_points);
      setFresh(id);
      onStarted(id);
      showSuccess('已加入队列。很快算完的会自动打开结果；也可以关掉页面，完成后会通知你。');
      void queries.invalidateQueries({ queryKey: keys.projects });
      await queries.invalidateQueries({ queryKey: keys.analysisLists });
      history.current?.scrollIntoView({ block: 'nearest' });
    },
    onError: () => void queries.invalidateQueries({ queryKey: keys.estimates }),
  });
  // The state that was to start before it was checked itself: it starts, or says what is wrong, once it is.
  const [awaited, setAwaited] = useState<FormState | undefined>();
  const undecided = form.blocked ? form.settling : form.unchecked;
  const waiting = awaited === form.state && undecided;
  const start = () => {
    if (undecided) setAwaited(form.state);
    else if (!form.blocked) {
      if (counts()) submit.mutate();
    } else {
      form.showMissing();
      // Errors stand at their fields after the next drawing.
      requestAnimationFrame(() => goToProblem(form));
    }
  };
  useEffect(() => {
    if (awaited === undefined || waiting) return;
    setAwaited(undefined);
    // What was changed meanwhile was not meant.
    if (awaited === form.state) start();
  });
  const reuse = useCallback(
    (id: number) => {
      setQuery({ from: String(id) }, { state: { asked: Date.now() } satisfies Asked });
      window.scrollTo(0, 0);
    },
    [setQuery],
  );
  const wrongIn = (fields: readonly string[]) =>
    fields.some((field) => form.missing.some((missing) => missing.field === field) || form.errorOf(field) !== undefined) ||
    form.findings.some(({ level, field }) => level === 'must' && field !== undefined && fields.includes(field));
  const ofData = Object.entries(tool.parameters).flatMap(([name, parameter]) => (isData(parameter) ? [name] : []));
  const ofParameters = Object.keys(tool.parameters).filter((name) => !ofData.includes(name));
  const dataDone = !wrongIn(ofData);
  // A tool that only computes has data in its example alone, which says so.
  const hasData = ofData.length > 0 || form.state.example === true;
  const parameterPlace = hasData ? 2 : 1;
  return (
    <>
      <ToolHead entry={entry} tool={tool} example={form.state.example === true} onExample={() => form.setExample(true)} />
      <div className={tool.preview === true ? 'tool-columns has-preview' : 'tool-columns'}>
        <div className="card tool-form">
          {hasData && (
            <Step number={1} title="数据" done={dataDone}>
              <DataStep form={form} />
            </Step>
          )}
          {ofParameters.length > 0 && (
            <Step number={parameterPlace} title="参数" done={dataDone && !wrongIn(ofParameters)}>
              <ParameterStep form={form} />
            </Step>
          )}
          <Step number={parameterPlace + (ofParameters.length > 0 ? 1 : 0)} title="名称与费用" done={!form.blocked}>
            <Field
              id="task_name"
              label="任务名称"
              help={`不填就按分析的内容取名，列表里旁边有时间。最多 ${TASK_NAME_MAX} 个字。`}
              error={form.errorOf('task_name')}
            >
              <Input
                id="task_name"
                aria-describedby="task_name-help"
                value={form.state.taskName}
                maxLength={TASK_NAME_MAX}
                placeholder={form.estimate?.taskName ?? tool.title}
                onChange={(event) => form.setTaskName(event.target.value)}
              />
            </Field>
            {project.choices.length > 0 && (
              <Field id="project" label="课题" help="分析放进哪个课题；在课题里能看到它从哪里来、后面接了什么。">
                <Select
                  id="project"
                  aria-describedby="project-help"
                  loading={project.chosen === undefined}
                  value={project.chosen ?? 0}
                  options={[{ value: 0, label: '不放进课题' }, ...project.choices.map(({ id, name }) => ({ value: id, label: name }))]}
                  onChange={(id: number) => project.choose(id === 0 ? null : id)}
                />
              </Field>
            )}
          </Step>
        </div>
        <div className="tool-side">
          {tool.preview === true && <LivePreview form={form} />}
          <SummaryCard form={form} submitting={submit.isPending || waiting} onSubmit={start} />
        </div>
      </div>
      <History
        only={{ task_type: entry.taskType, family: entry.family }}
        title="历史分析"
        none="这里还没有分析。用示例数据运行一次，不消耗点数。"
        pageSize={LONG_LISTS[entry.taskType]}
        onReuse={({ id }) => reuse(id)}
        fresh={fresh}
        ref={history}
      />
    </>
  );
}
