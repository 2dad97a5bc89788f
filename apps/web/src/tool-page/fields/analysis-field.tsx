import type { AnalysisParameter } from '@oncoloom/tool-kit';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { Select } from 'antd';
import { useState } from 'react';
import { useDebounced } from '../../base/hooks/use-debounced.ts';
import { When } from '../../base/parts/when.tsx';
import { headlineOf } from '../../live/ended-tasks.ts';
import { useCompleted } from '../data/completed-results.ts';
import { makersOf } from '../data/makers.ts';
import { describedBy, Field } from '../field.tsx';
import { NotLoaded } from '../field-parts/not-loaded.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';
import { analysisChoice } from '../kinds/load.ts';

/** What to do where there is no analysis to choose. */
export function nothingYet(name: string, makers: readonly MenuEntry[], form: ToolForm): string {
  if ((form.tool.oneOf ?? []).some((group) => group.includes(name))) return '还没有已完成的分析。可以改为上传或粘贴。';
  if (makers.length === 0) return '还没有工具做得出这里要用的结果。';
  return `还没有已完成的分析。先做一次「${makers.map(({ title }) => title).join('」或「')}」。`;
}

interface SelectProps {
  id: string;
  /** Tools whose results serve. */
  makers: readonly MenuEntry[];
  chosen: { id: number; name: string } | undefined;
  help: string | undefined;
  error: string | undefined;
  /** What to do where there is none. */
  nothing: string;
  label?: string;
  onChoose: (chosen: { id: number; name: string }) => void;
}

/** A choice of completed analyses, searched by their names. */
export function AnalysisSelect({ id, makers, chosen, help, error, nothing, label, onChoose }: SelectProps) {
  const [typed, setTyped] = useState('');
  const { rows, query } = useCompleted(makers, { search: useDebounced(typed.trim(), 300) });
  // The chosen one stays named when the search has narrowed the list to others.
  const absent =
    chosen !== undefined && !rows.some((row) => row.id === chosen.id) ? [{ value: chosen.id, label: chosen.name, row: undefined }] : [];
  return (
    <>
      <Select
        id={id}
        {...describedBy(id, help, error)}
        {...(label === undefined ? {} : { 'aria-label': label })}
        status={error === undefined ? '' : 'error'}
        className="full-width"
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={query.isLoading}
        value={chosen?.id ?? null}
        placeholder="选择一次已完成的分析"
        notFoundContent={query.isLoading ? '正在取列表' : query.isError ? '列表没有取到' : typed === '' ? nothing : '没有这个名称的分析'}
        options={[...absent, ...rows.map((row) => ({ value: row.id, label: row.task_name, row }))]}
        optionRender={({ data }) => (
          <span className="analysis-option">
            <span>{data.label}</span>
            {data.row !== undefined && (
              <span className="caption">
                {headlineOf(data.row.result)} · <When time={data.row.finished} />
              </span>
            )}
          </span>
        )}
        onChange={(next, option) => {
          const name = Array.isArray(option) || option === undefined ? '' : String(option.label);
          onChoose({ id: next, name });
        }}
      />
      <NotLoaded what="已完成的分析的列表" query={query} />
    </>
  );
}

/** An earlier analysis whose table is the input. */
export function AnalysisField({ name, parameter, form }: { name: string; parameter: AnalysisParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const error = form.errorOf(name);
  const makers = makersOf(parameter.accepts ?? [], parameter.ofParent === undefined ? undefined : form.tool.partOf);
  const choose = async (chosen: { id: number; name: string }) => {
    form.setInput(name, { from: 'analysis', ...chosen });
    if (parameter.matrix !== true) return;
    // What is known of its matrix fills other fields.
    const whole = await analysisChoice(chosen.id);
    if (whole !== undefined) form.setInput(name, whole);
  };
  return (
    <Field id={name} label={parameter.label} help={parameter.help} error={error}>
      <AnalysisSelect
        id={name}
        makers={makers}
        chosen={choice?.from === 'analysis' ? choice : undefined}
        help={parameter.help}
        error={error}
        nothing={nothingYet(name, makers, form)}
        onChoose={(chosen) => void choose(chosen)}
      />
    </Field>
  );
}
