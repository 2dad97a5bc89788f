import { FileWordOutlined, FileZipOutlined } from '@ant-design/icons';
import { type LineageStep, PAPER_LIMITS, type PaperFile, type PaperRequest, type ReferenceStyle } from '@oncoloom/contract';
import { Button, Checkbox, Progress } from 'antd';
import { useId, useState } from 'react';
import { Loaded } from '../../base/parts/loaded.tsx';
import { Segments } from '../../base/parts/segments.tsx';
import { useLineage } from '../project-steps.tsx';
import { usePaper } from './use-paper.ts';
import './paper.css';

const LANGUAGES: { value: PaperRequest['language']; label: string }[] = [
  { value: 'zh', label: '中文' },
  { value: 'en', label: 'English' },
];
const STYLES: { value: ReferenceStyle; label: string }[] = [
  { value: 'gb', label: 'GB/T 7714' },
  { value: 'vancouver', label: 'Vancouver' },
];

/** The documents of a paper out of chosen steps of a project: Word alone, or all of it as a zip. */
export function ProjectPaper({ project }: { project: number }) {
  const query = useLineage(project);
  return (
    <section className="card paper-material" aria-labelledby="paper-material">
      <h2 className="card-title" id="paper-material">
        论文材料
      </h2>
      <Loaded query={query} name="论文材料">
        {({ steps }) => {
          const finished = steps.filter(({ status, outside }) => status === 'completed' && !outside);
          if (finished.length > 0) return <Form project={project} finished={finished} />;
          return <p className="paper-none">课题里还没有完成的分析。完成一个以后，这里把方法、结果、图表和参考文献合成一份 Word。</p>;
        }}
      </Loaded>
    </section>
  );
}

function Form({ project, finished }: { project: number; finished: readonly LineageStep[] }) {
  // What is left out is kept, so that a step that is completed later is chosen as all are at first.
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [language, setLanguage] = useState<PaperRequest['language']>('zh');
  const [references, setReferences] = useState<ReferenceStyle>('gb');
  const { progress, download, stop } = usePaper(project);
  const [stepsLabel, languageLabel, stylesLabel] = [useId(), useId(), useId()];
  const chosen = finished.filter(({ id }) => !left.has(id)).map(({ id }) => id);
  const problem =
    chosen.length === 0
      ? '请至少选一个步骤。'
      : chosen.length > PAPER_LIMITS.steps
        ? `选了 ${chosen.length} 个步骤，一份材料最多 ${PAPER_LIMITS.steps} 个。请去掉一些，或分几次下载。`
        : undefined;
  const start = (file: PaperFile) => void download({ file, language, references, analysis_ids: chosen });
  const all = chosen.length === finished.length;
  return (
    <>
      <p className="paper-about">
        方法合成一段连贯的文字，软件包和版本只写一次，引用统一编号；每一步的结果、三线表和图按顺序排好。zip 里另有 PDF
        图、补充表工作簿，和能用 Rscript 重算全部步骤的结果包。
      </p>
      <div className="paper-steps-head">
        <span id={stepsLabel}>
          步骤：选了 {chosen.length} / {finished.length}
        </span>
        <Button type="link" size="small" onClick={() => setLeft(all ? new Set(finished.map(({ id }) => id)) : new Set())}>
          {all ? '全不选' : '全选'}
        </Button>
      </div>
      <Checkbox.Group
        className="paper-steps"
        role="group"
        aria-labelledby={stepsLabel}
        value={chosen}
        options={finished.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(kept) => setLeft(new Set(finished.filter(({ id }) => !kept.includes(id)).map(({ id }) => id)))}
      />
      <div className="paper-choices">
        <span id={languageLabel}>语言</span>
        <Segments aria-labelledby={languageLabel} value={language} options={LANGUAGES} onChange={setLanguage} />
        <span id={stylesLabel}>参考文献</span>
        <Segments aria-labelledby={stylesLabel} value={references} options={STYLES} onChange={setReferences} />
      </div>
      {problem !== undefined && (
        <p className="paper-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="paper-buttons">
        <Button
          type="primary"
          icon={<FileWordOutlined />}
          disabled={problem !== undefined || progress !== undefined}
          loading={progress?.file === 'word'}
          onClick={() => start('word')}
        >
          下载 Word
        </Button>
        <Button
          icon={<FileZipOutlined />}
          disabled={problem !== undefined || progress !== undefined}
          loading={progress?.file === 'zip'}
          onClick={() => start('zip')}
        >
          下载全部（zip）
        </Button>
        {progress !== undefined && <Button onClick={stop}>停止</Button>}
      </div>
      {progress !== undefined && (
        <div className="paper-progress" role="status">
          <Progress percent={progress.percent} aria-label="准备论文材料" />
          <p>正在准备：{progress.now}</p>
        </div>
      )}
    </>
  );
}
