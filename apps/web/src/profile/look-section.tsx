import { chooseScheme, SCHEME_CHOICES, type SchemeChoice, useSchemeChoice } from '../base/look/colour-scheme.ts';
import { Segments } from '../base/parts/segments.tsx';

const WORDS: Record<SchemeChoice, string> = { system: '跟随系统', light: '浅色', dark: '深色' };

/** How the pages look in this browser. */
export function LookSection() {
  const choice = useSchemeChoice();
  return (
    <>
      <Segments
        aria-label="颜色"
        value={choice}
        options={SCHEME_CHOICES.map((value) => ({ value, label: WORDS[value] }))}
        onChange={chooseScheme}
      />
      <p className="section-note">只改这个浏览器里的界面。图始终是白底，与下载的文件一样。</p>
    </>
  );
}
