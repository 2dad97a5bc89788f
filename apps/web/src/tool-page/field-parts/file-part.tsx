import type { FileType, UserFile } from '@oncoloom/contract';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { ChosenCard, describeFile } from '../../files/file-card.tsx';
import { FilePicker } from '../../files/file-picker.tsx';
import { UploadBox } from '../../files/upload-box.tsx';
import { useUpload } from '../../files/use-upload.ts';

interface Props {
  id: string;
  /** Of what is asked for. */
  label: string;
  /** Types of file; an upload is read as the first of them. */
  types: readonly FileType[];
  chosen: UserFile | undefined;
  /** Further buttons beside those of the file. */
  others?: ReactNode;
  onTake: (file: UserFile) => void;
  onRemove: () => void;
}

/** A file of the user's: dropped, uploaded or picked from the space. */
export function FilePart({ id, label, types, chosen, others, onTake, onRemove }: Props) {
  const [picking, setPicking] = useState(false);
  const take = (file: UserFile) => {
    setPicking(false);
    onTake(file);
  };
  const upload = useUpload(types.slice(0, 1), take);
  const refused = upload.state?.step === 'refused' ? upload.state.detail : undefined;
  return (
    <>
      <UploadBox
        id={id}
        label={`上传${label}`}
        state={upload.state}
        onFile={upload.send}
        onCancel={upload.cancel}
        others={
          <>
            <Button type="link" size="small" onClick={() => setPicking(true)}>
              从空间选择
            </Button>
            {others}
          </>
        }
      >
        {chosen === undefined ? undefined : (
          <ChosenCard
            title={chosen.name}
            detail={describeFile(chosen)}
            actions={
              <Button type="link" size="small" onClick={onRemove} aria-label={`更换${label}`}>
                更换
              </Button>
            }
          />
        )}
      </UploadBox>
      {refused !== undefined && (
        <p className="field-error" role="alert">
          {refused}
        </p>
      )}
      <FilePicker open={picking} title={`选择${label}`} types={types} onPick={take} onClose={() => setPicking(false)} />
    </>
  );
}
