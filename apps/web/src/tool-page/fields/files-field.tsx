import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import type { UserFile } from '@oncoloom/contract';
import { type FilesParameter, KIND_WORDS } from '@oncoloom/tool-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { fixFile } from '../../api/files.ts';
import { keys } from '../../api/query-keys.ts';
import { showSuccess } from '../../base/notices.ts';
import { AccessionButton } from '../../files/accession/accession-button.tsx';
import { ChosenCard, describeFile, describeMatrix } from '../../files/file-card.tsx';
import { fixedWords } from '../../files/file-fix.ts';
import { FilePicker } from '../../files/file-picker.tsx';
import { UploadBox } from '../../files/upload-box.tsx';
import { useUpload } from '../../files/use-upload.ts';
import { type InputChoice, keyOfMatrix, type MatrixChoice, matrixOf, titleOf } from '../data/input-choice.ts';
import { makersOf } from '../data/makers.ts';
import { Field } from '../field.tsx';
import { ResultPicker } from '../field-parts/result-picker.tsx';
import type { ToolForm } from '../form/use-tool-form.ts';

/** Tools whose results hold an expression matrix. */
const MAKERS = makersOf(['matrix']);

/** @param apart Studies of different scales stand side by side: each tells its own. */
function describe(item: MatrixChoice, apart: boolean): string {
  const kind = matrixOf(item)?.kind;
  const scale = apart && kind !== undefined ? ` · ${KIND_WORDS[kind]}` : '';
  if (item.from === 'file') return describeFile(item.file) + scale;
  return item.matrix === undefined ? '早先的结果' : `早先的结果 · ${describeMatrix(item.matrix)}${scale}`;
}

/** Probes of a platform, which can be brought to gene names. */
function isProbes(item: MatrixChoice): boolean {
  const matrix = matrixOf(item);
  return matrix?.identifiers === 'probe' && matrix.platform !== null;
}

/** Brings the probes of one of the files to gene names, in a new version of it. */
function ToGenes({ file, onChanged }: { file: UserFile; onChanged: (file: UserFile) => void }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => fixFile(file.id, { fix: 'probes_to_genes' }),
    onSuccess: (changed) => {
      showSuccess(fixedWords(changed.version));
      onChanged(changed);
      // The request is the same, what it reads is not.
      return Promise.all([keys.files, keys.estimates, keys.checks].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  return (
    <Button size="small" loading={change.isPending} aria-label={`把 ${file.name} 换成基因名`} onClick={() => change.mutate()}>
      换成基因名
    </Button>
  );
}

/** Several matrices: uploaded one after the other, picked from the space or from results; their order can be changed. */
export function FilesField({ name, parameter, form }: { name: string; parameter: FilesParameter; form: ToolForm }) {
  const choice = form.state.inputs[name];
  const items = choice?.from === 'files' ? choice.items : [];
  const [picking, setPicking] = useState<'file' | 'result'>();
  const set = (next: readonly MatrixChoice[]) => form.setInput(name, next.length === 0 ? undefined : { from: 'files', items: next });
  const add = (item: MatrixChoice) => {
    setPicking(undefined);
    if (!items.some((other) => keyOfMatrix(other) === keyOfMatrix(item))) set([...items, item]);
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
            <li key={keyOfMatrix(item)}>
              <ChosenCard
                title={titleOf(item)}
                detail={describe(item, parameter.apart === true)}
                actions={
                  <>
                    {parameter.apart === true && item.from === 'file' && isProbes(item) && (
                      <ToGenes
                        file={item.file}
                        onChanged={(file) => set(items.map((other) => (other === item ? { from: 'file', file } : other)))}
                      />
                    )}
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
