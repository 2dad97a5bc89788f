import { CloseOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import type { EditableAxes, FigureStyle, NamedEntry, Size } from '@oncoloom/figures';
import { Button, Switch } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ToldFigure, Value } from '../types.ts';
import { AxisFields } from './axis-fields.tsx';
import { BracketsField } from './brackets-field.tsx';
import { EditorField } from './editor-field.tsx';
import { type EditorSection, editorSections, type SectionName, sectionOfField } from './editor-fields.ts';
import { EntryList } from './entry-list.tsx';
import { PaletteField, VisionCheck } from './palette-field.tsx';
import { SizeFields } from './size-fields.tsx';
import type { StyleEditing } from './use-style-history.ts';

/** A field that was asked for from the picture; `at` tells the same field asked for again. */
export interface WantedField {
  field: string;
  at: number;
}

interface FigureEditorProps {
  figure: ToldFigure;
  editing: StyleEditing;
  /** What 「恢复默认」 goes back to. */
  defaults: FigureStyle;
  /** The same without the looks of all figures. */
  plain: FigureStyle;
  words: Readonly<Record<string, string>>;
  /** Names in the figure, offered where genes are chosen. */
  names: readonly string[];
  /** What the figure's legend holds. */
  entries: readonly NamedEntry[];
  /** What of its axes can be chosen; null where that is not known. */
  axes: EditableAxes | null;
  /** Comparisons whose brackets can be chosen. */
  pairs: readonly (readonly [string, string])[];
  /** Inches of the figure as it is printed; null where they are not known. */
  size: Size | null;
  wanted: WantedField | null;
  end: ReactNode;
  onClose: () => void;
  colourBlind: boolean;
  onColourBlind: (on: boolean) => void;
}

/** Controls for every declared style field. Each change shows at once. */
export default function FigureEditor(props: FigureEditorProps) {
  const { figure, editing, defaults, words, names, entries, axes, pairs, size, wanted, onClose } = props;
  const { style, apply, undo, redo } = editing;
  const root = useRef<HTMLDivElement>(null);
  const changed = Object.keys(defaults).some((key) => JSON.stringify(style[key]) !== JSON.stringify(defaults[key]));

  // Only what is unfolded is there: thirty controls would be drawn anew at each change of one.
  const [unfolded, setUnfolded] = useState<ReadonlySet<SectionName>>(new Set(['sheet']));
  const [opened, setOpened] = useState(wanted);
  const fold = (name: SectionName, open: boolean) => {
    const next = new Set(unfolded);
    if (open) next.add(name);
    else next.delete(name);
    setUnfolded(next);
  };
  if (wanted !== null && wanted !== opened) {
    setOpened(wanted);
    fold(sectionOfField(wanted.field, figure.style), true);
  }
  useEffect(() => {
    if (wanted !== null && root.current !== null) focusField(root.current, wanted.field);
  }, [wanted]);

  const field = ([key, declared]: EditorSection['fields'][number]) => (
    <EditorField
      key={key}
      name={key}
      field={declared}
      value={style[key] ?? null}
      words={words}
      names={names}
      onChange={(value: Value) => apply(key, { [key]: value })}
    />
  );
  const { plot_pdf_width: width, plot_pdf_height: height } = figure.style;
  const lists = [
    ['图例各项的名称、次序和颜色', entries.filter(({ axis, panel }) => axis !== true && panel !== true)],
    ['坐标轴上的名称和次序', entries.filter(({ axis }) => axis === true)],
    ['各分图的名称', entries.filter(({ panel }) => panel === true)],
  ] as const;
  /** Controls that are more than one field, before and after those of their section. */
  const before: Partial<Record<SectionName, ReactNode>> = {
    colours: figure.style.palette !== undefined && <PaletteField figure={figure} defaults={props.plain} style={style} apply={apply} />,
    axes: axes !== null && <AxisFields axes={axes} declared={figure.style} style={style} apply={apply} />,
    sheet: width?.kind === 'number' && height?.kind === 'number' && (
      <SizeFields style={style} size={size} width={width} height={height} apply={apply} />
    ),
  };
  const after: Partial<Record<SectionName, ReactNode>> = {
    legend: lists.map(
      ([title, own]) => own.length > 0 && <EntryList key={title} title={title} entries={own} style={style} apply={apply} />,
    ),
    labels: (
      <>
        {pairs.length > 0 && figure.style.brackets !== undefined && <BracketsField pairs={pairs} style={style} apply={apply} />}
        {isMoved(style) && (
          <div className="editor-row">
            <span>有标注被挪动过</span>
            <Button type="link" size="small" onClick={() => apply('', { moved_labels: [] })}>
              放回自动位置
            </Button>
          </div>
        )}
      </>
    ),
    colours: (
      <>
        <div className="editor-row">
          <span title="按绿色弱（最常见的一种）模拟，只影响屏幕">色觉障碍预览</span>
          <Switch size="small" aria-label="色觉障碍预览" checked={props.colourBlind} onChange={props.onColourBlind} />
        </div>
        <VisionCheck entries={entries} />
      </>
    ),
  };

  return (
    <div ref={root} className="figure-editor">
      <header>
        <h3 className="small-title">编辑图形</h3>
        <Button
          type="text"
          size="small"
          icon={<UndoOutlined />}
          aria-label="撤销"
          title="撤销（Ctrl + Z）"
          disabled={undo === null}
          onClick={() => undo?.()}
        />
        <Button
          type="text"
          size="small"
          icon={<RedoOutlined />}
          aria-label="重做"
          title="重做（Ctrl + Shift + Z 或 Ctrl + Y）"
          disabled={redo === null}
          onClick={() => redo?.()}
        />
        <Button type="link" size="small" disabled={!changed} onClick={() => apply('', defaults)}>
          恢复默认
        </Button>
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label="关闭编辑" onClick={onClose} />
      </header>
      {editorSections(
        figure.style,
        entries.some(({ coloured }) => coloured),
      ).map((section) => (
        <details key={section.name} open={unfolded.has(section.name)} onToggle={(event) => fold(section.name, event.currentTarget.open)}>
          <summary>{section.title}</summary>
          {unfolded.has(section.name) && (
            <>
              {before[section.name]}
              {section.fields.map(field)}
              {after[section.name]}
            </>
          )}
        </details>
      ))}
      {props.end}
      <p className="caption">修改立即生效，不消耗点数。下载的图用同样的设置。</p>
    </div>
  );
}

function isMoved({ moved_labels: moved }: FigureStyle): boolean {
  return Array.isArray(moved) && moved.length > 0;
}

/** Shows the row of a field and puts the hand on its control. */
function focusField(root: HTMLElement, field: string): void {
  const row = [...root.querySelectorAll<HTMLElement>('[data-field]')].find((one) => one.dataset.field === field);
  if (row === undefined) return;
  row.scrollIntoView({ block: 'center' });
  row.querySelector<HTMLElement>('input, [role="slider"], [role="switch"], button, [tabindex]')?.focus({ preventScroll: true });
}
