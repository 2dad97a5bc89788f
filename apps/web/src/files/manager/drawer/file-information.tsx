import { DATA_FILE_TYPES, type DataFileType, FILE_TYPE_WORDS, type UserFile } from '@oncoloom/contract';
import { formatBytes } from '@oncoloom/tool-kit';
import { Select } from 'antd';
import { When } from '../../../base/parts/when.tsx';
import { Description } from './description.tsx';
import { Versions } from './versions.tsx';

interface Props {
  file: UserFile;
  onDescribe: (description: string) => Promise<unknown>;
  typing: boolean;
  onType: (type: DataFileType) => void;
  fixing: boolean;
  onRestore: (version: number) => void;
}

/** What is known of a file beside its contents: the type that it is read as (another one has it read again), size, day, description, versions. */
export function FileInformation({ file, onDescribe, typing, onType, fixing, onRestore }: Props) {
  return (
    <>
      <dl className="file-facts">
        <div>
          <dt>{file.file_type === 'document' ? '类型' : <label htmlFor="file-type">类型</label>}</dt>
          <dd>
            {file.file_type === 'document' ? (
              FILE_TYPE_WORDS.document
            ) : (
              <Select
                id="file-type"
                size="small"
                value={file.file_type}
                loading={typing}
                popupMatchSelectWidth={false}
                options={DATA_FILE_TYPES.map((value) => ({ value, label: FILE_TYPE_WORDS[value] }))}
                onChange={onType}
              />
            )}
          </dd>
        </div>
        <div>
          <dt>大小</dt>
          <dd>{formatBytes(file.file_size)}</dd>
        </div>
        <div>
          <dt>上传</dt>
          <dd>
            <When time={file.created_at} />
          </dd>
        </div>
      </dl>
      <section aria-label="说明">
        <h3 className="small-title">说明</h3>
        <Description text={file.description} of={`「${file.name}」`} onSave={onDescribe} />
      </section>
      <Versions file={file} busy={fixing} onRestore={onRestore} />
    </>
  );
}
