import {
  BOARD_GRIDS,
  BOARD_MARGIN_MAX,
  BOARD_PAGES,
  BOARD_PANEL_LEAST,
  BOARD_SIDE,
  type BoardContent,
  LETTER_STYLES,
} from '@oncoloom/contract';
import { arranged, onOtherPage, readingOrder } from '@oncoloom/figures/board';
import { Button, InputNumber, Select, Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import { numberAsTyped } from '../base/number-as-typed.ts';
import { Segments } from '../base/parts/segments.tsx';

interface Props {
  content: BoardContent;
  change: (key: string, next: Partial<BoardContent>) => void;
}

const OWN = 'own';
const LETTER_WORDS: Record<(typeof LETTER_STYLES)[number], string> = { A: 'A', a: 'a', '(A)': '(A)', '(a)': '(a)', none: '不写' };

/** A setting: its name, its control, and what it does. */
export function Setting({ label, help, children }: { label: string; help?: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="board-setting">
      <label htmlFor={id}>{label}</label>
      <div>{children(id)}</div>
      {help !== undefined && <p className="caption">{help}</p>}
    </div>
  );
}

interface LengthProps {
  label: string;
  value: number;
  min: number;
  max: number;
  unit?: 'mm' | 'pt';
  step?: number;
  onChange: (value: number) => void;
}

/** A length that is typed. */
export function LengthField({ label, value, min, max, unit = 'mm', step = 1, onChange }: LengthProps) {
  const id = useId();
  return (
    <div className="board-length">
      <label htmlFor={id}>{label}</label>
      <InputNumber
        id={id}
        size="small"
        value={value}
        min={min}
        max={max}
        step={step}
        precision={1}
        suffix={unit}
        formatter={numberAsTyped}
        onChange={(next) => {
          if (next !== null && next >= min && next <= max) onChange(next);
        }}
      />
    </div>
  );
}

/** The page of a journal, and how its panels stand on it. */
export function PageSettings({ content, change }: Props) {
  const { page, panels, grid, align } = content;
  const preset = BOARD_PAGES.find(({ width, height, margin }) => width === page.width && height === page.height && margin === page.margin);
  const toPage = (key: string, next: BoardContent['page']) => {
    const places = onOtherPage(panels, page, next, BOARD_PANEL_LEAST);
    change(key, { page: next, panels: panels.map((panel, i) => ({ ...panel, ...places[i] })) });
  };
  const arrange = (columns: number) => {
    const places = arranged(panels.length, page, columns);
    change('arrange', { panels: panels.map((panel, i) => ({ ...panel, ...places[i] })) });
  };
  const fits = (columns: number) => {
    const [first] = arranged(Math.max(panels.length, 1), page, columns);
    return first !== undefined && first.width >= BOARD_PANEL_LEAST && first.height >= BOARD_PANEL_LEAST;
  };
  return (
    <section>
      <h2 className="small-title">版面</h2>
      <Setting label="尺寸" help="换尺寸时，各图按比例跟着移动和缩放，字号不变。">
        {(id) => (
          <Select<string>
            id={id}
            size="small"
            value={preset?.id ?? OWN}
            options={[
              ...BOARD_PAGES.map(({ id: value, title, width, height }) => ({ value, label: `${title} ${width} × ${height} mm` })),
              ...(preset === undefined ? [{ value: OWN, label: `自定 ${page.width} × ${page.height} mm` }] : []),
            ]}
            onChange={(chosen) => {
              const next = BOARD_PAGES.find(({ id: one }) => one === chosen);
              if (next !== undefined) toPage('page', { width: next.width, height: next.height, margin: next.margin });
            }}
          />
        )}
      </Setting>
      <div className="board-lengths">
        <LengthField label="宽" value={page.width} {...BOARD_SIDE} onChange={(width) => toPage('page-width', { ...page, width })} />
        <LengthField label="高" value={page.height} {...BOARD_SIDE} onChange={(height) => toPage('page-height', { ...page, height })} />
        <LengthField
          label="页边"
          value={page.margin}
          min={0}
          max={BOARD_MARGIN_MAX}
          onChange={(margin) => change('page-margin', { page: { ...page, margin } })}
        />
      </div>
      <Setting label="自动排列">
        {() => (
          <span className="board-buttons">
            {[1, 2, 3].map((columns) => (
              <Button key={columns} size="small" disabled={panels.length === 0 || !fits(columns)} onClick={() => arrange(columns)}>
                {columns} 列
              </Button>
            ))}
          </span>
        )}
      </Setting>
      <Setting label="网格" help="拖动和方向键按这个间距走。">
        {() => (
          <Segments<number>
            size="small"
            value={grid}
            options={BOARD_GRIDS.map((value) => ({ value, label: `${value} mm` }))}
            onChange={(next) => {
              const chosen = BOARD_GRIDS.find((one) => one === next);
              if (chosen !== undefined) change('grid', { grid: chosen });
            }}
          />
        )}
      </Setting>
      <Setting label="对齐坐标轴" help="边缘在同一条线上的图，坐标轴也从同一处开始。两侧文字太宽的图不参与，否则会挤小别的图。">
        {(id) => <Switch id={id} size="small" checked={align} onChange={(next) => change('align', { align: next })} />}
      </Setting>
    </section>
  );
}

/** Letters and texts, the same in all panels. */
export function TextSettings({ content, change }: Props) {
  const { font, letters, language, titles, panels } = content;
  const order = readingOrder(panels);
  const isRead = order.every((from, to) => from === to);
  return (
    <>
      <section>
        <h2 className="small-title">编号</h2>
        <Setting label="样式" help="Nature 系列用 8 pt 粗体小写 a；多数期刊用粗体大写 A。">
          {() => (
            <Segments<string>
              size="small"
              value={letters.style}
              options={LETTER_STYLES.map((value) => ({ value, label: LETTER_WORDS[value] }))}
              onChange={(next) => {
                const style = LETTER_STYLES.find((one) => one === next);
                if (style !== undefined) change('letter-style', { letters: { ...letters, style } });
              }}
            />
          )}
        </Setting>
        <Setting label="位置" help="「图的上方」另占一行；「图的左上角」不占地方，但可能压住图里的文字。">
          {() => (
            <Segments<'above' | 'corner'>
              size="small"
              value={letters.place}
              options={[
                { value: 'above', label: '图的上方' },
                { value: 'corner', label: '图的左上角' },
              ]}
              onChange={(place) => change('letter-place', { letters: { ...letters, place } })}
            />
          )}
        </Setting>
        <div className="board-lengths">
          <LengthField
            label="字号"
            value={letters.size}
            min={5}
            max={24}
            step={0.5}
            unit="pt"
            onChange={(size) => change('letter-size', { letters: { ...letters, size } })}
          />
          <Setting label="粗体">
            {(id) => (
              <Switch
                id={id}
                size="small"
                checked={letters.bold}
                onChange={(bold) => change('letter-bold', { letters: { ...letters, bold } })}
              />
            )}
          </Setting>
        </div>
        <Button
          size="small"
          disabled={isRead}
          onClick={() => change('order', { panels: order.flatMap((from) => panels[from] ?? []) })}
          title="从左到右、从上到下重新编号"
        >
          按位置重新编号
        </Button>
      </section>
      <section>
        <h2 className="small-title">文字</h2>
        <div className="board-lengths">
          <LengthField
            label="字号"
            value={font.size}
            min={4}
            max={16}
            step={0.5}
            unit="pt"
            onChange={(size) => change('font-size', { font: { ...font, size } })}
          />
        </div>
        <p className="caption">所有图都用这个字号，与各图自己的设置无关；坐标轴标题略大。多数期刊要求 5–7 pt。</p>
        <Setting label="字体">
          {(id) => (
            <Select<BoardContent['font']['family']>
              id={id}
              size="small"
              value={font.family}
              options={(['Arial', 'Times New Roman', 'Noto Sans CJK SC'] as const).map((value) => ({ value, label: value }))}
              onChange={(family) => change('font-family', { font: { ...font, family } })}
            />
          )}
        </Setting>
        <Setting label="图中文字">
          {() => (
            <Segments<BoardContent['language']>
              size="small"
              value={language}
              options={[
                { value: 'own', label: '各图自己的' },
                { value: 'zh', label: '中文' },
                { value: 'en', label: 'English' },
              ]}
              onChange={(next) => change('language', { language: next })}
            />
          )}
        </Setting>
        <Setting label="显示各图的标题" help="关掉后，编辑图形时写的标题不出现在拼图里。">
          {(id) => <Switch id={id} size="small" checked={titles} onChange={(next) => change('titles', { titles: next })} />}
        </Setting>
      </section>
    </>
  );
}
