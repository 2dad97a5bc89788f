import type { UserFile } from '@oncoloom/contract';
import { type FileParameter, matricesTaken } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { useState } from 'react';
import { AccessionButton } from '../../files/accession/accession-button.tsx';
import { ChosenCard, describeFile, describeMatrix } from '../../files/file-card.tsx';
import { FilePicker } from '../../files/file-picker.tsx';
import { UploadBox } from '../../files/upload-box.tsx';
import { useUpload } from '../../files/use-upload.ts';
import { makersOf } from '../data/makers.ts';
import { Field } from '../field.tsx';
import { ResultPicker } from '../field-parts/result-picker.tsx';
import { SourceTabs, useSource } from '../field-parts/source-tabs.tsx';
import { type InputChoice, matrixOf } from '../form/form-state.ts';
import type { ToolForm } from '../form/use-tool-form.ts';

/** What a file may be, where a tool takes either. */
const SHAPES = [
  { value: 'table', label: '表格' },
  { value: 'expression', label: '表达矩阵' },
] as const;

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
  const sources = SHAPES.filter(({ value }) => parameter.fileTypes.length > 1 && parameter.fileTypes.includes(value));
  const [source, setSource] = useSource(sources, choice, (one) => (matrixOf(one) === undefined ? 'table' : 'expression'));
  const types = sources.length < 2 ? parameter.fileTypes : parameter.fileTypes.filter((type) => type === source);
  const takesResults = makers.length > 0 && types.includes('expression');
  const [picking, setPicking] = useState<'file' | 'result'>();
  const choose = (next: InputChoice) => {
    setPicking(undefined);
    form.setInput(name, next);
  };
  // A table and a matrix are no two files of one request.
  const turn = (next: string) => {
    if (next !== source && choice !== undefined) form.setInput(name, undefined);
    setSource(next);
  };
  const take = (next: UserFile) => choose({ from: 'file', file: next });
  const upload = useUpload(types, take);
  const refused = upload.state?.step === 'refused' ? upload.state.detail : undefined;
  return (
    <Field
      id={name}
      label={label ?? parameter.label}
      error={refused ?? (upload.state === undefined ? form.errorOf(name) : undefined)}
      help={chosen === undefined ? parameter.help : undefined}
    >
      <SourceTabs label={parameter.label} sources={sources} value={source} onChange={turn} />
      <div className={sources.length < 2 ? undefined : 'alternative'}>
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
              {types.includes('expression') && <AccessionButton type="link" size="small" onFile={take} />}
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
      </div>
      <FilePicker
        open={picking === 'file'}
        title={`选择${parameter.label}`}
        types={types}
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
