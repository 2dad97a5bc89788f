import { FAMILY_TITLES } from '@oncoloom/contract';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { Link } from 'react-router';
import { categoryOf } from '../base/families.ts';
import { NEEDS_PLAN } from '../upgrade/needs-plan.ts';
import { PAPER_STEPS, type PaperStep, toolsOfStep } from './steps.ts';
import './prognosis-intro.css';

const FAMILY = 'tcga';

function ToolCard({ entry }: { entry: MenuEntry }) {
  const { title, summary, points, premium, routes, family } = entry;
  return (
    <li>
      <Link to={routes.analysis} className="intro-tool">
        <strong>{title}</strong>
        <span className="caption">
          {family === FAMILY ? categoryOf(entry) : FAMILY_TITLES[family]} · {points} 点{premium ? ` · ${NEEDS_PLAN}` : ''}
        </span>
        <span className="intro-summary">{summary}</span>
      </Link>
    </li>
  );
}

function Step({ step, number }: { step: PaperStep; number: number }) {
  const tools = toolsOfStep(step, FAMILY);
  return (
    <li className="card intro-step" id={step.id} aria-labelledby={`intro-${step.id}`}>
      <h2 id={`intro-${step.id}`} className="card-title">
        <span className="intro-number" aria-hidden>
          {number}
        </span>
        {step.name}：{step.aim}
      </h2>
      <p>{step.words}</p>
      <p className="intro-fault">
        <strong>常见的错：</strong>
        {step.fault}
      </p>
      {tools.length === 0 ? (
        <p className="caption">这一步的工具还没有开放。</p>
      ) : (
        <ul className="intro-tools">
          {tools.map((entry) => (
            <ToolCard key={entry.taskType} entry={entry} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** What the tools for prognosis are for, in the order in which a paper goes. */
export default function PrognosisIntroPage() {
  return (
    <>
      <header className="intro-head">
        <h1 className="page-title">预后建模导引</h1>
        <p>从一份表达数据到一个能用的预后模型，论文一般按下面六步走。每一步的结果都能直接作为下一步的输入，不用下载再上传。</p>
        <nav aria-label="六个步骤">
          <ol>
            {PAPER_STEPS.map(({ id, name }, i) => (
              <li key={id}>
                <a href={`#${id}`}>
                  {i + 1} {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      </header>
      <section className="intro-warning" role="note" aria-label="没有验证的模型">
        <strong>没有在别处验证过的模型，不能下结论。</strong>
        <p>
          这是这类论文最常见的毛病。在同一批患者里选基因、定系数、找截断值，再在他们身上画 KM 曲线，几乎总能得到 P &lt;
          0.001，哪怕这些基因与生存毫无关系。 要回答的是：换一个医院、换一批患者，这个模型还分得开吗？做不到第六步，至少报告嵌套交叉验证的 C
          指数，并写明没有外部验证。
        </p>
      </section>
      <ol className="intro-steps">
        {PAPER_STEPS.map((step, i) => (
          <Step key={step.id} step={step} number={i + 1} />
        ))}
      </ol>
    </>
  );
}
