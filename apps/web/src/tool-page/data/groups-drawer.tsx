import type { MatrixFacts } from '@oncoloom/contract';
import type { GroupsProposal } from '@oncoloom/tool-kit';
import { Button, Drawer, Input, Radio } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import type { InputChoice } from '../form/form-state.ts';
import { AssignByHand } from './assign-by-hand.tsx';
import {
  countValues,
  type GroupsSource,
  proposedWords,
  rowsFromAnnotation,
  rowsFromProposal,
  shortened,
  usableAnnotations,
} from './groups.ts';
import { GroupsColumns } from './groups-columns.tsx';
import { type PastedGroups, parseGroups, toGroupsTable } from './paste.ts';

interface Props {
  title: string;
  matrix: MatrixFacts;
  proposed: readonly GroupsProposal[];
  current: InputChoice | undefined;
  source: GroupsSource;
  tabs: ReactNode;
  /** Back to files: drop, upload, space. */
  onFiles: () => void;
  onTake: (choice: InputChoice) => void;
  onClose: () => void;
}

interface PartProps {
  matrix: MatrixFacts;
  /** What the rules read of the sample information, the surest first. */
  proposed: readonly GroupsProposal[];
  current: InputChoice | undefined;
  onReady: (choice: InputChoice | undefined) => void;
}

/** The ways to say which sample belongs to which group without a file. */
export default function GroupsDrawer({ title, matrix, proposed, current, source, tabs, onFiles, onTake, onClose }: Props) {
  const [ready, setReady] = useState<{ source: GroupsSource; choice: InputChoice | undefined }>();
  const choice = ready?.source === source ? ready.choice : undefined;
  const onReady = (next: InputChoice | undefined) => setReady({ source, choice: next });
  const part = { matrix, proposed, current, onReady };
  return (
    <Drawer
      open
      onClose={onClose}
      title={title}
      size={500}
      footer={
        <div className="drawer-foot">
          <Button type="primary" disabled={choice === undefined} onClick={() => choice !== undefined && onTake(choice)}>
            用这个分组
          </Button>
          <Button type="link" onClick={onFiles}>
            改用分组文件
          </Button>
        </div>
      }
    >
      {tabs}
      {source === 'annotation' && <FromAnnotation {...part} />}
      {source === 'paste' && <FromPaste {...part} />}
      {source === 'hand' && <AssignByHand {...part} />}
    </Drawer>
  );
}

/** A way to group that the sample information tells: as the rules read it, or a column as it stands. */
interface OwnGroups {
  column: string;
  told: string;
  table: () => { columns: string[]; rows: string[][] };
}

function ownGroups(matrix: MatrixFacts, proposed: readonly GroupsProposal[]): OwnGroups[] {
  const read = proposed.map((one) => ({ column: one.column, told: proposedWords(one), table: () => rowsFromProposal(matrix, one) }));
  const columns = usableAnnotations(matrix).filter(({ name }) => !proposed.some(({ column }) => column === name));
  const plain = columns.map(({ name, values }) => ({
    column: name,
    told: countValues(values)
      .map((level) => `${shortened(level.name)} ${level.count}`)
      .join(' · '),
    table: () => rowsFromAnnotation(matrix, name),
  }));
  return [...read, ...plain];
}

/** One column of the sample information that the file carries, those that the rules understand first. */
function FromAnnotation({ matrix, proposed, current, onReady }: PartProps) {
  const offered = ownGroups(matrix, proposed);
  const before = current?.from === 'rows' && current.origin.kind === 'annotation' ? current.origin.column : undefined;
  const [column, setColumn] = useState(before);
  return (
    <>
      <Radio.Group
        className="annotation-list"
        aria-label="样本信息的列"
        value={column}
        onChange={(event) => {
          const next = offered.find((one) => one.column === event.target.value);
          setColumn(next?.column);
          onReady(next && { from: 'rows', ...next.table(), origin: { kind: 'annotation', column: next.column } });
        }}
      >
        {offered.map((one) => (
          <Radio key={one.column} value={one.column}>
            <span className="chosen-text">
              <span>{one.column}</span>
              <span className="caption">{one.told}</span>
            </span>
          </Radio>
        ))}
      </Radio.Group>
      <p className="caption annotation-note">组名太长或想合并几组：选好后到「手工分组」里改。</p>
    </>
  );
}

/** Rows copied from Excel; which column is what can be put right. */
function FromPaste({ matrix, onReady }: PartProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [pasted, setPasted] = useState<PastedGroups | undefined>();
  const take = (next: PastedGroups | undefined) => {
    setPasted(next);
    const table = next === undefined || next.sample === next.group ? undefined : toGroupsTable(next);
    onReady(table === undefined || table.rows.length === 0 ? undefined : { from: 'rows', ...table, origin: { kind: 'pasted' } });
  };
  return (
    <div className="drawer-part">
      <label htmlFor={`${id}-text`}>从 Excel 复制样本名和组名两列，粘贴到这里</label>
      <Input.TextArea
        id={`${id}-text`}
        rows={7}
        value={text}
        placeholder={'sample\tgroup\nGSM01\t肿瘤\nGSM02\t癌旁'}
        onChange={(event) => {
          setText(event.target.value);
          take(parseGroups(event.target.value, matrix.samples));
        }}
      />
      {text.trim() !== '' && pasted === undefined && <p className="field-error">只读到一列或一行。请把样本名和组名两列一起复制。</p>}
      {pasted !== undefined && <GroupsColumns table={pasted} samples={matrix.samples} onChange={take} />}
      {pasted !== undefined && pasted.sample === pasted.group && <p className="field-error">样本名和组名要选不同的两列。</p>}
    </div>
  );
}
