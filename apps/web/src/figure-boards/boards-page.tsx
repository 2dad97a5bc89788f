import { PlusOutlined } from '@ant-design/icons';
import { BOARDS_MAX, type BoardRow } from '@oncoloom/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { Link, useNavigate } from 'react-router';
import { createBoard, listBoards, removeBoard } from '../api/figure-boards.ts';
import { keys } from '../api/query-keys.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { When } from '../base/parts/when.tsx';
import { pageTitle } from '../base/paths.ts';
import { boardPath, freeName } from './board-words.ts';
import './boards.css';

/** The user's boards, the one changed last first. */
export default function BoardsPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const query = useQuery({ queryKey: keys.boards, queryFn: ({ signal }) => listBoards({ signal, silent: true }) });
  const create = useMutation({
    mutationFn: () => createBoard(freeName(query.data?.results ?? [])),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: keys.boards });
      navigate(boardPath(id));
    },
  });
  return (
    <>
      <header className="boards-head">
        <h1 className="page-title">{pageTitle('/figure-boards')}</h1>
        <Button type="primary" icon={<PlusOutlined />} loading={create.isPending} onClick={() => create.mutate()}>
          新建拼图
        </Button>
        <p>把几次分析的图拼成论文里的一张：A、B、C 编号，坐标轴对齐，字号一致，按毫米排版，一次下载成 PDF、SVG、TIFF、PNG 或 PPTX。</p>
      </header>
      <section className="card boards-list">
        <Loaded query={query} name="拼图列表">
          {({ results, count }) =>
            results.length === 0 ? (
              <p className="boards-none">这里还没有拼图。点「新建拼图」，或在任何一张结果图上点「放进拼图」。</p>
            ) : (
              <>
                <ul>
                  {results.map((row) => (
                    <Row key={row.id} row={row} onRemoved={() => queries.invalidateQueries({ queryKey: keys.boards })} />
                  ))}
                </ul>
                <p className="caption">
                  共 {count} 个，最多 {BOARDS_MAX} 个。
                </p>
              </>
            )
          }
        </Loaded>
      </section>
    </>
  );
}

function Row({ row, onRemoved }: { row: BoardRow; onRemoved: () => Promise<void> }) {
  const { id, name, panels, width, height, updated_at } = row;
  const remove = useMutation({ mutationFn: () => removeBoard(id), onSuccess: onRemoved });
  return (
    <li className="boards-row">
      <Link to={boardPath(id)}>{name}</Link>
      <span className="caption">
        {panels} 张图 · {width} × {height} mm · <When time={updated_at} />
      </span>
      <Popconfirm
        title="删除这个拼图？"
        description="里面的分析和图不会删除。删掉的拼图找不回来。"
        okText="删除"
        cancelText="取消"
        onConfirm={() => remove.mutateAsync().catch(() => undefined)}
      >
        <Button size="small" danger loading={remove.isPending}>
          删除
        </Button>
      </Popconfirm>
    </li>
  );
}
