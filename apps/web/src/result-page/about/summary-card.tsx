import { CheckCircleOutlined, ExclamationCircleOutlined, InfoCircleOutlined } from '@ant-design/icons';
import type { AnalysisResult, Finding } from '@oncoloom/contract';
import { formatCount, partOf, partsOf } from '@oncoloom/tool-kit';
import type { ReactNode } from 'react';
import { SourcedText } from '../sources/sourced-text.tsx';
import { Folded } from './folded.tsx';
import { leadOf } from './lead.ts';
import { Marked } from './marked.tsx';
import { closed } from './sentences.ts';

const ICONS: Record<Finding['level'], ReactNode> = {
  must: <ExclamationCircleOutlined className="quality-should" aria-label="注意" />,
  should: <ExclamationCircleOutlined className="quality-should" aria-label="注意" />,
  passed: <CheckCircleOutlined className="quality-passed" aria-label="通过" />,
  note: <InfoCircleOutlined className="quality-note" aria-label="说明" />,
};

/** Names in a detail, and notes in the card, from which on the others are folded. */
const NAMES_READ = 8;
const NOTES_READ = 3;

/** What is known of a finding beside its sentence: a long list of names is there to be looked up. */
function Detail({ text }: { text: string }) {
  const names = text.split('、').length;
  if (names <= NAMES_READ) return closed(text);
  return (
    <Folded name="名单" count={`${formatCount(names)} 个`}>
      <p>{closed(text)}</p>
    </Folded>
  );
}

function Remark({ finding: { level, message, detail } }: { finding: Finding }) {
  return (
    <li>
      {ICONS[level]}
      <div>
        {closed(message)}
        {detail !== undefined && <Detail text={detail} />}
      </div>
    </li>
  );
}

const remark = (finding: Finding) => <Remark key={finding.code + finding.message} finding={finding} />;

const findingsAt = ({ findings }: AnalysisResult, levels: readonly Finding['level'][]) =>
  findings.filter(({ level }) => levels.includes(level));

/** What was found, in words, with what has to be heeded in reading it. */
export function SummaryCard({ result }: { result: AnalysisResult }) {
  const warnings = findingsAt(result, ['must', 'should']);
  const { lead, rest } = leadOf(result.summary);
  const whole = { text: result.summary, places: result.places.summary };
  return (
    <section className="card summary" aria-label="结论">
      <p className="summary-sentence">
        <Marked {...partOf(whole, 0, lead.length)} />
      </p>
      {rest !== '' && (
        <p className="summary-rest">
          <Marked {...partOf(whole, lead.length, result.summary.length)} />
        </p>
      )}
      {warnings.length > 0 && <ul className="quality">{warnings.map(remark)}</ul>}
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
          {partsOf({ text: result.detail, places: result.places.detail }, ' · ').map((item) => (
            <li key={item.text}>
              <SourcedText placed={item} />
            </li>
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
          {notes.slice(0, NOTES_READ).map(remark)}
        </ul>
      )}
      {notes.length > NOTES_READ && (
        <Folded name="其余说明" count={`${formatCount(notes.length - NOTES_READ)} 条`}>
          <ul className="quality">{notes.slice(NOTES_READ).map(remark)}</ul>
        </Folded>
      )}
    </section>
  );
}
