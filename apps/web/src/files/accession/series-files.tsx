import type { Series, SeriesFile, SeriesFileKind } from '@oncoloom/contract';
import { formatBytes, formatCount } from '@oncoloom/tool-kit';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { ProposedRow } from '../proposed-row.tsx';

const KIND_WORDS: Record<SeriesFileKind, string> = {
  series: '平台矩阵',
  'ncbi-counts': 'NCBI 的计数',
  counts: '作者的计数',
  values: '作者的数值表',
  other: '不能用',
};

const SPECIES_WORDS: Readonly<Record<string, string>> = { 'Homo sapiens': '人', 'Mus musculus': '小鼠', 'Rattus norvegicus': '大鼠' };

function aboutWords({ organisms, platforms, samples }: Series): string {
  const species = organisms.map((name) => SPECIES_WORDS[name] ?? name).join('、');
  const each = platforms.map((one) => `${one.platform} ${formatCount(one.samples)} 个样本`);
  return [species, each.length === 1 ? each[0] : `共 ${formatCount(samples)} 个样本（${each.join('，')}）`].filter(Boolean).join(' · ');
}

const detailOf = ({ kind, bytes, note }: SeriesFile): string =>
  [KIND_WORDS[kind], ...(bytes === null ? [] : [formatBytes(bytes)]), note].join(' · ');

const RELATION_WORDS: Readonly<Record<NonNullable<Series['platform_relation']>['relation'], string>> = {
  'same-samples': '同一批样本做了几种芯片，不是重复',
  'other-samples': '几个平台是不同的样本，请选一个',
  partly: '几个平台只有一部分样本相同，请选一个',
  lots: '平台很多，像是批次或分片，先看一个',
};

const hasSameSamples = ({ platform_relation: found }: Series): boolean =>
  found?.relation === 'same-samples' || found?.relation === 'partly';

/** What is merged by gene: of two platforms both, of more those that are chosen; undefined where these are no arrays of the same samples. */
function mergedOf(series: Series, chosen: readonly string[]): { names: readonly string[]; label: string } | undefined {
  if (!hasSameSamples(series)) return undefined;
  const all = matricesOf(series);
  if (all.length === 2) return { names: all, label: '按基因合并两个芯片' };
  const names = all.filter((name) => chosen.includes(name));
  return { names, label: names.length < 2 ? '按基因合并选中的芯片' : `按基因合并选中的 ${names.length} 个芯片` };
}

/** Matrices of a series, of one platform or of all. */
const matricesOf = ({ files }: Series, platform?: string): string[] =>
  files.filter((file) => file.usable && file.kind === 'series' && (platform ?? file.platform) === file.platform).map(({ name }) => name);

interface Props {
  series: Series;
  busy: boolean;
  onFetch: (files: string[]) => void;
  /** Fetches the matrices and makes one of them. */
  onMerge: (files: readonly string[]) => void;
}

/** What a series has, what of it can be used, and the choice among it. */
export function SeriesFiles({ series, busy, onFetch, onMerge }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>(() => series.files.filter(({ proposed }) => proposed).map(({ name }) => name));
  const turn = (name: string, on: boolean) => setChosen(on ? [...chosen, name] : chosen.filter((one) => one !== name));
  const merged = mergedOf(series, chosen);
  return (
    <section className="series-found" aria-label={series.accession}>
      <h3 className="small-title">{series.title === '' ? series.accession : series.title}</h3>
      {series.samples > 0 && <p className="caption">{aboutWords(series)}</p>}
      {series.platform_relation !== null && (
        <ul className="checks" aria-label="几个平台">
          <ProposedRow
            look="proposed"
            message={RELATION_WORDS[series.platform_relation.relation]}
            detail={series.platform_relation.evidence}
          >
            <Button size="small" onClick={() => setChosen(matricesOf(series, series.platform_relation?.first))}>
              只取 {series.platform_relation.first}
            </Button>
            {series.platform_relation.relation !== 'lots' && (
              <Button size="small" onClick={() => setChosen(matricesOf(series))}>
                每个平台都取
              </Button>
            )}
            {merged !== undefined && (
              <Button size="small" disabled={merged.names.length < 2} loading={busy} onClick={() => onMerge(merged.names)}>
                {merged.label}
              </Button>
            )}
          </ProposedRow>
        </ul>
      )}
      <ul className="series-files">
        {series.files.map((file) => (
          <li key={file.name}>
            <Checkbox
              checked={chosen.includes(file.name)}
              disabled={!file.usable}
              onChange={({ target }) => turn(file.name, target.checked)}
            >
              <span className="series-file-name">{file.name}</span>
              <span className="caption">{detailOf(file)}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <div className="series-go">
        <Button type="primary" disabled={chosen.length === 0} loading={busy} onClick={() => onFetch([...chosen])}>
          {chosen.length === 0 ? '请选择文件' : `取 ${chosen.length} 个文件`}
        </Button>
        <span className="caption">存到文件空间，占空间，不消耗点数</span>
      </div>
    </section>
  );
}
