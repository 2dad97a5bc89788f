import { PlusOutlined } from '@ant-design/icons';
import { FILE_TYPE_WORDS } from '@oncoloom/contract';
import { formatBytes } from '@oncoloom/tool-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { createBoard, listBoards } from '../api/figure-boards.ts';
import { listFiles } from '../api/files.ts';
import type { ProjectThings } from '../api/projects.ts';
import { keys } from '../api/query-keys.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { When } from '../base/parts/when.tsx';
import { UploadBox } from '../files/upload-box.tsx';
import { useUpload } from '../files/use-upload.ts';
import { TakeOut } from './add-things.tsx';

const FILES_SHOWN = 100;

interface Props {
  project: number;
  archived: boolean;
  onAdd: (things: ProjectThings) => void;
  onTake: (things: ProjectThings) => void;
}

/** Files of a project; one that is uploaded here belongs to it. */
export function ProjectFiles({ project, archived, onAdd, onTake }: Props) {
  const request = { project_id: project, page_size: FILES_SHOWN };
  const query = useQuery({ queryKey: [...keys.files, request], queryFn: ({ signal }) => listFiles(request, { signal, silent: true }) });
  const upload = useUpload([], ({ id }) => onAdd({ file_ids: [id] }));
  return (
    <section className="card project-things" aria-labelledby="project-files">
      <h2 className="card-title" id="project-files">
        文件
      </h2>
      <Loaded query={query} name="文件">
        {({ files }) =>
          files.length === 0 ? (
            <p className="projects-none">课题里还没有文件。</p>
          ) : (
            <ul>
              {files.map((file) => (
                <li key={file.id}>
                  <Link to={`/file-manager?file=${file.id}`}>{file.name}</Link>
                  <span className="caption">
                    {FILE_TYPE_WORDS[file.file_type]} · {formatBytes(file.file_size)} · 第 {file.version} 版
                  </span>
                  <TakeOut name={file.name} onClick={() => onTake({ file_ids: [file.id] })} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {!archived && (
        <>
          <UploadBox id="project-upload" label="上传文件到课题" state={upload.state} onFile={upload.send} onCancel={upload.cancel} />
          {upload.state?.step === 'refused' && (
            <p className="field-error" role="alert">
              {upload.state.name}：{upload.state.detail}
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** Boards of a project; one that is made here belongs to it. */
export function ProjectBoards({ project, archived, onTake }: Omit<Props, 'onAdd'>) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: [...keys.boards, project],
    queryFn: ({ signal }) => listBoards({ signal, silent: true }, project),
  });
  const create = useMutation({
    mutationFn: () => createBoard(`图 ${(query.data?.count ?? 0) + 1}`, undefined, project),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: keys.boards });
      navigate(`/figure-boards/${id}`);
    },
  });
  return (
    <section className="card project-things" aria-labelledby="project-boards">
      <h2 className="card-title" id="project-boards">
        拼图
      </h2>
      <Loaded query={query} name="拼图">
        {({ results }) =>
          results.length === 0 ? (
            <p className="projects-none">课题里还没有拼图。</p>
          ) : (
            <ul>
              {results.map(({ id, name, panels, updated_at }) => (
                <li key={id}>
                  <Link to={`/figure-boards/${id}`}>{name}</Link>
                  <span className="caption">
                    {panels} 张图 · <When time={updated_at} />
                  </span>
                  <TakeOut name={name} onClick={() => onTake({ board_ids: [id] })} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {!archived && (
        <Button icon={<PlusOutlined />} loading={create.isPending} onClick={() => create.mutate()}>
          新建拼图
        </Button>
      )}
    </section>
  );
}
