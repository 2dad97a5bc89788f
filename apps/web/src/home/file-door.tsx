import { FILE_TYPE_WORDS, type UserFile } from '@oncoloom/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { AccessionEntry } from '../files/accession/accession-entry.tsx';
import { ChosenCard, describeFile } from '../files/file-card.tsx';
import { toolsFor } from '../files/tools-for-file.ts';
import { UploadBox } from '../files/upload-box.tsx';
import { useNoStrayDrops } from '../files/use-no-stray-drops.ts';
import { useUpload } from '../files/use-upload.ts';

/** How many tools are offered at once; the file's own page offers all. */
const OFFERED = 5;

/** What the platform takes a file for, and what can be begun with it. */
export function Recognised({ file, onOther }: { file: UserFile; onOther: () => void }) {
  const tools = toolsFor(file);
  const page = `/file-manager?file=${file.id}`;
  return (
    <div className="file-door-found" role="status">
      <ChosenCard
        title={file.name}
        detail={`${FILE_TYPE_WORDS[file.file_type]} · ${describeFile(file)}`}
        actions={
          <Button type="link" size="small" onClick={onOther}>
            换一个
          </Button>
        }
      />
      {tools.length === 0 ? (
        <p>
          没有直接用这种文件的工具。<Link to={page}>打开检查报告</Link>，看平台读到了什么，类型不对可以在那里改。
        </p>
      ) : (
        <>
          <p className="caption">接下来可以</p>
          <ul className="file-door-tools">
            {tools.slice(0, OFFERED).map(({ taskType, title, routes }) => (
              <li key={taskType}>
                <Link to={`${routes.analysis}?file=${file.id}`}>{title}</Link>
              </li>
            ))}
            <li>
              <Link to={page} className="is-quiet">
                {tools.length > OFFERED ? `另外 ${tools.length - OFFERED} 个工具和检查报告` : '检查报告'}
              </Link>
            </li>
          </ul>
        </>
      )}
    </div>
  );
}

/** Takes a file, says what it is, and offers what fits it. */
export function FileDoor() {
  useNoStrayDrops();
  const [file, setFile] = useState<UserFile | undefined>();
  const upload = useUpload([], setFile);
  if (file !== undefined) return <Recognised file={file} onOther={() => setFile(undefined)} />;
  return (
    <>
      <UploadBox
        id="home-file"
        label="上传文件"
        state={upload.state}
        onFile={upload.send}
        onCancel={upload.cancel}
        others={<span className="caption">或拖到这里，平台认出类型，列出合适的工具</span>}
      />
      {upload.state?.step === 'refused' && (
        <p className="field-error" role="alert">
          {upload.state.name}：{upload.state.detail}
        </p>
      )}
      <p className="caption file-door-or">或用公开数据：填 GEO 编号，平台去取表达矩阵和样本信息</p>
      <AccessionEntry onFile={setFile} />
    </>
  );
}
