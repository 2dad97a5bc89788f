import { type LetterStyle, panelName } from './look.ts';

/** What a panel shows, in one language. */
interface PanelCaption {
  title: string;
  caption: string;
}

const ENDS = /[。．.!?！？]$/;

const ended = (text: string, end: string) => (text === '' || ENDS.test(text) ? text : `${text}${end}`);

/** The legend of a board made from those of its figures, each behind its letter. */
export function boardCaption(panels: readonly PanelCaption[], style: LetterStyle, language: 'zh' | 'en'): string {
  const [end, between, open] = language === 'zh' ? ['。', '', '，'] : ['.', ' ', ', '];
  const parts = panels.map(({ title, caption }, i) => {
    // A legend often begins with what the figure is called.
    const whole = caption.startsWith(title) ? [caption] : [title, caption];
    const texts = whole.filter((text) => text !== '').map((text) => ended(text.trim(), end));
    return `${panelName(i, style)}${open}${texts.join(between)}`;
  });
  return parts.join(language === 'zh' ? '' : ' ');
}
