import { CloseOutlined, RollbackOutlined } from '@ant-design/icons';
import { type FigureStyle, styleNumber } from '@oncoloom/figures';
import { Button, Switch } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { Segments } from '../app/segments.tsx';
import { EditorField, LengthField } from './editor-field.tsx';
import { editorSections, PRESETS, type Preset, presetOf, toInches } from './editor-fields.ts';
import { remember, type StyleHistory, stepBack } from './style-history.ts';

import type { FigureDeclaration, Value } from './types.ts';

export interface FigureEditorProps {
  figure: FigureDeclaration;
  style: FigureStyle;
  /** What 「恢复默认」 goes back to. */
  defaults: FigureStyle;
  words: Readonly<Record<string, string>>;
  /** Names in the figure, offered where genes are chosen. */
  names: readonly string[];
  onChange: (style: FigureStyle) => void;
  onClose: () => void;
  colourBlind: boolean;
  onColourBlind: (on: boolean) => void;
}

/** Controls for every declared style field. Each change shows at once; Ctrl+Z takes the last one back. */
export default function FigureEditor(props: FigureEditorProps) {
  const { figure, style, defaults, words, names, onChange, onClose } = props;
  const [history, setHistory] = useState<StyleHistory>([]);
  const changed = Object.keys(defaults).some((key) => JSON.stringify(style[key]) !== JSON.stringify(defaults[key]));

  const apply = (key: string, patch: Readonly<Record<string, Value>>) => {
    setHistory(remember(history, style, key, Date.now()));
    onChange({ ...style, ...patch });
  };
  const undo = () => {
    const back = stepBack(history);
    if (back === null) return;
    setHistory(back.history);
    onChange(back.style);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      undo();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: catches Ctrl+Z of the controls inside
    <div className="figure-editor" onKeyDown={onKeyDown}>
      <header>
        <h3 className="small-title">编辑图形</h3>
        <Button
          type="text"
          size="small"
          icon={<RollbackOutlined />}
          aria-label="撤销"
          title="撤销（Ctrl + Z）"
          disabled={history.length === 0}
          onClick={undo}
        />
        <Button type="link" size="small" disabled={!changed} onClick={() => apply('', defaults)}>
          恢复默认
        </Button>
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label="关闭编辑" onClick={onClose} />
      </header>
      {editorSections(figure.style).map((section) => (
        <section key={section.title}>
          <h4>{section.title}</h4>
          {section.fields.map(([key, field]) => {
            const set = (value: Value) => apply(key, { [key]: value });
            if (key === 'plot_pdf_width') {
              const width = styleNumber(style, key, 1);
              return (
                <div key={key}>
                  <div className="editor-row">
                    <span>预设</span>
                    <Segments<Preset | ''>
                      size="small"
                      value={presetOf(width) ?? ''}
                      options={[
                        { value: 'one', label: `单栏 ${PRESETS.one} mm` },
                        { value: 'two', label: `双栏 ${PRESETS.two} mm` },
                      ]}
                      onChange={(preset) => {
                        if (preset !== '') set(toInches(PRESETS[preset]));
                      }}
                    />
                  </div>
                  <LengthField label={field.label} field={field} value={width} onChange={set} />
                </div>
              );
            }
            if (key === 'plot_pdf_height') {
              return <LengthField key={key} label={field.label} field={field} value={styleNumber(style, key, 1)} onChange={set} />;
            }
            return <EditorField key={key} name={key} field={field} value={style[key] ?? null} words={words} names={names} onChange={set} />;
          })}
          {section.title.endsWith('颜色') && (
            <div className="editor-row">
              <span title="按绿色弱（最常见的一种）模拟，只影响屏幕">色觉障碍预览</span>
              <Switch size="small" aria-label="色觉障碍预览" checked={props.colourBlind} onChange={props.onColourBlind} />
            </div>
          )}
        </section>
      ))}
      <p className="caption">修改立即生效，不消耗点数。下载的图用同样的设置。</p>
    </div>
  );
}
