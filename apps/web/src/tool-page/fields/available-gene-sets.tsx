import { type AvailableGeneSets, type GeneSetCollection, type GeneSetFamily, ORGANISM_TITLES } from '@oncoloom/contract';
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
 * What this server could have and has not, and how to get it.
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
  if (offered.length === 0) return null;
  return (
    <details className="available-sets">
      <summary>还可以由管理员安装：{offered.map(({ title }) => title).join('、')}</summary>
      <p className="caption">请把命令发给管理员，在服务器上的程序文件夹里运行；装好后刷新这一页就能选。KEGG 的命令表示接受 KEGG 的条款。</p>
      <ul>
        {offered.map(({ name, title, release, organism, command }) => (
          <li key={name}>
            <span>
              {title} <span className="caption">{`${ORGANISM_TITLES[organism]} · ${release}`}</span>
            </span>
            <code>{command}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
