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

/** What was found, in words; then in small what it was found in, and what the checks say of the data. */
export function SummaryCard({ result }: { result: AnalysisResult }) {
  const at = (levels: readonly Finding['level'][]) => result.findings.filter(({ level }) => levels.includes(level));
  const passed = at(['passed']);
  return (
    <section className="card summary" aria-label="结论">
      <p className="summary-sentence">
        <Marked text={result.summary} />
      </p>
      {result.detail !== '' && (
        <ul className="summary-detail">
          {result.detail.split(' · ').map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {result.findings.length > 0 && (
        <ul className="quality">
          {at(['must', 'should']).map((finding) => (
            <Remark key={finding.code + finding.message} finding={finding} />
          ))}
          {passed.length > 0 && (
            <li>
              {ICONS.passed}
              <span>{closed(passed.map(({ message }) => message.replace(/。$/, '')).join('；'))}</span>
            </li>
          )}
          {at(['note']).map((finding) => (
            <Remark key={finding.code + finding.message} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}
