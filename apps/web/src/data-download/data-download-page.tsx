import { COHORT_FILE_HOURS, COHORT_FILE_POINTS, type Cohort } from '@oncoloom/contract';
import { installedWords } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { Link } from 'react-router';
import { cohorts } from '../api/cohorts.ts';
import { keys } from '../api/query-keys.ts';
import { CohortTable } from './cohort-table.tsx';
import './data-download.css';

/** What the files of a cohort hold. */
const CONTENTS: readonly (readonly [name: string, text: string])[] = [
  ['表达量', '每个基因在每个样本中的 log2(TPM + 1)，用于画图、相关和生存分析。'],
  ['计数', '每个基因的原始读段数，DESeq2、edgeR 和 voom 要用它。'],
  ['临床', '年龄、性别、分期、分级等，一位患者一行。'],
  ['生存', '总生存（OS）、疾病特异生存（DSS）、无病间期（DFI）和无进展间期（PFI）的时间（天）和状态。'],
];

/** What is true of this server today, and who can change it. */
function InstalledNote({ cohorts }: { cohorts: readonly Cohort[] }) {
  return (
    <p className="cohorts-note">
      {installedWords(cohorts)}；没有安装的不能下载，也不能用来分析。队列由管理员安装，需要哪一个，请按
      <Link to="/custom-analysis">「定制分析」</Link>页上的联系方式告诉他们。
    </p>
  );
}

/** The public cohorts: which there are, what they can be compared with, and what is on this server. */
export default function DataDownloadPage() {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: keys.cohorts,
    queryFn: ({ signal }) => cohorts({ silent: true, signal }),
  });
  return (
    <>
      <header className="page-head">
        <h1 className="page-title">数据下载</h1>
        <p>TCGA 按癌种收集了 33 个公共队列。这里列出每个队列是什么肿瘤、有没有正常样本可以比较，以及这台服务器装了哪些。</p>
      </header>
      {data && <InstalledNote cohorts={data.results} />}
      {isPending && (
        <div className="card cohorts-wait">
          <Skeleton active paragraph={{ rows: 12 }} />
        </div>
      )}
      {isError && (
        <p className="card cohorts-wait" role="alert">
          队列列表没有取到。
          <Button type="link" size="small" onClick={() => void refetch()}>
            再取一次
          </Button>
        </p>
      )}
      {data && <CohortTable cohorts={data.results} />}
      <div className="cohorts-about">
        <section className="card">
          <h2 className="card-title">已安装的队列有哪些文件</h2>
          <dl>
            {CONTENTS.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p className="caption">
            下载一个文件 {COHORT_FILE_POINTS} 点；{COHORT_FILE_HOURS} 小时内再下载同一个文件不收点。
          </p>
        </section>
        <section className="card">
          <h2 className="card-title">正常样本从哪里来</h2>
          <dl>
            <div>
              <dt>TCGA 癌旁</dt>
              <dd>患者手术时切下的肿瘤旁组织，和肿瘤同一批处理。至少有 3 个才算「有」，否则不能做肿瘤与正常的比较。</dd>
            </div>
            <div>
              <dt>GTEx 正常组织</dt>
              <dd>
                捐献者的同一器官，不算血液和培养的细胞。肿瘤与 GTEx 比较时，两边都用 Toil 同一流程重新计算的数值；若 TCGA
                自己没有癌旁，肿瘤与来源的差别分不开，下结论要谨慎。
              </dd>
            </div>
            <div>
              <dt>两列都没有</dt>
              <dd>只有肿瘤样本：可以看生存和临床特征，不能比较肿瘤与正常。</dd>
            </div>
          </dl>
        </section>
      </div>
    </>
  );
}
