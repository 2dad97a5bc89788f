import type { Analysis, AnalysisResult } from '@oncoloom/contract';
import { partsOf } from '@oncoloom/tool-kit';
import { Checkbox, Segmented } from 'antd';
import { useState } from 'react';
import { CopyButton } from '../../base/parts/copy-button.tsx';
import { useResultAccess } from '../../result-data/result-access.ts';
import { SourcedText } from '../sources/sourced-text.tsx';
import { useRobustness } from './use-robustness.ts';

/** How it was done, in the words of a paper, and what to cite. */
export function MethodsCard({ analysis: { id }, result }: { analysis: Analysis; result: AnalysisResult }) {
  const [language, setLanguage] = useState<'zh' | 'en'>('zh');
  const [withRuns, setWithRuns] = useState(false);
  const { readOnly } = useResultAccess(id);
  const tried = useRobustness(id, result, readOnly).robustness.find(({ check }) => check === 'runs')?.methods ?? null;
  const said = withRuns && tried !== null ? tried[language] : '';
  const text = result.methods[language];
  return (
    <section className="card methods" aria-label="方法">
      <header className="block-head">
        <h2 className="card-title">方法</h2>
        <Segmented
          size="small"
          aria-label="语言"
          value={language}
          options={[
            { value: 'zh', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
          onChange={setLanguage}
        />
        {tried !== null && (
          <Checkbox checked={withRuns} onChange={({ target }) => setWithRuns(target.checked)}>
            写明试过几次
          </Checkbox>
        )}
        <CopyButton text={said === '' ? text : `${text}\n\n${said}`} />
      </header>
      <div lang={language === 'zh' ? 'zh-CN' : 'en'}>
        {partsOf({ text, places: result.places.methods[language] }, /\n{2,}/).map((paragraph) => (
          <p key={paragraph.text} className="methods-text">
            <SourcedText placed={paragraph} />
          </p>
        ))}
        {said !== '' && <p className="methods-text">{said}</p>}
      </div>
      {result.citations.length > 0 && (
        <>
          <header className="block-head">
            <h3 className="small-title">引用</h3>
            <CopyButton text={result.citations.map((citation, i) => `${i + 1}. ${citation}`).join('\n')} />
          </header>
          <ol className="citations" lang="en">
            {result.citations.map((citation) => (
              <li key={citation}>{citation}</li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
