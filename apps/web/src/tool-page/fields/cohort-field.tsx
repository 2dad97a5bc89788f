import type { Cohort } from '@oncoloom/contract';
import {
  byExtent,
  type CohortParameter,
  cohortExtent,
  cohortProblem,
  ENDPOINT_WORDS,
  endpointOf,
  formatCount,
  proposedCohort,
  proposedCohorts,
  SIMULATED_NOTE,
} from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect } from 'react';
import { cohorts as listCohorts } from '../../api/cohorts.ts';
import { keys } from '../../api/query-keys.ts';
import { describedBy, Field } from '../field.tsx';
import { NotLoaded } from '../field-parts/not-loaded.tsx';
import { alternativesOf } from '../form/form-state.ts';
import type { ToolForm } from '../form/use-tool-form.ts';

type Values = ToolForm['values'];

/** 「79 例肿瘤 · 0 例正常 · 总生存（OS）28 例事件」 */
function sizesOf(parameter: CohortParameter, cohort: Cohort, values: Values): string {
  const endpoint = endpointOf(parameter.needs, values) ?? 'OS';
  const events = cohort.survival[endpoint]?.events;
  const gtex = cohort.matrices.gtex?.gtex ?? 0;
  return [
    `${formatCount(cohort.samples ?? 0)} 例肿瘤`,
    `${formatCount(cohort.normals ?? 0)} 例正常`,
    ...(gtex > 0 ? [`${formatCount(gtex)} 例 GTEx`] : []),
    ...(events === undefined ? [] : [`${ENDPOINT_WORDS[endpoint]} ${formatCount(events)} 例事件`]),
  ].join(' · ');
}

interface Offered {
  value: string;
  label: string;
  note: string;
  disabled: boolean;
}

function optionOf(parameter: CohortParameter, cohort: Cohort, values: Values): Offered {
  const problem = cohortProblem(parameter, cohort, values);
  const { kind, word } = cohortExtent(cohort);
  const sizes = `${kind === 'whole' ? '' : `${word} · `}${sizesOf(parameter, cohort, values)}`;
  const note = problem === undefined ? sizes : cohort.installed ? problem : '还没有装到这台服务器上';
  return {
    value: cohort.code,
    label: `${kind === 'simulated' ? '示例：' : ''}${cohort.label} ${cohort.name}`,
    note,
    disabled: problem !== undefined,
  };
}

/** What can be used first, then what is installed, then what is only known; of each the whole before the partial, and the simulated last. */
function ordered(cohorts: readonly Cohort[], options: ReadonlyMap<string, Offered>): Offered[] {
  const rank = (cohort: Cohort) => (options.get(cohort.code)?.disabled === false ? 0 : cohort.installed ? 1 : 2);
  return byExtent(cohorts)
    .sort((a, b) => rank(a) - rank(b))
    .flatMap(({ code }) => options.get(code) ?? []);
}

/** The cohort that is in use, in one line. */
function about(parameter: CohortParameter, cohort: Cohort, values: Values): string {
  const genes = cohort.matrices.expression?.genes;
  const parts = [sizesOf(parameter, cohort, values), ...(genes === undefined ? [] : [`${formatCount(genes)} 个基因`])];
  const { kind, word } = cohortExtent(cohort);
  return [
    kind === 'sample' ? `${word}，不是全部数据。` : '',
    `${parts.join(' · ')}。`,
    cohort.simulated ? `${SIMULATED_NOTE}。` : '',
    cohort.source === null ? '' : `来源：${cohort.source}。`,
  ].join('');
}

/** A public cohort, or several. Those that cannot be used say why; the first that can is proposed where the tool needs one. */
export function CohortField({ name, parameter, form }: { name: string; parameter: CohortParameter; form: ToolForm }) {
  const { values } = form;
  const query = useQuery({
    queryKey: keys.cohorts,
    queryFn: ({ signal }) => listCohorts({ signal, silent: true }),
    staleTime: 60_000,
  });
  const { data, isPending } = query;
  const all = data?.results ?? [];
  const options = new Map(all.map((cohort) => [cohort.code, optionOf(parameter, cohort, values)]));
  const choice = form.state.inputs[name];
  // Of alternatives nothing is taken that was not chosen: it would stand there and not count.
  const own = alternativesOf(form.tool, name) === undefined;
  const proposed = parameter.several === true || !own ? undefined : proposedCohort(parameter, all, values);
  const together = parameter.several === true ? proposedCohorts(parameter, all, values) : undefined;
  // The other sort of normals, where real cohorts serve with these alone; not against the user's own word.
  const wanted = choice === undefined && own ? Object.entries(proposed?.set ?? together?.set ?? {}) : [];
  const open = wanted.filter(([field]) => form.origins[field] !== 'changed');
  const key = JSON.stringify(open);
  const { setValues } = form;
  useEffect(() => {
    if (key !== '[]') setValues(Object.fromEntries(JSON.parse(key)));
  }, [key, setValues]);
  const codes = choice?.from === 'cohort' ? choice.codes : proposed === undefined ? [] : [proposed.cohort.code];
  const chosen = all.filter(({ code }) => codes.includes(code));
  const problems = chosen.flatMap((cohort) => cohortProblem(parameter, cohort, values) ?? []);
  const none = data !== undefined && [...options.values()].every(({ disabled }) => disabled);
  const error = problems[0] ?? form.errorOf(name) ?? (none ? '这台服务器上没有可以用的队列，请联系管理员安装' : undefined);
  const [only] = chosen;
  const help = chosen.length === 1 && only !== undefined ? about(parameter, only, values) : parameter.help;
  const take = (next: readonly string[]) => form.setInput(name, next.length === 0 ? undefined : { from: 'cohort', codes: next });
  const common = {
    id: name,
    ...describedBy(name, help, error),
    status: error === undefined ? ('' as const) : ('error' as const),
    className: 'full-width',
    showSearch: { optionFilterProp: 'label' },
    loading: isPending,
    notFoundContent: isPending ? '正在取列表' : query.isError ? '列表没有取到' : '没有这个队列。可以输入代码（如 LUAD）或癌种（如「肺」）',
    // A chosen one that does not serve any more can still be taken away.
    options: ordered(all, options).map((option) => ({ ...option, disabled: option.disabled && !codes.includes(option.value) })),
    optionRender: ({ data: option }: { data: Offered }) => (
      <span className="analysis-option">
        <span>{option.label}</span>
        <span className="caption">{option.note}</span>
      </span>
    ),
  };
  return (
    <Field id={name} label={parameter.label} wide help={help} error={error}>
      {parameter.several === true ? (
        <Select
          {...common}
          mode="multiple"
          allowClear
          value={[...codes]}
          placeholder={`全部 ${together?.cohorts.length ?? 0} 个可用的队列`}
          onChange={(next: string[]) => take(next)}
        />
      ) : (
        <Select
          {...common}
          value={codes[0] ?? null}
          placeholder="选一个队列"
          onChange={(next: string | null) => take(next === null ? [] : [next])}
        />
      )}
      <NotLoaded what="队列的列表" query={query} />
    </Field>
  );
}
