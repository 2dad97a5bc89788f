import { formatCount, formatSeconds } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { Link } from 'react-router';
import { useSession } from '../accounts/session.ts';
import { FINDING_LOOKS } from '../files/checks.tsx';
import { lacksPlan } from '../upgrade/needs-plan.ts';
import { openUpgrade } from '../upgrade/open-upgrade.ts';
import type { ToolForm } from './form/use-tool-form.ts';

interface Props {
  form: ToolForm;
  submitting: boolean;
  onSubmit: () => void;
}

/** What will be done, what it costs and when it ends; stays in view beside the form. */
export function SummaryCard({ form, submitting, onSubmit }: Props) {
  const { tool, estimate } = form;
  const balance = useSession((session) => session.user?.points) ?? estimate?.remaining;
  const userType = useSession((session) => session.user?.user_type);
  const points = form.state.example ? 0 : (estimate?.points ?? tool.points);
  // Whether it was run before is not known yet: no price is promised that may not hold.
  const priced = form.state.example || estimate !== undefined || form.missing.length > 0 || !form.settling;
  const planless = points > 0 && lacksPlan(tool, userType);
  const lacking = priced && balance !== undefined ? Math.max(0, points - balance) : 0;
  const urgent = form.findings.filter(({ level }) => level === 'must' || level === 'should');
  // A sentence with numbers that do not hold yet helps nobody.
  const mustMend = urgent.some(({ level }) => level === 'must');
  return (
    <aside className="card summary-card" aria-label="将要做的事">
      <h2 className="small-title">将要做的事</h2>
      <p className={form.settling ? 'plan is-settling' : 'plan'}>{(mustMend ? undefined : estimate?.plan) ?? planBefore(form)}</p>
      <dl>
        <Row name="费用" value={!priced ? '正在核对' : points === 0 ? '不消耗点数' : `${formatCount(points)} 点`} strong />
        {balance !== undefined && (
          <Row
            name="余额"
            value={points === 0 || !priced ? `${formatCount(balance)}` : `${formatCount(balance)} → ${formatCount(balance - points)}`}
          />
        )}
        <Row name="预计时间" value={estimate === undefined ? '—' : expectedTime(estimate.seconds)} />
        <Row name="排队" value={estimate === undefined ? '—' : estimate.queue === 0 ? '不用等' : `前面有 ${estimate.queue} 个任务`} />
      </dl>
      <Button type="primary" size="large" block loading={submitting} disabled={planless || lacking > 0} onClick={onSubmit}>
        开始分析
      </Button>
      {(planless || lacking > 0) && <WayOut lacking={lacking} planless={planless} />}
      <p className="caption">{priced && costNote(points, form.state.example !== false)}可以关掉页面，任务会继续。</p>
      {(urgent.length > 0 || form.refusal !== undefined) && (
        <ul className="summary-findings">
          {form.refusal !== undefined && (
            <li className="is-must">
              {FINDING_LOOKS.must.icon}
              <span>{form.refusal}</span>
            </li>
          )}
          {urgent.map(({ level, message, detail, code, field }) => (
            <li key={`${code} ${field} ${message}`} className={`is-${level}`}>
              {FINDING_LOOKS[level].icon}
              <span>
                {FINDING_LOOKS[level].word}：{message}
                {detail === undefined ? '' : `。${detail}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}

/** Why it cannot be started yet, known before anything is filled in, and what helps. @param lacking Points. */
function WayOut({ lacking, planless }: { lacking: number; planless: boolean }) {
  return (
    <p className="summary-way-out" role="note">
      {planless ? '这个工具需要订阅才能用自己的数据运行；示例数据不需要。' : `点数不够，还差 ${formatCount(lacking)} 点。`}
      <Button type="link" size="small" onClick={() => openUpgrade()}>
        {planless ? '订阅或兑换卡密' : '兑换卡密'}
      </Button>
      {!planless && <Link to="/referral">邀请同行得点数</Link>}
    </p>
  );
}

function costNote(points: number, example: boolean): string {
  if (example) return '示例数据不消耗点数。';
  return points === 0 ? '和已经完成的一次分析完全相同，再运行一次不消耗点数。' : '运行失败或取消会退回点数。';
}

/** 「约 25 秒」 */
export function expectedTime(seconds: number): string {
  return seconds < 1 ? formatSeconds(seconds) : `约 ${formatSeconds(Math.ceil(seconds))}`;
}

function planBefore(form: ToolForm): string {
  if (form.refusal !== undefined) return '还不能开始，原因见下面的提示。';
  if (form.missing.length === 0) return form.settling ? '正在核对填写的内容。' : '按左边的提示改好后，这里会写明要做什么。';
  const labels = form.missing.map(({ field }) => form.tool.parameters[field]?.label ?? field);
  return `还要选：${labels.join('、')}。`;
}

function Row({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{strong ? <strong>{value}</strong> : value}</dd>
    </div>
  );
}
