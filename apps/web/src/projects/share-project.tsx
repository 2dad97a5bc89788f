import { keys } from '../api/query-keys.ts';
import { projectShares, revokeProjectShare, shareProject } from '../api/shares.ts';
import { type ShareLinks, ShareLinksButton } from '../result-page/sharing/share-dialog.tsx';

const LEAD =
  '拿到链接的人不用账号就能看到课题的名字、完成的分析的先后，和每个结果的图、表、方法；看不到备注、文件、拼图、没完成的分析和你的其他内容。' +
  '以后放进课题的结果也会出现，移出的就打不开了。';

/** 「分享」 of a project. */
export function ShareProject({ project }: { project: number }) {
  const links: ShareLinks = {
    key: keys.projectShares(project),
    list: (options) => projectShares(project, options),
    make: (choices, options) => shareProject(project, choices, options),
    revoke: (id) => revokeProjectShare(project, id),
  };
  return (
    <ShareLinksButton links={links} title="分享这个课题">
      {LEAD}
    </ShareLinksButton>
  );
}
