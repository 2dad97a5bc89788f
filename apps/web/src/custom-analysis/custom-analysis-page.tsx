import { Link } from 'react-router';
import { CopyButton } from '../base/parts/copy-button.tsx';
import { ContactCard } from './contact-card.tsx';
import { REQUEST_TEXT } from './request-text.ts';
import './custom-analysis.css';

const SUBJECTS: readonly (readonly [title: string, text: string])[] = [
  ['从原始文件开始', '测序的 FASTQ、芯片的 CEL 文件，先质控和定量，再得到能在平台上用的表达矩阵。'],
  ['平台没有的方法', '单细胞、空间转录组、甲基化、突变和拷贝数，或多种数据合在一起分析。'],
  ['课题设计', '样本量、分组、批次和验证队列怎样安排，避免做完才发现不能比较。'],
  ['补充分析', '按审稿意见增加验证、敏感性分析，或把图改成期刊要求的样子。'],
];

const STEPS: readonly (readonly [title: string, text: string])[] = [
  ['发来需求', '复制下面的清单，填好发给客服。还不清楚的地方可以空着。'],
  ['确认方案', '对方答复能不能做、用什么方法、多长时间、多少费用，以及现有数据回答不了什么。双方写明后再开始。'],
  ['交接数据', '去掉患者身份信息，按约定的方式交给对方。'],
  ['分析和讨论', '先看质控和初步结果，有问题在这一步调整。'],
  ['交付', '结果表、图、方法文字、所用的代码和软件版本。请在约定的时间内核对。'],
];

const DATA_RULES: readonly string[] = [
  '不要发送姓名、住院号、身份证号、手机号、精确到日的日期；样本用研究编号，对照表留在你们单位。',
  '需要伦理批准或涉及人类遗传资源的数据，先取得许可，再交给平台以外的人。',
  '谁能接触数据、保存多久、何时删除，在确认方案时写明。',
  '你在这个平台上的文件不会自动交给客服；要用哪些，由你自己选出来发送。',
];

/** The service for what the tools cannot do: what, how, what to prepare, and whom to ask. */
export default function CustomAnalysisPage() {
  return (
    <>
      <header className="custom-head">
        <h1 className="page-title">定制分析</h1>
        <p>平台的工具回答不了的问题，可以请运营这台服务器的团队来做。费用、时间和内容由他们答复，不使用平台的点数。</p>
      </header>
      <div className="custom-columns">
        <div className="custom-main">
          <section className="card">
            <h2 className="card-title">可以询问的内容</h2>
            <dl className="custom-subjects">
              {SUBJECTS.map(([title, text]) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
          <section className="card">
            <h2 className="card-title">怎样进行</h2>
            <ol className="custom-steps">
              {STEPS.map(([title, text]) => (
                <li key={title}>
                  <h3 className="small-title">{title}</h3>
                  <p>{text}</p>
                </li>
              ))}
            </ol>
          </section>
          <section className="card">
            <header className="custom-request-head">
              <h2 className="card-title">需求清单</h2>
              <CopyButton text={REQUEST_TEXT} />
            </header>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on narrow screens, also by keyboard */}
            <pre className="custom-request" tabIndex={0}>
              {REQUEST_TEXT}
            </pre>
          </section>
        </div>
        <div className="custom-side">
          <ContactCard />
          <section className="card">
            <h2 className="card-title">数据怎样处理</h2>
            <ul className="custom-rules">
              {DATA_RULES.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
            <p className="caption">
              平台自身怎样处理数据，见<Link to="/privacy">隐私说明</Link>。
            </p>
          </section>
        </div>
      </div>
    </>
  );
}
