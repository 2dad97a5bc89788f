import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { ApiFailure } from '../../../api/client.ts';
import { useManager } from '../manager-context.ts';
import { filterCount, isSearch, NO_FILTERS, openedAt } from '../view.ts';

/** What stands in place of the list: why, and what can be done. */
function Note({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="files-empty" role="status">
      <p>{children}</p>
      {action}
    </div>
  );
}

export function WaitingList() {
  return <Skeleton className="files-wait" active title={false} paragraph={{ rows: 6, width: '100%' }} />;
}

/** The list did not come. */
export function FailedList({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { change } = useManager();
  if (error instanceof ApiFailure && error.status === 404) {
    return (
      <Note action={<Button onClick={() => change(openedAt(null))}>回到全部文件</Button>}>这个文件夹已经不在了，可能在别处被删除。</Note>
    );
  }
  return <Note action={<Button onClick={onRetry}>再取一次</Button>}>文件列表没有取到。</Note>;
}

/** There is nothing to list. */
export function EmptyList() {
  const { tree, view, change } = useManager();
  const name = view.search.trim();
  if (isSearch(view)) {
    const text =
      name === '' ? '没有符合筛选条件的文件。' : `没有找到名称含「${name}」的文件${filterCount(view) > 0 ? '，筛选条件也在起作用' : ''}。`;
    return (
      <Note
        action={
          <>
            {filterCount(view) > 0 && <Button onClick={() => change(NO_FILTERS)}>清除筛选</Button>}
            {name !== '' && <Button onClick={() => change({ search: '' })}>清除搜索</Button>}
            {view.here && <Button onClick={() => change({ here: false })}>在全部文件里找</Button>}
          </>
        }
      >
        {text}
      </Note>
    );
  }
  if (view.folder !== null || tree.fileCount > 0) return <Note>这个文件夹是空的。把文件拖进来，或点「上传」。</Note>;
  return (
    <Note>
      这里还没有文件。把公司给的表格或下载的矩阵拖进来，或点「上传」；可以一次拖很多文件，也可以拖整个文件夹。
      <span className="caption">
        支持 csv、tsv、txt、xlsx、gct、cls、gmt 和 GEO 的 series matrix，也可以是 gz 或 zip
        压缩的。上传后平台会读一遍，告诉你文件是什么、哪里要改。
      </span>
    </Note>
  );
}
