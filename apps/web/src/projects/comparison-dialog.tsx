import type { Comparison, LineageStep } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { Link } from 'react-router';
import { compareAnalyses } from '../api/projects.ts';
import { keys } from '../api/query-keys.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { exactTime } from '../base/time.ts';
import { resultPath, toolOf } from '../live/result-path.ts';
import { ChangedSentences } from './changed-sentences.tsx';

const SHOWN = 40;

/** Names that came or went. */
function Names({ title, count, names }: { title: string; count: number; names: readonly string[] }) {
  if (count === 0) return null;
  const left = count - Math.min(names.length, SHOWN);
  return (
    <p>
      {title} {formatCount(count)} 个：{names.slice(0, SHOWN).join('、')}
      {left > 0 && ` 等，还有 ${formatCount(left)} 个`}
    </p>
  );
}

function Tables({ tables }: Pick<Comparison, 'tables'>) {
  return (
    <table className="comparison-tables">
      <thead>
        <tr>
          <th scope="col">表</th>
          <th scope="col">上一次</th>
          <th scope="col">这一次</th>
          <th scope="col">内容</th>
        </tr>
      </thead>
      <tbody>
        {tables.map(({ id, title, same, rows }) => (
          <tr key={id}>
            <td>{title}</td>
            <td>{rows.old === null ? '没有这张表' : `${formatCount(rows.old)} 行`}</td>
            <td>{rows.new === null ? '没有这张表' : `${formatCount(rows.new)} 行`}</td>
            <td>{same ? '完全相同' : '有变化'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function figuresText(figures: Comparison['figures']): string {
  const changed = figures.filter(({ same }) => !same);
  if (changed.length === 0) return `${figures.length} 张图都和上一次一样。`;
  const rest = figures.length - changed.length;
  return `可能变了的图：${changed.map(({ title }) => title).join('、')}${rest > 0 ? `；其余 ${rest} 张一样` : ''}。`;
}

/** A run beside the one in whose place it stands: what is called otherwise, and which tables are the same. */
export function ComparisonDialog({ step, onClose }: { step: LineageStep; onClose: () => void }) {
  const [old = 0] = step.replaced;
  const query = useQuery({
    queryKey: [...keys.projects, 'comparison', old, step.id],
    queryFn: ({ signal }) => compareAnalyses(old, step.id, { signal, silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const entry = toolOf(step);
  return (
    <Modal open title={`「${step.name}」：和上一次比较`} width={720} footer={null} onCancel={onClose}>
      <Loaded query={query} name="两次的结果" rows={6}>
        {({ old: before, new: after, tables, figures, sentences, lists }) => (
          <div className="comparison">
            <dl>
              {[['上一次', before] as const, ['这一次', after] as const].map(([word, run]) => (
                <div key={word}>
                  <dt>{entry === undefined ? word : <Link to={resultPath(entry, run.id)}>{word}</Link>}</dt>
                  <dd>
                    {run.headline ?? '没有一句话的结果'}
                    <span className="caption">
                      {run.finished === null ? '' : exactTime(new Date(run.finished)).slice(0, 16)} · 工具 {run.tool_version} 版
                    </span>
                  </dd>
                </div>
              ))}
            </dl>
            {[...tables, ...figures].every(({ same }) => same) && sentences.old.length + sentences.new.length === 0 ? (
              <p role="status">{tables.length} 张表都和上一次完全相同，图和句子也不变。</p>
            ) : (
              <>
                {lists.map(({ what, stayed, came, went }) => (
                  <section key={what}>
                    <h3 className="small-title">{what}</h3>
                    {came.count + went.count === 0 ? (
                      <p>{stayed === 0 ? '两次都没有。' : `${formatCount(stayed)} 个，和上一次一样。`}</p>
                    ) : (
                      <>
                        <p>两次都有 {formatCount(stayed)} 个。</p>
                        <Names title="新过阈值" {...came} />
                        <Names title="不再过阈值" {...went} />
                      </>
                    )}
                  </section>
                ))}
                {sentences.old.length + sentences.new.length > 0 && (
                  <section>
                    <h3 className="small-title">结果的句子</h3>
                    <ChangedSentences {...sentences} />
                  </section>
                )}
                <Tables tables={tables} />
                <p>{figuresText(figures)}</p>
              </>
            )}
          </div>
        )}
      </Loaded>
    </Modal>
  );
}
