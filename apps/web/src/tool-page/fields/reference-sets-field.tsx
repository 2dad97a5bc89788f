import { type GeneSetCollection, ORGANISM_TITLES, ORGANISMS } from '@oncoloom/contract';
import { ALL_SUBSETS, formatCount, type ReferenceSetsParameter } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { geneSetCollections } from '../../api/gene-sets.ts';
import { keys } from '../../api/query-keys.ts';
import { Field } from '../field.tsx';
import { AvailableList, OldRelease, Problems } from '../field-parts/available-gene-sets.tsx';
import { NotLoaded } from '../field-parts/not-loaded.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';

/** Which release of the reference a run would read; other parameters choose it. */
export function ReferenceSetsField({ name, parameter, form }: { name: string; parameter: ReferenceSetsParameter; form: ToolForm }) {
  const query = useQuery({
    queryKey: keys.geneSets,
    queryFn: ({ signal }) => geneSetCollections({ signal, silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = query;
  const { values } = form;
  const organism = ORGANISMS.find((one) => one === values[parameter.organism]) ?? 'hsa';
  const subset = values[parameter.subset];
  const all = data?.collections ?? [];
  // The server offers first what a run takes: of each part of the family, the first.
  const ofFamily = all.filter((one) => one.family === parameter.family && one.organism === organism);
  const newest = ofFamily.filter((one, i) => ofFamily.findIndex((other) => other.subset === one.subset) === i);
  const chosen = newest.filter((one) => subset === ALL_SUBSETS || one.subset === subset);
  const available = (data?.available ?? []).filter((one) => one.organism === organism && (subset === ALL_SUBSETS || one.subset === subset));
  const missing = data !== undefined && chosen.length === 0;
  const error = missing ? `没有安装${ORGANISM_TITLES[organism]}的${parameter.label}` : form.errorOf(name);
  return (
    <Field id={name} label={parameter.label} help={parameter.help} error={error} group wide>
      {query.isLoading && <p className="caption">正在取已安装的版本</p>}
      <NotLoaded what={parameter.label} query={query} />
      {releasesOf(chosen).map(({ date, release, collections }) => (
        <p key={`${date} ${release}`} className="reference-release">
          {collections.map(({ title }) => title).join('、')}：{formatCount(collections.reduce((sum, { sets }) => sum + sets, 0))}{' '}
          个条目，发布日期 <strong>{date}</strong>
          <span className="caption">（{release}）</span>
        </p>
      ))}
      <OldRelease collections={chosen} />
      <Problems collections={chosen} />
      {missing && <AvailableList available={available} families={[parameter.family]} />}
    </Field>
  );
}

/** Collections by release: the parts of a family may be of several. */
function releasesOf(collections: readonly GeneSetCollection[]) {
  const keys = [...new Set(collections.map(({ date, release }) => `${date}\n${release}`))];
  return keys.map((key) => {
    const [date = '', release = ''] = key.split('\n');
    return { date, release, collections: collections.filter((one) => one.date === date && one.release === release) };
  });
}
