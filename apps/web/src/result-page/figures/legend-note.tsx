import { DownOutlined, FileWordOutlined, RightOutlined } from '@ant-design/icons';
import type { AnalysisResult } from '@oncoloom/contract';
import { FIGURE_FORMATS } from '@oncoloom/figures/formats';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { CopyButton } from '../../base/parts/copy-button.tsx';
import './legend-note.css';
import { useResultAccess } from '../../result-data/result-access.ts';

/** The legend of a figure for a paper, in both languages, to be copied or taken as Word. */
export function LegendNote({ analysisId, result, id, title }: { analysisId: number; result: AnalysisResult; id: string; title: string }) {
  const [open, setOpen] = useState(false);
  const [language, setLanguage] = useState<'zh' | 'en'>('zh');
  const [busy, setBusy] = useState(false);
  const access = useResultAccess(analysisId);
  const legend = result.legends[id];
  const pdf = result.files.find(({ file_key }) => file_key === `${id}_pdf`);
  if (legend === undefined || pdf === undefined) return null;
  const text = legend[language];
  const download = async () => {
    setBusy(true);
    try {
      await access.download(`${id}_legend`, `${pdf.filename.slice(0, -FIGURE_FORMATS.pdf.suffix.length)}_图注.docx`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="legend-note">
      <Button
        type="link"
        size="small"
        icon={open ? <DownOutlined /> : <RightOutlined />}
        aria-expanded={open}
        aria-label={`论文用的图注：${title}`}
        onClick={() => setOpen(!open)}
      >
        论文用的图注
      </Button>
      {open && (
        <div className="legend-text">
          <div className="legend-tools">
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
            <CopyButton text={text} />
            <Button size="small" icon={<FileWordOutlined />} loading={busy} title="中文和英文在一个文档里" onClick={() => void download()}>
              Word
            </Button>
          </div>
          <p lang={language === 'zh' ? 'zh-CN' : 'en'}>{text}</p>
        </div>
      )}
    </div>
  );
}
