import type { Platform } from '@oncoloom/contract';
import { formatCount, type PlatformParameter } from '@oncoloom/tool-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { failureText } from '../../api/client.ts';
import { listPlatforms, refreshPlatforms } from '../../api/platforms.ts';
import { keys } from '../../api/query-keys.ts';
import { describedBy, Field } from '../field.tsx';
import { NotLoaded } from '../field-parts/not-loaded.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';

const NUMBER = /^GPL\d{1,7}$/;

/** 「22,283 个探针 · GEO 2016-03-09」 */
function tableOf({ probes, source, release }: Platform): string {
  const count = probes === null ? undefined : `${formatCount(probes)} 个探针`;
  return [count, [source, release].filter((part) => part !== null).join(' ')]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}

interface Offered {
  value: string;
  label: string;
  note: string;
}

function optionOf(platform: Platform): Offered {
  const { platform: value, name, installed } = platform;
  return { value, label: `${value} ${name}`, note: installed ? tableOf(platform) : '还没有装，选用时去取' };
}

/** A GEO platform. One that is not installed yet is fetched when it is chosen. */
export function PlatformField({ name, parameter, form }: { name: string; parameter: PlatformParameter; form: ToolForm }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const query = useQuery({
    queryKey: keys.platforms,
    queryFn: ({ signal }) => listPlatforms({ signal, silent: true }),
    staleTime: 60_000,
  });
  const { data, isPending } = query;
  const refresh = useMutation({
    mutationFn: (platform: string | undefined) => refreshPlatforms(platform, { silent: true }),
    onSuccess: (list) => {
      queries.setQueryData(keys.platforms, list);
      void queries.invalidateQueries({ queryKey: keys.estimates });
    },
  });
  const choice = form.state.inputs[name];
  const chosen = choice?.from === 'platform' ? choice.platform : undefined;
  const platforms = data?.results ?? [];
  const installed = platforms.find((platform) => platform.platform === chosen && platform.installed);
  const asked = typed.trim().toUpperCase();
  const others = [asked, chosen ?? ''].filter((text, i, all) => NUMBER.test(text) && all.indexOf(text) === i);
  const unknown = others.filter((text) => !platforms.some(({ platform }) => platform === text));
  const options = [...unknown.map((value): Offered => ({ value, label: value, note: '还没有装，选用时去取' })), ...platforms.map(optionOf)];
  const take = (platform: string) => {
    form.setInput(name, { from: 'platform', platform, proposed: false });
    if (!platforms.some((known) => known.platform === platform && known.installed)) refresh.mutate(platform);
  };
  const failure = refresh.isError
    ? failureText(refresh.error, '没有取到，请稍后再试')
    : data?.problems.map(({ detail }) => detail).join('；');
  const missing = chosen !== undefined && data !== undefined && installed === undefined;
  const error = refresh.isPending
    ? undefined
    : missing && refresh.isSuccess && refresh.variables === chosen && failure
      ? failure
      : form.errorOf(name);
  const proposed = choice?.from === 'platform' && choice.proposed ? '由文件判断得到。' : '';
  const help = refresh.isPending
    ? `正在取${refresh.variables === undefined ? '平台列表' : ` ${refresh.variables} 的注释表`}，可能要几分钟。`
    : installed !== undefined
      ? `${proposed}${tableOf(installed)}`
      : missing
        ? `${proposed}${chosen} 的注释表还没有装到这台服务器上。`
        : parameter.help;
  return (
    <Field
      id={name}
      label={parameter.label}
      wide
      note={
        <Button type="link" size="small" loading={refresh.isPending} onClick={() => refresh.mutate(missing ? chosen : undefined)}>
          {missing ? `取 ${chosen} 的注释表` : '更新平台列表'}
        </Button>
      }
      help={help}
      error={error}
    >
      <Select
        id={name}
        {...describedBy(name, help, error)}
        status={error === undefined ? '' : 'error'}
        className="full-width"
        showSearch={{ onSearch: setTyped, optionFilterProp: 'label' }}
        loading={isPending}
        value={chosen ?? null}
        placeholder="输入平台号或芯片名，例如 GPL570"
        notFoundContent={isPending ? '正在取列表' : query.isError ? '列表没有取到' : '没有这个平台。可以输入完整的平台号，例如 GPL1234'}
        options={options}
        optionRender={({ data: option }) => (
          <span className="analysis-option">
            <span>{option.label}</span>
            <span className="caption">{option.note}</span>
          </span>
        )}
        onChange={(platform) => take(String(platform))}
      />
      <NotLoaded what="平台的列表" query={query} />
    </Field>
  );
}
