import { type Finding, type FixFile, shownLevel } from '@oncoloom/contract';
import { Button } from 'antd';
import { FINDING_LOOKS } from '../../checks.tsx';
import { isFileFix } from '../../file-fix.ts';

/** The remedies of a finding as the call takes them; of two only the user knows which is right. */
function fixesOf({ fix, alternative }: Finding): { label: string; file: FixFile }[] {
  return [fix, alternative].flatMap((one) => {
    if (!isFileFix(one?.file)) return [];
    const other = one.parameters?.file_id;
    return [{ label: one.label, file: { fix: one.file, ...(typeof other === 'number' ? { file_id: other } : {}) } }];
  });
}

/** What was found in a file, what blocks first, each with its remedy of one click. */
export function Report({
  findings,
  busy,
  refused,
  onFix,
  onJoin,
}: {
  findings: readonly Finding[];
  busy: boolean;
  /** The remedy that could not be had, and why. */
  refused: { fix: FixFile; why: string } | undefined;
  onFix: (fix: FixFile) => void;
  /** The remedy of a file of one sample: with others it becomes a matrix. */
  onJoin: () => void;
}) {
  return (
    <section aria-label="检查报告">
      <ul className="checks">
        {findings.map((finding) => {
          const fixes = fixesOf(finding);
          const level = shownLevel(finding);
          return (
            <li key={`${finding.code} ${finding.message}`} className={`check is-${level}`}>
              <span className="check-icon" role="img" aria-label={FINDING_LOOKS[level].word}>
                {FINDING_LOOKS[level].icon}
              </span>
              <span className="check-text">
                {finding.message}
                {finding.detail !== undefined && <span className="caption">{finding.detail}</span>}
                {fixes.some(({ file }) => file.fix === refused?.fix.fix) && <span className="check-refusal">{refused?.why}</span>}
              </span>
              {finding.fix?.file === 'join' && (
                <Button size="small" type="primary" onClick={onJoin}>
                  {finding.fix.label}
                </Button>
              )}
              {fixes.map(({ label, file }) => (
                <Button
                  key={label}
                  size="small"
                  type={fixes.length === 1 ? 'primary' : 'default'}
                  loading={busy}
                  onClick={() => onFix(file)}
                >
                  {label}
                </Button>
              ))}
            </li>
          );
        })}
        {findings.length === 0 && <li className="check is-passed">没有发现问题。</li>}
      </ul>
    </section>
  );
}
