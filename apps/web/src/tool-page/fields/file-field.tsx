import type { UserFile } from '@oncoloom/contract';
import { type FileParameter, matricesTaken } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { useState } from 'react';
import { ChosenCard, describeFile, describeMatrix } from '../../files/file-card.tsx';
import { FilePicker } from '../../files/file-picker.tsx';
import { UploadBox } from '../../files/upload-box.tsx';
import { useUpload } from '../../files/use-upload.ts';
import { Field } from '../field.tsx';
import type { InputChoice } from '../form-state.ts';
import { makersOf } from '../makers.ts';
import type { ToolForm } from '../use-tool-form.ts';
import { ResultPicker } from './result-picker.tsx';

/** A file: dropped, uploaded, or picked from the space. */
export function FileField({ name, parameter, form, label }: { name: string; parameter: FileParameter; form: ToolForm; label?: string }) {
  const choice = form.state.inputs[name];
  const chosen =
    choice?.from === 'file'
      ? { title: choice.file.name, detail: describeFile(choice.file) }
      : choice?.from === 'analysis'
        ? { title: choice.name, detail: choice.matrix === undefined ? '早先的结果' : `早先的结果 · ${describeMatrix(choice.matrix)}` }
        : undefined;
  const makers = parameter.fileTypes.includes('expression') ? makersOf(matricesTaken(parameter)) : [];
  const takesResults = makers.length > 0;
  const only = parameter.fileTypes.length === 1 ? parameter.fileTypes[0] : undefined;
  const [picking, setPicking] = useState<'file' | 'result'>();
  const choose = (next: InputChoice) => {
    setPicking(undefined);
    form.setInput(name, next);
  };
  const take = (next: UserFile) => choose({ from: 'file', file: next });
  const upload = useUpload(only, take);
  const refused = upload.state?.step === 'refused' ? upload.state.detail : undefined;
  return (
    <Field
      id={name}
      label={label ?? parameter.label}
      error={refused ?? (upload.state === undefined ? form.errorOf(name) : undefined)}
      help={chosen === undefined ? parameter.help : undefined}
    >
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
            {takesResults && (
              <Button type="link" size="small" onClick={() => setPicking('result')}>
                从结果选择
              </Button>
            )}
          </>
        }
      >
        {chosen === undefined ? undefined : (
          <ChosenCard
            {...chosen}
            actions={
              <Button type="link" size="small" onClick={() => form.setInput(name, undefined)} aria-label={`更换${parameter.label}`}>
                更换
              </Button>
            }
          />
        )}
      </UploadBox>
      <FilePicker
        open={picking === 'file'}
        title={`选择${parameter.label}`}
        types={parameter.fileTypes}
        onPick={take}
        onClose={() => setPicking(undefined)}
      />
      {takesResults && (
        <ResultPicker
          open={picking === 'result'}
          title={`用早先的结果作${parameter.label}`}
          makers={makers}
          onPick={choose}
          onClose={() => setPicking(undefined)}
        />
      )}
    </Field>
  );
}
