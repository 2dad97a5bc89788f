import type { GeneReport } from '@oncoloom/contract';
import { parseMarks } from '@oncoloom/tool-kit';
import { useAnalysis } from '../live/use-analyses.ts';

type Part = GeneReport['parts'][number];

/** Where a part stands on the page. */
export const anchorOf = ({ part }: Pick<Part, 'part'>): string => `report-${part}`;

const STATES: Partial<Record<Part['status'], string>> = {
  failed: '没有做成',
  left: '没有做',
  running: '正在运行',
  pending: '在排队',
  waiting: '等前一项',
};

function Headline({ id }: { id: number }) {
  const { data } = useAnalysis(id);
  const headline = data?.result?.headline ?? '';
  return (
    <>
      {parseMarks(headline)
        .map(({ text }) => text)
        .join('')}
    </>
  );
}

/** What each part found, in one sentence, and the way to it. */
export function ReportContents({ parts }: { parts: readonly Part[] }) {
  return (
    <nav className="card report-contents" aria-label="要点">
      <h2 className="card-title">要点</h2>
      <ol>
        {parts.map((part) => (
          <li key={part.part}>
            <a href={`#${anchorOf(part)}`}>{part.title}</a>
            <span className={part.status === 'completed' ? undefined : 'caption'}>
              {part.status === 'completed' && part.analysis_id !== null ? <Headline id={part.analysis_id} /> : STATES[part.status]}
            </span>
          </li>
        ))}
      </ol>
      <p className="caption">各项分析各自校正，没有跨项校正；写进论文时，做过的几项都要写，不要只挑显著的。</p>
    </nav>
  );
}
