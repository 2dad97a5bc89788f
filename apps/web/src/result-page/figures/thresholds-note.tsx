import { ReloadOutlined } from '@ant-design/icons';
import type { Analysis } from '@oncoloom/contract';
import { formAgain } from '../../base/form-links.ts';
import { LinkButton } from '../../base/parts/link-button.tsx';
import { toolOf } from '../../live/result-path.ts';
import type { OtherThreshold } from './other-thresholds.ts';

const listed = (thresholds: readonly OtherThreshold[], at: 'run' | 'figure') =>
  thresholds.map((threshold) => `${threshold.label} ${threshold[at]}`).join('，');

/** Says that the rest of the page keeps the run's thresholds, and runs it again with the figure's. */
export function ThresholdsNote({ analysis, thresholds }: { analysis: Analysis; thresholds: readonly OtherThreshold[] }) {
  const entry = toolOf(analysis);
  if (thresholds.length === 0 || entry === undefined) return null;
  const set = Object.fromEntries(thresholds.map(({ name, figure }) => [name, figure]));
  return (
    <div className="thresholds-note" role="status">
      <p>{`这张图现在按 ${listed(thresholds, 'figure')} 画；页上的结论、表格和方法仍是运行时的 ${listed(thresholds, 'run')}。`}</p>
      <LinkButton size="small" icon={<ReloadOutlined />} to={formAgain(entry, analysis.id, set)}>
        用图上的阈值再运行
      </LinkButton>
    </div>
  );
}
