import { fillTemplate } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import kaplanMeier from '../plotting/kaplan-meier/tool.ts';
import uniCox from '../prognosis/uni-cox/tool.ts';
import overallSurvival from '../survival/overall-survival/tool.ts';
import logRankScreen from '../tcga/log-rank-screen/tool.ts';

const groups = { grouped: true, two: true, p_name: 'Log-rank P', p: '0.21', ph_p: '2e-15', unit_word: '天', endpoint: '总生存' };
const halves = { changing: true, turn: '300', early_p: '0.001', late_p: '0.002', early_hr: '3.10', late_hr: '0.30' };

describe.each([
  ['kaplan_meier', kaplanMeier.texts.summary.zh],
  ['survival_analysis', overallSurvival.texts.summary.zh],
])('the summary of %s', (_, summary) => {
  const said = (words: object) => fillTemplate(summary, { ...groups, ...words });

  it('denies a difference where hazards are proportional and the test sees none', () => {
    expect(said({})).toMatch(/\*\*没有看到\*\*/);
    expect(said({})).not.toContain('随时间变化');
  });

  it('denies nothing by the average alone where ratios change, and says both halves', () => {
    const text = said(halves);
    expect(text).toMatch(/按全程平均\*\*没有看到.*不能说各组相同/);
    expect(text).toContain('等比例风险检验 P 2e-15');
    expect(text).toContain('以中间那例事件的时间 300 天为界，之前 Log-rank P 0.001 HR 3.10，之后 Log-rank P 0.002 HR 0.30');
  });

  it('names the test that sees a difference', () => {
    const text = said({ ...halves, significant: true, weighted: true, peto_p: '5e-5' });
    expect(text).toContain('有差别，而且随时间变化');
    expect(text).toContain('Peto–Peto P 5e-5');
    expect(text).not.toContain('**没有看到**');
  });

  it.each([
    ['hr_eventless', '有一组没有发生事件'],
    ['hr_apart', '两组的事件几乎完全错开'],
  ])('gives %s as the cause of a missing ratio, and no other', (flag, cause) => {
    const text = said({ hr_unknown: true, [flag]: true });
    expect(text).toContain(`HR 不可估计：${cause}`);
    expect(text.match(/没有发生事件|完全错开/g)).toHaveLength(1);
  });
});

describe.each([
  ['uni_cox_analysis', uniCox.texts, { data: 'X', tested: 2000 }],
  ['log_rank_survival', logRankScreen.texts, { cohort: 'X', genes: 2000 }],
])('the headline of %s', (_, texts, words) => {
  it('counts what is left after correction', () => {
    const headline = fillTemplate(texts.headline.zh, { ...words, found: 110, risk: 60, protective: 50, fdr_found: 0 });
    expect(headline).toContain('校正后 P < 0.05 的 0 个');
    expect(headline).not.toContain('110');
  });
});
