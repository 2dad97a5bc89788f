import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { addToBoard, createBoard, listBoards } from '../api/figure-boards.ts';
import { keys } from '../api/query-keys.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { boardPath, freeName } from './board-words.ts';
import './boards.css';

interface Props {
  analysisId: number;
  figure: string;
  title: string;
  /** Waits until the figure's own style is kept. */
  saved: () => Promise<boolean>;
  onClose: () => void;
}

/** Puts a figure of a result on one of the user's boards, or on a new one. */
export default function PutOnBoard({ analysisId, figure, title, saved, onClose }: Props) {
  const queries = useQueryClient();
  const query = useQuery({ queryKey: keys.boards, queryFn: ({ signal }) => listBoards({ signal, silent: true }) });
  const [done, setDone] = useState<{ id: number; name: string }>();
  const put = useMutation({
    mutationFn: async (board: number | null) => {
      await saved();
      const id = board ?? (await createBoard(freeName(query.data?.results ?? []))).id;
      return addToBoard(id, analysisId, figure);
    },
    onSuccess: async ({ id, name }) => {
      setDone({ id, name });
      queries.removeQueries({ queryKey: keys.board(id) });
      await queries.invalidateQueries({ queryKey: keys.boards });
    },
  });
  if (done !== undefined)
    return (
      <Modal open title="已放进拼图" footer={null} onCancel={onClose}>
        <p>
          「{title}」已放进「{done.name}」，之后在这里改图，拼图跟着变。
        </p>
        <p className="board-buttons">
          <Link to={boardPath(done.id)}>打开这个拼图</Link>
          <Button size="small" onClick={onClose}>
            留在这里
          </Button>
        </p>
      </Modal>
    );
  return (
    <Modal open title={`把「${title}」放进拼图`} footer={null} onCancel={onClose}>
      <Loaded query={query} name="拼图列表" rows={3}>
        {({ results }) => (
          <>
            <Button
              type="primary"
              block
              disabled={put.isPending}
              loading={put.isPending && put.variables === null}
              onClick={() => put.mutate(null)}
            >
              放进新的拼图
            </Button>
            {results.length > 0 && (
              <ul className="board-choices">
                {results.map(({ id, name, panels, width, height }) => (
                  <li key={id}>
                    <Button block disabled={put.isPending} loading={put.isPending && put.variables === id} onClick={() => put.mutate(id)}>
                      <span>{name}</span>
                      <small>
                        {panels} 张图 · {width} × {height} mm
                      </small>
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Modal>
  );
}
