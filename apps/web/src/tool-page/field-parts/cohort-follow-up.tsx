import { ENDPOINTS, type Endpoint } from '@oncoloom/contract';
import { ENDPOINT_WORDS, formatCount, SIMULATED_NOTE } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { cohorts as listCohorts } from '../../api/cohorts.ts';
import { keys } from '../../api/query-keys.ts';
import { NotLoaded } from './not-loaded.tsx';

interface Props {
  chosen: { code: string; endpoint: Endpoint } | undefined;
  /** The samples are found in the user's own matrix. */
  matched: boolean;
  onChoose: (code: string, endpoint: Endpoint) => void;
}

/** Follow-up that comes with an installed cohort: which cohort, and which of its endpoints. */
export function CohortFollowUp({ chosen, matched, onChoose }: Props) {
  const query = useQuery({
    queryKey: keys.cohorts,
    queryFn: ({ signal }) => listCohorts({ signal, silent: true }),
    staleTime: 60_000,
  });
  const { data, isPending } = query;
  const installed = (data?.results ?? []).filter(({ installed, survival }) => installed && Object.keys(survival).length > 0);
  const cohort = installed.find(({ code }) => code === chosen?.code);
  const known = ENDPOINTS.filter((endpoint) => cohort?.survival[endpoint] !== undefined);
  if (query.isError && data === undefined) return <NotLoaded what="队列的列表" query={query} />;
  return (
    <div className="source-parts">
      <Select
        aria-label="队列"
        className="full-width"
        showSearch={{ optionFilterProp: 'label' }}
        loading={isPending}
        placeholder="选一个队列"
        notFoundContent={isPending ? '正在取列表' : '没有装好的队列有随访数据'}
        value={cohort?.code ?? null}
        options={installed.map(({ code, label, name }) => ({ value: code, label: `${label} ${name}` }))}
        onChange={(code: string) => {
          const survival = installed.find((one) => one.code === code)?.survival ?? {};
          const kept = chosen !== undefined && survival[chosen.endpoint] !== undefined ? chosen.endpoint : undefined;
          onChoose(code, kept ?? ENDPOINTS.find((endpoint) => survival[endpoint] !== undefined) ?? 'OS');
        }}
      />
      {cohort !== undefined && chosen !== undefined && (
        <Select
          aria-label="终点"
          className="full-width"
          value={chosen.endpoint}
          options={known.map((endpoint) => ({
            value: endpoint,
            label: `${ENDPOINT_WORDS[endpoint]}，${eventsOf(cohort.survival[endpoint])}`,
          }))}
          onChange={(endpoint: Endpoint) => onChoose(cohort.code, endpoint)}
        />
      )}
      <p className="caption">
        {cohort?.simulated === true ? `${SIMULATED_NOTE}。` : ''}
        {matched
          ? '按 TCGA 的样本编号与矩阵对应，每例患者取一个肿瘤样本；时间以天为单位，临床资料一并带上。'
          : '每例患者一行；时间以天为单位，临床资料一并带上。'}
      </p>
    </div>
  );
}

const eventsOf = (known: { patients: number; events: number } | undefined): string =>
  `${formatCount(known?.patients ?? 0)} 例患者，${formatCount(known?.events ?? 0)} 例事件`;
