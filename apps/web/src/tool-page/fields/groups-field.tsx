import { TeamOutlined } from '@ant-design/icons';
import type { UserFile } from '@oncoloom/contract';
import type { GroupsTableParameter } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Segments } from '../../base/parts/segments.tsx';
import { ChosenCard } from '../../files/file-card.tsx';
import { FilePicker } from '../../files/file-picker.tsx';
import { UploadBox } from '../../files/upload-box.tsx';
import { useUpload } from '../../files/use-upload.ts';
import { describeLevels, type GroupsSource, namesGroups, usableAnnotations } from '../data/groups.ts';
import { Field } from '../field.tsx';
import { type InputChoice, levelsIn } from '../form/form-state.ts';
import type { ToolForm } from '../form/use-tool-form.ts';
import { proposalsOf, useProposals } from '../proposed/use-proposals.ts';

const GroupsFileDrawer = lazy(() => import('../data/groups-file-drawer.tsx'));
const GroupsDrawer = lazy(() => import('../data/groups-drawer.tsx'));

/** Where a groups table came from, as its name. */
function groupsTitle(choice: InputChoice): string {
  if (choice.from === 'file') return choice.file.name;
  // No groups table is made of anything else.
  if (choice.from !== 'rows') return '';
  switch (choice.origin.kind) {
    case 'annotation':
      return `${choice.origin.column}（文件自带）`;
    case 'file':
      return choice.origin.name;
    case 'pasted':
      return '粘贴的分组';
    case 'by-hand':
      return '手工分组';
    case 'studies':
      return '各数据集的两组';
    case 'earlier':
      return '分组表';
  }
}

/** Groups of a matrix's samples: out of the file, uploaded, pasted or assigned by hand. */
export function GroupsField({ name, parameter, form }: { name: string; parameter: GroupsTableParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const of = form.state.inputs[parameter.of];
  const { matrix, proposals } = useProposals(of);
  const [picking, setPicking] = useState(false);
  const [source, setSource] = useState<GroupsSource | undefined>();
  // A file whose columns have other names waits here until the user has said which is which.
  const [unclear, setUnclear] = useState<UserFile | undefined>();
  const takeFile = (file: UserFile) => {
    setPicking(false);
    if (namesGroups(file)) form.setInput(name, { from: 'file', file });
    else setUnclear(file);
  };
  const upload = useUpload(['groups'], takeFile);
  const refused = upload.state?.step === 'refused' ? upload.state.detail : undefined;
  const proposed = proposalsOf(proposals, 'groups');
  const annotated = proposed.length > 0 || usableAnnotations(matrix).length > 0;
  const levels = choice === undefined ? [] : levelsIn(choice);
  return (
    <Field
      id={name}
      label={parameter.label}
      error={refused ?? (upload.state === undefined ? form.errorOf(name) : undefined)}
      help={
        choice === undefined
          ? matrix === undefined
            ? `先选${form.tool.parameters[parameter.of]?.label ?? '矩阵'}，再分组。`
            : parameter.help
          : undefined
      }
    >
      <UploadBox
        id={name}
        label={`上传${parameter.label}`}
        state={upload.state}
        onFile={upload.send}
        onCancel={upload.cancel}
        others={
          <>
            <Button type="link" size="small" onClick={() => setPicking(true)}>
              从空间选择
            </Button>
            {matrix !== undefined && (
              <>
                <Button type="link" size="small" onClick={() => setSource('paste')}>
                  粘贴
                </Button>
                <Button type="link" size="small" onClick={() => setSource(annotated ? 'annotation' : 'hand')}>
                  {annotated ? '用文件自带的' : '手工分组'}
                </Button>
              </>
            )}
          </>
        }
      >
        {choice === undefined ? undefined : (
          <ChosenCard
            title={groupsTitle(choice)}
            icon={choice.from === 'file' ? undefined : <TeamOutlined />}
            detail={<span title={describeLevels(levels)}>{levels.length === 0 ? '没有认出 group 列' : describeLevels(levels)}</span>}
            actions={
              <Button
                type="link"
                size="small"
                aria-label={`更换${parameter.label}`}
                onClick={() =>
                  matrix === undefined
                    ? form.setInput(name, undefined)
                    : setSource(choice.from === 'rows' && choice.origin.kind !== 'annotation' ? 'hand' : annotated ? 'annotation' : 'hand')
                }
              >
                更换
              </Button>
            }
          />
        )}
      </UploadBox>
      <FilePicker
        open={picking}
        title={`选择${parameter.label}`}
        types={['groups', 'annotation', 'survival', 'table']}
        onPick={takeFile}
        onClose={() => setPicking(false)}
      />
      {unclear !== undefined && (
        <Suspense fallback={null}>
          <GroupsFileDrawer
            file={unclear}
            samples={matrix?.samples}
            onTake={(next) => {
              setUnclear(undefined);
              form.setInput(name, next);
            }}
            onClose={() => setUnclear(undefined)}
          />
        </Suspense>
      )}
      {source !== undefined && matrix !== undefined && (
        <Suspense fallback={null}>
          <GroupsDrawer
            title={parameter.label}
            matrix={matrix}
            proposed={proposed}
            current={choice}
            source={source}
            tabs={
              <Segments
                block
                aria-label="分组的来源"
                value={source}
                options={[
                  ...(annotated ? [{ value: 'annotation', label: '文件自带' }] : []),
                  { value: 'paste', label: '粘贴' },
                  { value: 'hand', label: '手工分组' },
                ]}
                onChange={(next) => setSource(next as GroupsSource)}
              />
            }
            onFiles={() => {
              setSource(undefined);
              form.setInput(name, undefined);
            }}
            onTake={(next) => {
              setSource(undefined);
              form.setInput(name, next);
            }}
            onClose={() => setSource(undefined)}
          />
        </Suspense>
      )}
    </Field>
  );
}
