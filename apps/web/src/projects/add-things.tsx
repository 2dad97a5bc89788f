import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { getAnalysisList } from '../api/analyses.ts';
import { listBoards } from '../api/figure-boards.ts';
import { listFiles } from '../api/files.ts';
import type { ProjectThings } from '../api/projects.ts';
import { keys } from '../api/query-keys.ts';
import { useDebounced } from '../base/hooks/use-debounced.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { Segments } from '../base/parts/segments.tsx';
import { When } from '../base/parts/when.tsx';
import { toolOf } from '../live/result-path.ts';

const SHOWN = 30;
const TYPING_MS = 250;

type Kind = 'analysis' | 'file' | 'board';
const KINDS: { value: Kind; label: string }[] = [
  { value: 'analysis', label: '分析' },
  { value: 'file', label: '文件' },
  { value: 'board', label: '拼图' },
];
const WORDS: Record<Kind, string> = { analysis: '分析', file: '文件', board: '拼图' };

interface Thing {
  id: number;
  name: string;
  detail: ReactNode;
  project: number | null;
}

/** The newest things of one kind whose names hold a text. */
async function find(kind: Kind, text: string, signal: AbortSignal): Promise<Thing[]> {
  const options = { signal, silent: true };
  if (kind === 'analysis') {
    const { results } = await getAnalysisList({ page_size: SHOWN, ...(text === '' ? {} : { search_name: text }) }, options);
    return results.map((row) => ({
      id: row.id,
      name: row.task_name,
      detail: (
        <>
          {toolOf(row)?.title ?? row.task_type} · <When time={row.created_at} />
        </>
      ),
      project: row.project_id,
    }));
  }
  if (kind === 'file') {
    const { files } = await listFiles({ page_size: SHOWN, ...(text === '' ? {} : { name: text }) }, options);
    return files.map((file) => ({ id: file.id, name: file.name, detail: <When time={file.created_at} />, project: file.project_id }));
  }
  const { results } = await listBoards(options);
  return results
    .filter(({ name }) => name.includes(text))
    .map((row) => ({ id: row.id, name: row.name, detail: `${row.panels} 张图`, project: row.project_id }));
}

interface Props {
  project: number;
  adding: boolean;
  onAdd: (things: ProjectThings) => void;
  onClose: () => void;
}

/** Chooses analyses, files and boards of the user that are put into a project. */
export function AddThings({ project, adding, onAdd, onClose }: Props) {
  const [kind, setKind] = useState<Kind>('analysis');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Record<Kind, readonly number[]>>({ analysis: [], file: [], board: [] });
  const search = useDebounced(text.trim(), TYPING_MS);
  const query = useQuery({
    queryKey: [...keys.projects, 'things', kind, search],
    queryFn: ({ signal }) => find(kind, search, signal),
  });
  const count = chosen.analysis.length + chosen.file.length + chosen.board.length;
  const toggle = (id: number) =>
    setChosen((known) => ({ ...known, [kind]: known[kind].includes(id) ? known[kind].filter((one) => one !== id) : [...known[kind], id] }));
  return (
    <Modal
      open
      title="放进已有的"
      width={560}
      okText={count === 0 ? '放进课题' : `放进课题（${count}）`}
      cancelText="取消"
      okButtonProps={{ disabled: count === 0 }}
      confirmLoading={adding}
      onOk={() => onAdd({ analysis_ids: chosen.analysis, file_ids: chosen.file, board_ids: chosen.board })}
      onCancel={onClose}
    >
      <div className="add-things">
        <Segments aria-label="放进什么" value={kind} options={KINDS} onChange={setKind} />
        <Input.Search
          allowClear
          aria-label={`按名称搜索${WORDS[kind]}`}
          placeholder="按名称搜索"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="add-things-list">
          <Loaded query={query} name={`${WORDS[kind]}列表`}>
            {(things) =>
              things.length === 0 ? (
                <p className="caption">{search === '' ? `还没有${WORDS[kind]}。` : `没有名称含「${search}」的${WORDS[kind]}。`}</p>
              ) : (
                <ul>
                  {things.map(({ id, name, detail, project: within }) => (
                    <li key={id}>
                      <Checkbox
                        checked={within === project || chosen[kind].includes(id)}
                        disabled={within === project}
                        onChange={() => toggle(id)}
                      >
                        <span className="box-name">{name}</span>
                        <span className="caption">
                          {detail}
                          {within === project ? ' · 已在课题里' : within === null ? '' : ' · 在别的课题里，会移过来'}
                        </span>
                      </Checkbox>
                    </li>
                  ))}
                </ul>
              )
            }
          </Loaded>
        </div>
        <p className="caption">列出最新的 {SHOWN} 个；更早的按名称搜索。一样东西只属于一个课题。</p>
      </div>
    </Modal>
  );
}

/** A quiet button that takes one thing out of the project. */
export function TakeOut({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button type="link" size="small" className="is-quiet" aria-label={`把「${name}」移出课题`} onClick={onClick}>
      移出
    </Button>
  );
}
