import type { UserFile } from '@oncoloom/contract';
import type { FileParameter } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { useState } from 'react';
import { ChosenCard, describeFile } from '../../files/file-card.tsx';
import { FilePicker } from '../../files/file-picker.tsx';
import { UploadBox } from '../../files/upload-box.tsx';
import { useUpload } from '../../files/use-upload.ts';
import { Field } from '../field.tsx';
import type { ToolForm } from '../use-tool-form.ts';

/** A file: dropped, uploaded, or picked from the space. */
export function FileField({ name, parameter, form, label }: { name: string; parameter: FileParameter; form: ToolForm; label?: string }) {
  const choice = form.state.inputs[name];
  const file: UserFile | undefined = choice?.from === 'file' ? choice.file : undefined;
  const only = parameter.fileTypes.length === 1 ? parameter.fileTypes[0] : undefined;
  const [picking, setPicking] = useState(false);
  const take = (next: UserFile) => {
    setPicking(false);
    form.setInput(name, { from: 'file', file: next });
  };
  const upload = useUpload(only, take);
  const refused = upload.state?.step === 'refused' ? upload.state.detail : undefined;
  return (
    <Field
      id={name}
      label={label ?? parameter.label}
      error={refused ?? (upload.state === undefined ? form.errorOf(name) : undefined)}
      help={file === undefined ? parameter.help : undefined}
    >
      <UploadBox
        id={name}
        label={`上传${parameter.label}`}
        state={upload.state}
        onFile={upload.send}
        onCancel={upload.cancel}
        others={
          <Button type="link" size="small" onClick={() => setPicking(true)}>
            从空间选择
          </Button>
        }
      >
        {file === undefined ? undefined : (
          <ChosenCard
            title={file.name}
            detail={describeFile(file)}
            actions={
              <Button type="link" size="small" onClick={() => form.setInput(name, undefined)} aria-label={`更换${parameter.label}`}>
                更换
              </Button>
            }
          />
        )}
      </UploadBox>
      <FilePicker
        open={picking}
        title={`选择${parameter.label}`}
        types={parameter.fileTypes}
        onPick={take}
        onClose={() => setPicking(false)}
      />
    </Field>
  );
}
