import { type AvailableGeneSets, type GeneSetCollection, type GeneSetFamily, ORGANISM_TITLES } from '@oncoloom/contract';
import { Installable } from './installable.tsx';
import './gene-sets.css';

/** KEGG before this year is the release that was free; much has been added since. */
const OLD_KEGG = 2012;

/** What a reader of a result has to know of an old release; nothing of others. */
export function OldRelease({ collections }: { collections: readonly Pick<GeneSetCollection, 'family' | 'date'>[] }) {
  const old = collections.find(({ family, date }) => family === 'kegg' && date !== '' && Number(date.slice(0, 4)) < OLD_KEGG);
  if (old === undefined) return null;
  const [year = '', month = ''] = old.date.split('-');
  return (
    <p className="old-release" role="note">
      这是 KEGG <strong>{`${year} 年 ${Number(month)} 月`}</strong>
      的版本，是能随软件免费分发的最后一版。之后新增的通路不在里面（如铁死亡、PD-L1 与
      PD-1），原有的通路也少了后来补充的基因。发表时请写明这个日期；要用新版，请管理员按 KEGG 的条款取得 gmt，放到服务器上。
    </p>
  );
}

/** What is wrong in a collection's file. */
export function Problems({ collections }: { collections: readonly Pick<GeneSetCollection, 'title' | 'problems'>[] }) {
  return collections
    .filter(({ problems }) => problems.length > 0)
    .map(({ title, problems }) => (
      <p key={title} className="old-release" role="note">
        「{title}」的文件有问题：{problems.join('；')}
      </p>
    ));
}

/**
 * What this server could have and has not.
 * @param families Those that the parameter takes; undefined: all.
 */
export function AvailableList({
  available,
  families,
}: {
  available: readonly AvailableGeneSets[];
  families: readonly GeneSetFamily[] | undefined;
}) {
  const offered = available.filter(({ family }) => families === undefined || families.includes(family));
  return (
    <Installable titles={offered.map(({ title, organism }) => (organism === 'hsa' ? title : `${title}（${ORGANISM_TITLES[organism]}）`))} />
  );
}
