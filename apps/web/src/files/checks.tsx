import { CheckCircleOutlined, CloseCircleOutlined, InfoCircleOutlined, UndoOutlined, WarningOutlined } from '@ant-design/icons';
import { type Finding, shownLevel } from '@oncoloom/contract';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { SUGGESTION_WORD } from './file-state.ts';
import { countFindings } from './findings.ts';
import './checks.css';

export const FINDING_LOOKS: Record<Finding['level'], { icon: ReactNode; word: string }> = {
  must: { icon: <CloseCircleOutlined />, word: '必须处理' },
  should: { icon: <WarningOutlined />, word: SUGGESTION_WORD },
  passed: { icon: <CheckCircleOutlined />, word: '正常' },
  note: { icon: <InfoCircleOutlined />, word: '说明' },
};

/** What puts a file right. */
export interface FileRemedy {
  fileId: number;
  /** Answers why it cannot be. */
  apply: () => Promise<string | undefined>;
}

/** What asks for an action stands before what was dealt with and what is in order. */
const SHOWN_FIRST: readonly Finding['level'][] = ['must', 'should'];

interface Props {
  findings: readonly Finding[];
  /** Findings whose fix was pressed. */
  fixed: readonly Finding[];
  onFix: (finding: Finding) => void;
  /** Changes the file of a finding; undefined where it has none. */
  fileFixOf: (finding: Finding) => FileRemedy | undefined;
  onUndo: (finding: Finding) => void;
}

/** What was found in the inputs, in the order of its weight, with a fix of one click where there is one. */
export function Checks({ findings, fixed, onFix, fileFixOf, onUndo }: Props) {
  const open = findings.filter((finding) => SHOWN_FIRST.includes(shownLevel(finding)));
  const rest = findings.filter((finding) => !SHOWN_FIRST.includes(shownLevel(finding)));
  const counted = countFindings([...findings, ...fixed.map(() => ({ level: 'passed' as const }))]);
  return (
    <section aria-label="检查">
      <div className="part-head">
        <h3>
          检查 <span className="caption">{counted}</span>
        </h3>
      </div>
      <ul className="checks" aria-live="polite">
        {open.map((finding) => (
          <OpenRow
            key={`${finding.code} ${finding.field} ${finding.message}`}
            finding={finding}
            onFix={onFix}
            fileFix={fileFixOf(finding)}
          />
        ))}
        {fixed.map((finding) => (
          <Row
            key={`fixed ${finding.code} ${finding.field} ${finding.message}`}
            finding={{ code: finding.code, level: 'passed', message: `已处理：${finding.fix?.label}`, detail: finding.message }}
          >
            <Button type="link" size="small" icon={<UndoOutlined />} onClick={() => onUndo(finding)}>
              撤销
            </Button>
          </Row>
        ))}
        {rest.map((finding) => (
          <Row key={`${finding.code} ${finding.field} ${finding.message}`} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

/** What asks for an action. A new version of the file takes a moment, and why there is none stands where it was asked for. */
function OpenRow({ finding, onFix, fileFix }: { finding: Finding; onFix: Props['onFix']; fileFix: FileRemedy | undefined }) {
  const [running, setRunning] = useState(false);
  // Another file may have the same finding.
  const [refused, setRefused] = useState<{ fileId: number; why: string | undefined }>();
  const change = async ({ fileId, apply }: FileRemedy) => {
    setRunning(true);
    setRefused(undefined);
    setRefused({ fileId, why: await apply().finally(() => setRunning(false)) });
  };
  return (
    <Row finding={finding} refusal={refused?.fileId === fileFix?.fileId ? refused?.why : undefined}>
      <Fixes finding={finding} onFix={onFix} />
      {fileFix !== undefined && (
        <Button type="primary" size="small" loading={running} onClick={() => void change(fileFix)}>
          {finding.fix?.label}
        </Button>
      )}
    </Row>
  );
}

/** The remedy of one click, or both where only the user knows which is right: then neither is proposed. */
function Fixes({ finding, onFix }: { finding: Finding; onFix: (finding: Finding) => void }) {
  const { fix, alternative } = finding;
  const offered = [fix, alternative].filter((one) => one?.parameters !== undefined);
  if (offered.length === 0) return null;
  return (
    <span className="check-fixes">
      {offered.map((one) => (
        <Button
          key={one?.label}
          type={alternative === undefined ? 'primary' : 'default'}
          size="small"
          onClick={() => onFix({ ...finding, fix: one })}
        >
          {one?.label}
        </Button>
      ))}
    </span>
  );
}

function Row({ finding, refusal, children }: { finding: Finding; refusal?: string | undefined; children?: ReactNode }) {
  const level = shownLevel(finding);
  const { icon, word } = FINDING_LOOKS[level];
  return (
    <li className={`check is-${level}`}>
      <span className="check-icon" role="img" aria-label={word}>
        {icon}
      </span>
      <span className="check-text">
        <span className="check-message">{finding.message}</span>
        {finding.detail !== undefined && <span className="caption">{finding.detail}</span>}
        {refusal !== undefined && <span className="check-refusal">{refusal}</span>}
      </span>
      {children}
    </li>
  );
}
