import { MinusCircleOutlined, PlusCircleOutlined } from '@ant-design/icons';
import { type LedgerRow, PAGE_SIZES } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { useSession } from '../accounts/session.ts';
import { pointsLedger } from '../api/billing.ts';
import { keys } from '../api/query-keys.ts';
import { useNarrow } from '../base/hooks/use-narrow.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { When } from '../base/parts/when.tsx';
import { resultPath, toolOf } from '../live/result-path.ts';
import { readLedgerView, signedPoints } from './ledger.ts';
import './ledger-table.css';

function TaskLink({ task }: { task: NonNullable<LedgerRow['task']> }) {
  const entry = toolOf(task);
  return entry ? <Link to={resultPath(entry, task.id)}>{task.name}</Link> : task.name;
}

function Row({ row }: { row: LedgerRow }) {
  return (
    <tr>
      <td>
        {row.reason}
        {row.task && (
          <span className="ledger-task">
            <TaskLink task={row.task} />
          </span>
        )}
      </td>
      <td className="ledger-when">
        <When time={row.time} />
      </td>
      <td className="ledger-number">
        <span className="ledger-icon" aria-hidden="true">
          {row.change < 0 ? <MinusCircleOutlined /> : <PlusCircleOutlined />}
        </span>
        {signedPoints(row.change)}
      </td>
      <td className="ledger-number ledger-balance">
        <span className="ledger-label">余额 </span>
        {formatCount(row.balance)}
      </td>
    </tr>
  );
}

/** Every change of points, newest first; the page in view stands in the address. */
export function LedgerTable() {
  const [search, setSearch] = useSearchParams();
  const view = readLedgerView(search);
  const narrow = useNarrow();
  // Points that change while the page is open (a task, a card) bring a row.
  const points = useSession((state) => state.user?.points);
  const query = useQuery({
    queryKey: [...keys.ledger, view, points],
    queryFn: ({ signal }) => pointsLedger(view.page, view.pageSize, { signal, silent: true }),
    placeholderData: keepPreviousData,
  });
  const turn = (page: number, size: number) =>
    setSearch((former) => {
      former.set('page', String(size === view.pageSize ? page : 1));
      former.set('page_size', String(size));
      return former;
    });
  return (
    <section className="ledger" aria-labelledby="ledger-title">
      <h3 className="small-title" id="ledger-title">
        点数明细
      </h3>
      <Loaded query={query} name="点数明细" rows={6}>
        {({ results, count }) => (
          <>
            {count === 0 && <p className="section-note">还没有点数变动。</p>}
            {count > 0 && (
              <table aria-busy={query.isPlaceholderData}>
                <thead>
                  <tr>
                    <th scope="col">事由</th>
                    <th scope="col">时间</th>
                    <th scope="col" className="ledger-number">
                      变动
                    </th>
                    <th scope="col" className="ledger-number">
                      余额
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {results.map((row) => (
                    <Row key={row.id} row={row} />
                  ))}
                </tbody>
              </table>
            )}
            {count > 0 && results.length === 0 && <p className="section-note">这一页没有内容，请翻回前面的页。</p>}
            {count > PAGE_SIZES[0] && (
              <Pagination
                className="ledger-pages"
                current={view.page}
                pageSize={view.pageSize}
                total={count}
                pageSizeOptions={[...PAGE_SIZES]}
                showSizeChanger={!narrow}
                size="small"
                onChange={turn}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
