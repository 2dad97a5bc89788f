import type { TaskType } from '@oncoloom/contract';
import { type MenuEntry, toolPages } from '@oncoloom/tools/menu';

/** One step of a paper on prognosis. */
export interface PaperStep {
  id: string;
  /** What it is called. */
  name: string;
  /** What it looks for. */
  aim: string;
  /** What it answers, and what is written down of it. */
  words: string;
  /** What is most often done wrong here. */
  fault: string;
  /** Whose results serve; those that the catalogue has are shown. */
  tools: readonly (TaskType | 'risk_model_validation')[];
}

/** In the order in which a paper goes. */
export const PAPER_STEPS: readonly PaperStep[] = [
  {
    id: 'differential',
    name: '差异',
    aim: '哪些基因在肿瘤里变了',
    words: '比较肿瘤和正常，或两类肿瘤，得到候选基因。阈值（校正后 P、|log2FC|）在看结果之前定好，写进方法。',
    fault: '先看生存再回头改差异的阈值：候选基因已经被结局挑过，后面的 P 都偏小。',
    tools: ['gene_differential_expression', 'limma_differential_analysis', 'bulk_deseq2_diff'],
  },
  {
    id: 'intersection',
    name: '交集',
    aim: '几份名单一致的基因',
    words: '几个数据集、几种方法的名单求交集，或与一个通路、一份文献的名单求交集，把候选缩到几十到几百个。',
    fault: '把同一批样本上几种方法的交集当成验证：用的是同样的数据，错也会错在一起。',
    tools: ['intersection_gene'],
  },
  {
    id: 'univariate',
    name: '单因素 Cox',
    aim: '逐个基因与生存的关系',
    words: '每个基因各自的 HR、95% CI、P 和比例风险检验；看清达到 P < 0.05 的有几个、偶然会有几个。',
    fault: '把没有按基因数校正的 P 当成结论。这一步只是缩小候选。',
    tools: ['uni_cox_analysis', 'bulk_uni_cox_analysis', 'plot_forest', 'log_rank_survival'],
  },
  {
    id: 'selection',
    name: 'LASSO / 随机生存森林',
    aim: '选基因，建模型',
    words: 'LASSO 给出几个基因和系数，风险分数可以原样用到别处；森林不假定线性，适合看重要性。先看嵌套交叉验证的 C 指数，再看训练集内的。',
    fault: '用选基因的同一批患者报告 C 指数和 KM 曲线：结局打乱之后照样能得到「显著」的分组。',
    tools: [
      'lasso_analysis',
      'bulk_lasso_regression',
      'random_survival_forest',
      'bulk_random_survival_forest',
      'machine_learning_key_gene',
    ],
  },
  {
    id: 'multivariate',
    name: '多因素 Cox / 列线图',
    aim: '与临床因素一起看',
    words:
      '把风险分数与年龄、分期等放在一起，看它有没有另外的信息；列线图把模型写成可以手算的图，附校准曲线和决策曲线。每个变量至少要有 10 例事件。',
    fault: '事件太少、变量太多；逐步回归之后的 P 没有说明是挑选过的。',
    tools: ['multi_cox_analysis', 'survival_nomogram'],
  },
  {
    id: 'validation',
    name: '外部验证',
    aim: '原样用到另一个队列',
    words: '基因、系数、中心化和截断值都不改，用到另一个队列：KM、C 指数、时间依赖 AUC、校准、Brier 分数和决策曲线。',
    fault: '在验证队列里重新找截断值或重新估计系数：那是又建了一次模型，不是验证。',
    tools: ['risk_model_validation'],
  },
];

/** The step's tools that there are, each once, by their page in the family. */
export function toolsOfStep({ tools }: PaperStep, family: string, pages: readonly MenuEntry[] = toolPages): MenuEntry[] {
  return tools.flatMap((taskType) => {
    const own = pages.filter((page) => page.taskType === taskType);
    return own.find((page) => page.family === family) ?? own[0] ?? [];
  });
}
