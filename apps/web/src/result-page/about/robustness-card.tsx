import {
  CheckCircleOutlined,
  ExclamationCircleOutlined,
  LoadingOutlined,
  MinusCircleOutlined,
  QuestionCircleOutlined,
} from '@ant-design/icons';
import type { Analysis, AnalysisResult, Robustness } from '@oncoloom/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useResultAccess } from '../../result-data/result-access.ts';
import { closed } from './sentences.ts';
import { isGoing, useRobustness } from './use-robustness.ts';

const isOpen = ({ finding, progress }: Robustness): boolean => finding === null && progress === null;

function iconOf({ finding, progress, problem }: Robustness): ReactNode {
  if (progress !== null) return <LoadingOutlined aria-label="正在检查" />;
  if (problem !== null) return <ExclamationCircleOutlined className="quality-should" aria-label="没有算成" />;
  if (finding === null) return <QuestionCircleOutlined className="quality-note" aria-label="还没有检查" />;
  if (finding.level === 'passed') return <CheckCircleOutlined className="quality-passed" aria-label="站得住" />;
  if (finding.level === 'note') return <MinusCircleOutlined className="quality-note" aria-label="说明" />;
  return <ExclamationCircleOutlined className="quality-should" aria-label="有疑问" />;
}

/** What it found, else what it would ask. */
function sentenceOf({ finding, progress, problem, asks }: Robustness): string {
  if (finding !== null) return closed(finding.message);
  if (progress !== null) return progress === 0 ? '等着检查…' : `正在检查，${Math.round(progress * 100)}%`;
  return problem === null ? asks : closed(problem);
}

/** Whether the result stands: small runs that reviewers would ask for, each with one sentence. Nothing depends on them. */
export function RobustnessCard({ analysis: { id }, result }: { analysis: Analysis; result: AnalysisResult }) {
  const { readOnly } = useResultAccess(id);
  const { robustness, start, stop } = useRobustness(id, result, readOnly);
  const shown = readOnly ? robustness.filter(({ finding }) => finding !== null) : robustness;
  if (shown.length === 0) return null;
  const [open, going] = [robustness.filter(isOpen), robustness.filter(isGoing)];
  return (
    <section className="card summary robustness" aria-label="这个结论站得住吗">
      <header className="block-head">
        <h2 className="card-title">这个结论站得住吗</h2>
        {!readOnly && open.length > 1 && going.length === 0 && (
          <Button size="small" onClick={() => void start(open)}>
            全部检查
          </Button>
        )}
        {going.length > 0 && (
          <Button size="small" onClick={() => void stop(going)}>
            停止
          </Button>
        )}
      </header>
      {!readOnly && open.length > 0 && (
        <p className="caption">审稿人常问的几件事，各算一次，不消耗点数；结果留在这里，也在分享的链接里。</p>
      )}
      <ul className="quality" aria-live="polite">
        {shown.map((one) => (
          <li key={one.check}>
            {iconOf(one)}
            <div>
              <strong>{one.title}</strong> {sentenceOf(one)}
            </div>
            {!readOnly && isOpen(one) && (
              <Button type="link" size="small" aria-label={`检查：${one.title}`} onClick={() => void start([one])}>
                {one.problem === null ? '检查' : '再试一次'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
