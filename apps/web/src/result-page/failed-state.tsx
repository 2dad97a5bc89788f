import { CloseCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import type { Analysis } from '@oncoloom/contract';
import type { AnyTool } from '@oncoloom/tool-kit';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { rerunAnalysis } from '../api/analyses.ts';
import { ApiFailure } from '../api/client.ts';
import { formAgain } from '../base/form-links.ts';
import { LinkButton } from '../base/parts/link-button.tsx';
import { resultPath } from '../live/result-path.ts';
import { ParametersCard } from './about/parameters-card.tsx';
import { splitAdvice } from './advice.ts';
import { LogBlock } from './log-block.tsx';
import { StepList } from './step-list.tsx';

/** Ends that say nothing against the form: the same request may well succeed. */
const WORTH_REPEATING = new Set(['crashed', 'engine_lost']);

function RepeatButton({ entry, analysis }: { entry: MenuEntry; analysis: Analysis }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const repeat = async () => {
    setBusy(true);
    try {
      const created = await rerunAnalysis(analysis.id);
      navigate(resultPath(entry, created.id));
    } catch (error) {
      // The call has told.
      if (!(error instanceof ApiFailure)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button type="primary" loading={busy} onClick={() => void repeat()}>
      原样再运行 <small className="button-note">{analysis.example ? '不消耗点数' : `${entry.points} 点`}</small>
    </Button>
  );
}

/** A task that ended without a result: what happened, what to change, and the way back with everything kept. */
export function FailedState({ entry, tool, analysis }: { entry: MenuEntry; tool: AnyTool; analysis: Analysis }) {
  const cancelled = analysis.error_code === 'cancelled';
  const { happened, advice } = splitAdvice(analysis.error_msg ?? '运行没有完成。请展开日志看最后几行，或原样再运行一次。');
  const repeat = WORTH_REPEATING.has(analysis.error_code ?? '');
  const refund = !analysis.example && analysis.points > 0 ? `${analysis.points} 点已退回。` : '';
  return (
    <>
      <section className={cancelled ? 'card failure is-cancelled' : 'card failure'} aria-label={cancelled ? '已取消' : '失败原因'}>
        {cancelled ? <MinusCircleOutlined className="failure-icon" /> : <CloseCircleOutlined className="failure-icon" />}
        <div>
          <p className="summary-sentence">
            {cancelled ? (
              '这个任务已取消。'
            ) : (
              <>
                {happened}
                {advice !== '' && <strong>{advice}</strong>}
              </>
            )}
          </p>
          <p className="failure-note">{refund}填写的内容和上传的文件都还在。</p>
          <div className="failure-actions">
            {repeat && <RepeatButton entry={entry} analysis={analysis} />}
            <LinkButton to={formAgain(entry, analysis.id)} type={repeat ? 'default' : 'primary'}>
              回到表单，保留全部填写
            </LinkButton>
          </div>
        </div>
      </section>
      <div className="two-thirds">
        <section className="card run-steps">
          <h2 className="card-title">停在哪一步</h2>
          {analysis.steps.length > 0 ? <StepList analysis={analysis} /> : <p className="caption">没有开始运行。</p>}
        </section>
        <ParametersCard title="填写的参数" tool={tool} analysis={analysis} result={null}>
          <LogBlock analysis={analysis} peek />
        </ParametersCard>
      </div>
    </>
  );
}
