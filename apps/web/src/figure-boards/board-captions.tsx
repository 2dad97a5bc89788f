import type { BoardContent, BoardSource } from '@oncoloom/contract';
import { boardCaption } from '@oncoloom/figures/board';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { CopyButton } from '../base/parts/copy-button.tsx';
import { Segments } from '../base/parts/segments.tsx';

type Language = 'zh' | 'en';
const MAX = 8000;

interface Props {
  content: BoardContent;
  /** What the server tells of the panels. */
  sources: readonly BoardSource[];
  change: (key: string, next: Partial<BoardContent>) => void;
}

/** The legend of the whole board in both languages: made from those of its figures until somebody writes one. */
export function BoardCaptions({ content, sources, change }: Props) {
  const [language, setLanguage] = useState<Language>(content.language === 'en' ? 'en' : 'zh');
  const { captions, panels, letters } = content;
  const made = boardCaption(
    panels.map(({ key, title }) => {
      const source = sources.find((one) => one.key === key);
      return { title: source?.title[language] ?? (language === 'zh' ? title : ''), caption: source?.caption[language] ?? '' };
    }),
    letters.style,
    language,
  );
  const own = captions[language];
  const text = own ?? made;
  return (
    <section className="card board-caption">
      <header>
        <h2 className="card-title">图注</h2>
        <Segments<Language>
          size="small"
          value={language}
          options={[
            { value: 'zh', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
          onChange={setLanguage}
        />
        <CopyButton text={text} disabled={text === ''} />
        {own !== null && (
          <Button size="small" onClick={() => change(`caption-${language}`, { captions: { ...captions, [language]: null } })}>
            换回自动图注
          </Button>
        )}
      </header>
      <Input.TextArea
        aria-label={language === 'zh' ? '中文图注' : '英文图注'}
        value={text}
        maxLength={MAX}
        autoSize={{ minRows: 3, maxRows: 14 }}
        lang={language === 'zh' ? 'zh-CN' : 'en'}
        onChange={(event) => change(`caption-${language}`, { captions: { ...captions, [language]: event.target.value } })}
      />
      <p className="caption">
        {own === null ? '由各图的图注拼成，图或编号改了会跟着变。改动以后就以你写的为准。' : '这是你改过的图注，不再随图和编号变化。'}
        下载的文件里不印图注，它写在文件的说明里；PPTX 放在图的下方，太长时放在备注里。
      </p>
    </section>
  );
}
