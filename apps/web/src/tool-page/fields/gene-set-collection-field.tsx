import { GENE_SET_FAMILY_TITLES, type GeneSetCollection, type GeneSetFamily, ORGANISM_TITLES } from '@oncoloom/contract';
import { formatCount, type GeneSetCollectionParameter } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect } from 'react';
import { geneSetCollections } from '../../api/gene-sets.ts';
import { keys } from '../../api/query-keys.ts';
import type { InputChoice } from '../data/input-choice.ts';
import { describedBy, Field } from '../field.tsx';
import { AvailableList, OldRelease, Problems } from '../field-parts/available-gene-sets.tsx';
import { FilePart } from '../field-parts/file-part.tsx';
import { NotLoaded } from '../field-parts/not-loaded.tsx';
import { SourceTabs, useSource } from '../field-parts/source-tabs.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';

const sourceOf = ({ from }: InputChoice): string => (from === 'file' ? 'file' : 'installed');

/** A collection of gene sets: one that is installed, or a gmt of the user's. */
export function GeneSetCollectionField({ name, parameter, form }: { name: string; parameter: GeneSetCollectionParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const query = useQuery({
    queryKey: keys.geneSets,
    queryFn: ({ signal }) => geneSetCollections({ signal, silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data, isPending } = query;
  const { families } = parameter;
  const installed = (data?.collections ?? []).filter(({ family }) => families === undefined || families.includes(family));
  const none = data !== undefined && installed.length === 0;
  const sources = none
    ? [{ value: 'file', label: '自己的 gmt' }]
    : [
        { value: 'installed', label: '已安装的' },
        { value: 'file', label: '自己的 gmt' },
      ];
  const [source, setSource] = useSource(sources, choice, sourceOf);
  const first = installed.find((one) => one.name === parameter.preferred) ?? firstOf(families, installed);
  const { setInput } = form;
  const untouched = choice === undefined && parameter.optional !== true && source === 'installed';
  useEffect(() => {
    if (untouched && first !== undefined) setInput(name, { from: 'collection', name: first.name, title: first.title });
  }, [untouched, first, name, setInput]);
  const error = form.errorOf(name);
  const chosen = choice?.from === 'collection' ? installed.find((one) => one.name === choice.name) : undefined;
  const about = chosen && [
    chosen.source,
    chosen.release,
    chosen.date === '' ? '' : `发布日期 ${chosen.date}`,
    `${formatCount(chosen.sets)} 个基因集`,
    `${formatCount(chosen.genes)} 个基因`,
    chosen.licence === '' ? '' : `许可：${chosen.licence}`,
  ];
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
            options={groupedOptions(installed)}
            optionRender={({ value, label }) => (
              <span className="collection-option">
                <span>{label}</span>
                <span className="caption">{captionOf(installed.find((one) => one.name === value))}</span>
              </span>
            )}
            onChange={(value: string) => {
              const title = installed.find((one) => one.name === value)?.title ?? value;
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
      <NotLoaded what="已安装的基因集" query={query} />
      {source === 'installed' && chosen !== undefined && (
        <>
          <OldRelease collections={[chosen]} />
          <Problems collections={[chosen]} />
        </>
      )}
      <AvailableList available={data?.available ?? []} families={families} />
    </Field>
  );
}

/** What the server takes where a request names none: the first of the first family that is there. */
function firstOf(families: readonly GeneSetFamily[] | undefined, installed: readonly GeneSetCollection[]): GeneSetCollection | undefined {
  const first = families?.find((family) => installed.some((one) => one.family === family));
  return installed.find(({ family }) => first === undefined || family === first);
}

/** Collections under the names of their families, in the order in which the server offers them. */
function groupedOptions(installed: readonly GeneSetCollection[]) {
  const groups = [...new Set(installed.map(({ organism, family }) => `${organism} ${family}`))];
  return groups.map((group) => {
    const members = installed.filter(({ organism, family }) => `${organism} ${family}` === group);
    const [{ organism, family }] = members as [GeneSetCollection];
    const species = organism === 'hsa' ? '' : `（${ORGANISM_TITLES[organism]}）`;
    return {
      label: `${GENE_SET_FAMILY_TITLES[family]}${species}`,
      title: group,
      options: members.map((one) => ({ value: one.name, label: one.title })),
    };
  });
}

/** What tells collections of one title apart. */
function captionOf(collection: GeneSetCollection | undefined): string {
  if (collection === undefined) return '';
  const { date, release, sets, genes } = collection;
  return [date === '' ? release : date, `${formatCount(sets)} 个基因集`, `${formatCount(genes)} 个基因`]
    .filter((part) => part !== '')
    .join(' · ');
}
