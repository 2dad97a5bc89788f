import type { UserFile } from '@oncoloom/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from 'antd';
import { useState } from 'react';
import { fileCells } from '../../api/files.ts';
import type { InputChoice } from '../form/form-state.ts';
import { GroupsColumns } from './groups-columns.tsx';
import { guessColumns, type PastedGroups, toGroupsTable } from './paste.ts';

interface Props {
  file: UserFile;
  /** Samples of the matrix; undefined while none is chosen. */
  samples: readonly string[] | undefined;
  onTake: (choice: InputChoice) => void;
  onClose: () => void;
}

/** A groups file whose columns have other names: the user says which is which, and its rows are taken. */
export default function GroupsFileDrawer({ file, samples, onTake, onClose }: Props) {
  const [chosen, setChosen] = useState<PastedGroups | undefined>();
  const { data, isError, refetch } = useQuery({
    queryKey: ['cells', file.id],
    queryFn: ({ signal }) => fileCells(file.id, { silent: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  const table = chosen ?? (data === undefined ? undefined : guessColumns(data, samples ?? []));
  const groups = table === undefined || table.sample === table.group ? undefined : toGroupsTable(table);
  const ready = groups !== undefined && groups.rows.length > 0;
  return (
    <Drawer
      open
      onClose={onClose}
      title={file.name}
      size={500}
      footer={
        <Button
          type="primary"
          disabled={!ready}
          onClick={() => ready && onTake({ from: 'rows', ...groups, origin: { kind: 'file', name: file.name } })}
        >
          用这个分组
        </Button>
      }
    >
      <div className="drawer-part">
        <p>这个文件的列不叫 sample 和 group。请选出哪一列是样本名，哪一列是组名。</p>
        {table !== undefined && <GroupsColumns table={table} samples={samples} onChange={setChosen} />}
        {table !== undefined && table.sample === table.group && <p className="field-error">样本名和组名要选不同的两列。</p>}
        {isError && (
          <p className="field-error">
            表没有取到。
            <Button type="link" size="small" onClick={() => void refetch()}>
              再取一次
            </Button>
          </p>
        )}
        {table === undefined && !isError && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      </div>
    </Drawer>
  );
}
