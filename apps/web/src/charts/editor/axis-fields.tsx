import { type EditableAxes, type FigureStyle, styleFlag, styleNumber, styleTuples } from '@oncoloom/figures';
import { InputNumber, Switch } from 'antd';
import { useId } from 'react';
import type { ToldFigure, Value } from '../types.ts';

interface Props {
  axes: EditableAxes;
  declared: ToldFigure['style'];
  style: FigureStyle;
  apply: (key: string, patch: Readonly<Record<string, Value>>) => void;
}

const BREAKS_MAX = 20;
const AXES = [
  ['x', '横轴'],
  ['y', '纵轴'],
] as const;

/** Range, number of breaks and kind of each axis of numbers. */
export function AxisFields({ axes, declared, style, apply }: Props) {
  return AXES.map(([axis, word]) => (
    <div key={axis}>
      {axes[axis].range && <RangeField axis={axis} word={word} style={style} apply={apply} />}
      {axes[axis].breaks && <BreaksField axis={axis} word={word} style={style} apply={apply} />}
      {axes[axis].log && declared[`axis_log_${axis}`] !== undefined && <LogField axis={axis} word={word} style={style} apply={apply} />}
    </div>
  ));
}

type FieldProps = Pick<Props, 'style' | 'apply'> & { axis: 'x' | 'y'; word: string };

function LogField({ axis, word, style, apply }: FieldProps) {
  const id = useId();
  const key = `axis_log_${axis}`;
  return (
    <div className="editor-row" data-field={key}>
      <label htmlFor={id} title="只改变画法，不改变任何统计数字。0 和负数在对数坐标上没有位置，图下会写出有几个没有画。">
        {word}用对数坐标
      </label>
      <Switch id={id} size="small" checked={styleFlag(style, key, false)} onChange={(on) => apply(key, { [key]: on })} />
    </div>
  );
}

function RangeField({ axis, word, style, apply }: FieldProps) {
  const key = `axis_range_${axis}`;
  const [from = '', to = ''] = styleTuples(style, key, 2)[0] ?? [];
  const set = (range: readonly [string, string]) => apply(key, { [key]: range.every((end) => end === '') ? [] : [...range] });
  const end = (label: string, value: string, onEnd: (text: string) => void) => (
    <InputNumber<string>
      size="small"
      stringMode
      controls={false}
      style={{ width: 74 }}
      aria-label={`${word}${label}`}
      placeholder="自动"
      value={value}
      onChange={(next) => onEnd(next ?? '')}
    />
  );
  return (
    <div className="editor-row" data-field={key}>
      <span title="只改变画出的范围，不改变任何统计数字。留空为自动。">{word}范围</span>
      <span className="editor-range">
        {end('从', from, (text) => set([text, to]))}至{end('到', to, (text) => set([from, text]))}
      </span>
    </div>
  );
}

function BreaksField({ axis, word, style, apply }: FieldProps) {
  const id = useId();
  const key = `axis_breaks_${axis}`;
  const breaks = styleNumber(style, key, 0);
  return (
    <div className="editor-row" data-field={key}>
      <label htmlFor={id} title="大约画几个刻度；留空为自动。">
        {word}刻度数
      </label>
      <InputNumber
        id={id}
        size="small"
        style={{ width: 110 }}
        min={2}
        max={BREAKS_MAX}
        precision={0}
        placeholder="自动"
        value={breaks === 0 ? null : breaks}
        onChange={(next) => apply(key, { [key]: next ?? 0 })}
      />
    </div>
  );
}
