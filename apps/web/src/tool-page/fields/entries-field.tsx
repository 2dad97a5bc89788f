import { parseTsv, textsOf } from '@oncoloom/figures';
import { type EntriesParameter, formatCount } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { analysisFileText, getAnalysis } from '../../api/analyses.ts';
import { keys } from '../../api/query-keys.ts';
import { toolOf } from '../../live/result-path.ts';
import { describedBy, Field } from '../field.tsx';
import { statusOf } from '../field-parts/field-props.ts';
import { NotLoaded } from '../field-parts/not-loaded.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';

interface Entry {
  value: string;
  label: string;
}

/** Options that are put on the page at once; a search looks through all. */
const SHOWN = 200;

/** What stands in a column of an earlier result. */
async function entriesOf(analysisId: number, { table, column, title }: EntriesParameter, signal: AbortSignal): Promise<Entry[]> {
  const analysis = await getAnalysis(analysisId, { signal, silent: true });
  const file = analysis.result?.tables.find(({ id }) => id === table);
  const declaration = (await toolOf(analysis)?.load())?.tables[table];
  if (file === undefined || declaration === undefined) return [];
  const rows = parseTsv(await analysisFileText(analysisId, file.file_key, file.filename, { signal, silent: true }), declaration);
  const titles = textsOf(rows, title);
  return textsOf(rows, column).map((value, i) => ({ value, label: titles[i] === value ? value : `${titles[i]}（${value}）` }));
}

/** Names out of the result that the tool draws from, found by searching. */
export function EntriesField({ name, parameter, form }: { name: string; parameter: EntriesParameter; form: ToolForm }) {
  const [sought, setSought] = useState('');
  const source = form.state.inputs[parameter.of];
  const id = source?.from === 'analysis' ? source.id : undefined;
  const query = useQuery({
    queryKey: keys.entries(id ?? 0, parameter.table, parameter.column),
    queryFn: ({ signal }) => entriesOf(id ?? 0, parameter, signal),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data, isLoading } = query;
  const value = form.values[name];
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const error = form.errorOf(name);
  const word = sought.trim().toLowerCase();
  const found = (data ?? []).filter(({ label }) => label.toLowerCase().includes(word));
  const known = new Map((data ?? []).map((entry) => [entry.value, entry]));
  const options = [
    ...chosen.map((one) => known.get(one) ?? { value: one, label: one }),
    ...found.filter((entry) => !chosen.includes(entry.value)).slice(0, SHOWN),
  ];
  const nothing =
    id === undefined
      ? '先选一次结果'
      : isLoading
        ? '正在取列表'
        : query.isError
          ? '列表没有取到'
          : data?.length === 0
            ? '那次结果里没有'
            : '没有这个名字';
  return (
    <Field
      id={name}
      label={parameter.label}
      help={parameter.help}
      error={error}
      note={chosen.length > 0 ? `${chosen.length} 个` : data === undefined ? undefined : `共 ${formatCount(data.length)} 个可选`}
      wide
    >
      <Select
        id={name}
        {...describedBy(name, parameter.help, error)}
        status={statusOf(error)}
        className="full-width"
        mode="multiple"
        allowClear
        maxCount={parameter.max}
        loading={isLoading}
        placeholder="不选：取 P 最小的；输入名字的一部分来找"
        showSearch={{ filterOption: false, onSearch: setSought }}
        notFoundContent={nothing}
        value={chosen}
        options={options}
        onChange={(next: string[]) => form.setValue(name, next)}
      />
      <NotLoaded what="这个结果的列表" query={query} />
    </Field>
  );
}
