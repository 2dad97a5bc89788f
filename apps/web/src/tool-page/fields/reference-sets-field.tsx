import { ORGANISM_TITLES, ORGANISMS } from '@oncoloom/contract';
import { ALL_SUBSETS, formatCount, type ReferenceSetsParameter } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { geneSetCollections } from '../../api/gene-sets.ts';
import { keys } from '../../api/query-keys.ts';
import { Field } from '../field.tsx';
import type { ToolForm } from '../use-tool-form.ts';

/** Which release of the reference a run would read; other parameters choose it. */
export function ReferenceSetsField({ name, parameter, form }: { name: string; parameter: ReferenceSetsParameter; form: ToolForm }) {
  const { data } = useQuery({
    queryKey: keys.geneSets,
    queryFn: ({ signal }) => geneSetCollections({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { values } = form;
  const organism = ORGANISMS.find((one) => one === values[parameter.organism]) ?? 'hsa';
  const subset = values[parameter.subset];
  const chosen = (data?.collections ?? []).filter(
    (one) => one.family === parameter.family && one.organism === organism && (subset === ALL_SUBSETS || one.subset === subset),
  );
  const dates = [...new Set(chosen.map(({ date }) => date))].sort();
  const newest = chosen.filter(({ date }) => date === dates.at(-1));
  const missing = data !== undefined && newest.length === 0;
  const error = missing ? `没有安装${ORGANISM_TITLES[organism]}的${parameter.label}` : form.errorOf(name);
  const count = formatCount(newest.reduce((sum, { sets }) => sum + sets, 0));
  return (
    <Field id={name} label={parameter.label} help={parameter.help} error={error} group wide>
      {newest.length > 0 && (
        <p className="reference-release">
          {newest.map(({ title }) => title).join('、')}：{count} 个条目，发布日期 <strong>{dates.at(-1)}</strong>
          <span className="caption">（{newest[0]?.release}）</span>
        </p>
      )}
    </Field>
  );
}
