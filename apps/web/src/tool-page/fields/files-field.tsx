import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import type { UserFile } from '@oncoloom/contract';
import type { FilesParameter } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { useState } from 'react';
import { AccessionButton } from '../../files/accession/accession-button.tsx';
import { ChosenCard, describeFile, describeMatrix } from '../../files/file-card.tsx';
import { FilePicker } from '../../files/file-picker.tsx';
import { UploadBox } from '../../files/upload-box.tsx';
import { useUpload } from '../../files/use-upload.ts';
import { type InputChoice, type MatrixChoice, titleOf } from '../data/input-choice.ts';
import { makersOf } from '../data/makers.ts';
import { Field } from '../field.tsx';
import { ResultPicker } from '../field-parts/result-picker.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';

/** Tools whose results hold an expression matrix. */
const MAKERS = makersOf(['matrix']);

const keyOf = (item: MatrixChoice): string => (item.from === 'file' ? `file-${item.file.id}` : `analysis-${item.id}`);

function describe(item: MatrixChoice): string {
  if (item.from === 'file') return describeFile(item.file);
  return item.matrix === undefined ? '早先的结果' : `早先的结果 · ${describeMatrix(item.matrix)}`;
}

/** Several matrices: uploaded one after the other, picked from the space or from results; their order can be changed. */
export function FilesField({ name, parameter, form }: { name: string; parameter: FilesParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const items = choice?.from === 'files' ? choice.items : [];
  const [picking, setPicking] = useState<'file' | 'result'>();
  const set = (next: readonly MatrixChoice[]) => form.setInput(name, next.length === 0 ? undefined : { from: 'files', items: next });
  const add = (item: MatrixChoice) => {
    setPicking(undefined);
    if (!items.some((other) => keyOf(other) === keyOf(item))) set([...items, item]);
  };
  const take = (file: UserFile) => add({ from: 'file', file });
  const takeResult = (next: InputChoice) => next.from === 'analysis' && add(next);
  const move = (from: number, to: number) => {
    const next = [...items];
    const [item] = next.splice(from, 1);
    if (item !== undefined) next.splice(to, 0, item);
    set(next);
  };
  const upload = useUpload(parameter.fileTypes, take);
  const refused = upload.state?.step === 'refused' ? upload.state.detail : undefined;
  const isFull = items.length >= parameter.max;
  return (
    <Field
      id={name}
      label={`${parameter.label}${items.length === 0 ? '' : `（${items.length} 个）`}`}
      error={refused ?? (upload.state === undefined ? form.errorOf(name) : undefined)}
      help={isFull ? `最多 ${parameter.max} 个。` : parameter.help}
      wide
    >
      {items.length > 0 && (
        <ol className="chosen-files" aria-label={`选好的${parameter.label}`}>
          {items.map((item, i) => (
            <li key={keyOf(item)}>
              <ChosenCard
                title={titleOf(item)}
                detail={describe(item)}
                actions={
                  <>
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowUpOutlined />}
                      disabled={i === 0}
                      aria-label={`上移 ${titleOf(item)}`}
                      onClick={() => move(i, i - 1)}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowDownOutlined />}
                      disabled={i === items.length - 1}
                      aria-label={`下移 ${titleOf(item)}`}
                      onClick={() => move(i, i + 1)}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<DeleteOutlined />}
                      aria-label={`去掉 ${titleOf(item)}`}
                      onClick={() => set(items.filter((_, other) => other !== i))}
                    />
                  </>
                }
              />
            </li>
          ))}
        </ol>
      )}
      {!isFull && (
        <UploadBox
          id={name}
          label={`上传${parameter.label}`}
          state={upload.state}
          onFile={upload.send}
          onCancel={upload.cancel}
          others={
            <>
              <Button type="link" size="small" onClick={() => setPicking('file')}>
                从空间选择
              </Button>
              {MAKERS.length > 0 && (
                <Button type="link" size="small" onClick={() => setPicking('result')}>
                  从结果选择
                </Button>
              )}
              {parameter.fileTypes.includes('expression') && <AccessionButton type="link" size="small" onFile={take} keepOpen />}
            </>
          }
        />
      )}
      <FilePicker
        open={picking === 'file'}
        title={`选择${parameter.label}`}
        types={parameter.fileTypes}
        onPick={take}
        onClose={() => setPicking(undefined)}
      />
      {MAKERS.length > 0 && (
        <ResultPicker
          open={picking === 'result'}
          title={`用早先的结果作${parameter.label}`}
          makers={MAKERS}
          onPick={takeResult}
          onClose={() => setPicking(undefined)}
        />
      )}
    </Field>
  );
}
