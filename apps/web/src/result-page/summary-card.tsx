import { CheckCircleOutlined, ExclamationCircleOutlined, InfoCircleOutlined } from '@ant-design/icons';
import type { AnalysisResult, Finding } from '@oncoloom/contract';
import type { ReactNode } from 'react';
import { Marked } from './marked.tsx';

const ICONS: Record<Finding['level'], ReactNode> = {
  must: <ExclamationCircleOutlined className="quality-should" aria-label="注意" />,
  should: <ExclamationCircleOutlined className="quality-should" aria-label="注意" />,
  passed: <CheckCircleOutlined className="quality-passed" aria-label="通过" />,
  note: <InfoCircleOutlined className="quality-note" aria-label="说明" />,
};

/** A full stop, where the sentence has none of its own. */
function closed(sentence: string): string {
  return /[。？]$/.test(sentence) ? sentence : `${sentence}。`;
}

function Remark({ finding: { level, message, detail } }: { finding: Finding }) {
  return (
    <li>
      {ICONS[level]}
      <span>
        {closed(message)}
        {detail !== undefined && closed(detail)}
      </span>
    </li>
  );
}

const findingsAt = ({ findings }: AnalysisResult, levels: readonly Finding['level'][]) =>
  findings.filter(({ level }) => levels.includes(level));

/** What was found, in words, with what has to be heeded in reading it. */
export function SummaryCard({ result }: { result: AnalysisResult }) {
  const warnings = findingsAt(result, ['must', 'should']);
  return (
    <section className="card summary" aria-label="结论">
      <p className="summary-sentence">
        <Marked text={result.summary} />
      </p>
      {warnings.length > 0 && (
        <ul className="quality">
          {warnings.map((finding) => (
            <Remark key={finding.code + finding.message} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What it was found in, and what the checks say of the data; behind the figures, which one looks at first. */
export function DataCard({ result }: { result: AnalysisResult }) {
  const [passed, notes] = [findingsAt(result, ['passed']), findingsAt(result, ['note'])];
  if (result.detail === '' && passed.length + notes.length === 0) return null;
  return (
    <section className="card summary" aria-label="数据与检查">
      <h2 className="card-title">数据与检查</h2>
      {result.detail !== '' && (
        <ul className="summary-detail">
          {result.detail.split(' · ').map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {passed.length + notes.length > 0 && (
        <ul className="quality">
          {passed.length > 0 && (
            <li>
              {ICONS.passed}
              <span>{closed(passed.map(({ message }) => message.replace(/。$/, '')).join('；'))}</span>
            </li>
          )}
          {notes.map((finding) => (
            <Remark key={finding.code + finding.message} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}
