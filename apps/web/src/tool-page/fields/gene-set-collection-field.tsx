import { formatCount, type GeneSetCollectionParameter } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect } from 'react';
import { geneSetCollections } from '../../api/gene-sets.ts';
import { keys } from '../../api/query-keys.ts';
import { describedBy, Field } from '../field.tsx';
import type { InputChoice } from '../input-choice.ts';
import type { ToolForm } from '../use-tool-form.ts';
import { FilePart } from './file-part.tsx';
import { SourceTabs, useSource } from './source-tabs.tsx';

const sourceOf = ({ from }: InputChoice): string => (from === 'file' ? 'file' : 'installed');

/** A collection of gene sets: one that is installed, or a gmt of the user's. */
export function GeneSetCollectionField({ name, parameter, form }: { name: string; parameter: GeneSetCollectionParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const { data, isPending } = useQuery({
    queryKey: keys.geneSets,
    queryFn: ({ signal }) => geneSetCollections({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const installed = data?.collections ?? [];
  const none = data !== undefined && installed.length === 0;
  const sources = none
    ? [{ value: 'file', label: '自己的 gmt' }]
    : [
        { value: 'installed', label: '已安装的' },
        { value: 'file', label: '自己的 gmt' },
      ];
  const [source, setSource] = useSource(sources, choice, sourceOf);
  const first = installed.find((one) => one.name === parameter.preferred) ?? installed[0];
  const { setInput } = form;
  const untouched = choice === undefined && parameter.optional !== true && source === 'installed';
  useEffect(() => {
    if (untouched && first !== undefined) setInput(name, { from: 'collection', name: first.name, title: first.title });
  }, [untouched, first, name, setInput]);
  const error = form.errorOf(name);
  const chosen = choice?.from === 'collection' ? installed.find((one) => one.name === choice.name) : undefined;
  const about = chosen && [chosen.source, chosen.release, `${formatCount(chosen.sets)} 个基因集`, `${formatCount(chosen.genes)} 个基因`];
  const help =
    source === 'file'
      ? `${none ? '这台服务器还没有安装基因集。' : ''}每行一个基因集：名称、说明、基因，用制表符分开。可从 MSigDB 下载。`
      : (about?.filter((part) => part !== '').join(' · ') ?? parameter.help);
  return (
    <Field id={name} label={parameter.label} help={help} error={error} group wide>
      <SourceTabs label={parameter.label} sources={sources} value={source} onChange={setSource} />
      <div className="alternative">
        {source === 'installed' ? (
          <Select
            id={name}
            aria-label={parameter.label}
            {...describedBy(name, help, error)}
            status={error === undefined ? '' : 'error'}
            className="full-width"
            showSearch={{ optionFilterProp: 'label' }}
            loading={isPending}
            placeholder="选择一套基因集"
            value={choice?.from === 'collection' ? choice.name : null}
            options={installed.map((one) => ({ value: one.name, label: one.title }))}
            onChange={(value, option) => {
              const title = Array.isArray(option) || option === undefined ? value : String(option.label);
              form.setInput(name, { from: 'collection', name: value, title });
            }}
          />
        ) : (
          <FilePart
            id={name}
            label={parameter.label}
            types={['gene_sets']}
            chosen={choice?.from === 'file' ? choice.file : undefined}
            onTake={(file) => form.setInput(name, { from: 'file', file })}
            onRemove={() => form.setInput(name, undefined)}
          />
        )}
      </div>
    </Field>
  );
}
