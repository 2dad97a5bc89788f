import { type Finding, type FixFile, shownLevel } from '@oncoloom/contract';
import { Button } from 'antd';
import { FINDING_LOOKS } from '../../tool-page/checks.tsx';
import '../../tool-page/form.css';
import { isFileFix } from '../file-fix.ts';

/** The remedy of a finding as the call takes it. */
function fixOf({ fix }: Finding): FixFile | undefined {
  if (!isFileFix(fix?.file)) return undefined;
  const other = fix.parameters?.file_id;
  return { fix: fix.file, ...(typeof other === 'number' ? { file_id: other } : {}) };
}

/** What was found in a file, what blocks first, each with its remedy of one click. */
export function Report({ findings, busy, onFix }: { findings: readonly Finding[]; busy: boolean; onFix: (fix: FixFile) => void }) {
  return (
    <section aria-label="检查报告">
      <ul className="checks">
        {findings.map((finding) => {
          const fix = fixOf(finding);
          const level = shownLevel(finding);
          return (
            <li key={`${finding.code} ${finding.message}`} className={`check is-${level}`}>
              <span className="check-icon" role="img" aria-label={FINDING_LOOKS[level].word}>
                {FINDING_LOOKS[level].icon}
              </span>
              <span className="check-text">
                {finding.message}
                {finding.detail !== undefined && <span className="caption">{finding.detail}</span>}
              </span>
              {fix !== undefined && (
                <Button size="small" type="primary" loading={busy} onClick={() => onFix(fix)}>
                  {finding.fix?.label}
                </Button>
              )}
            </li>
          );
        })}
        {findings.length === 0 && <li className="check is-passed">没有发现问题。</li>}
      </ul>
    </section>
  );
}
