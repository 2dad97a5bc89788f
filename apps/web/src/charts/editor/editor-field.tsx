import { CATEGORY_COLOURS, type ValueParameter } from '@oncoloom/tool-kit';
import { ColorPicker, Input, InputNumber, Select, Slider, Switch } from 'antd';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { exactName, offerNames, takeNames } from '../../base/exact-first.ts';
import { numberAsTyped } from '../../base/number-as-typed.ts';
import type { Value } from '../types.ts';
import { isFound, isSlider, writeSetting } from './editor-fields.ts';

const SUGGESTIONS_MAX = 50;

interface RowProps {
  label: string;
  help?: string | undefined;
  id: string;
  /** The field that it sets. */
  name: string;
  stacked?: boolean;
  children: ReactNode;
}

function Row({ label, help, id, name, stacked, children }: RowProps) {
  return (
    <div className={stacked === true ? 'editor-row editor-row-stacked' : 'editor-row'} data-field={name}>
      <label htmlFor={id} title={help}>
        {label}
      </label>
      {children}
    </div>
  );
}

/** The group's own name says more than 「病例组」. */
function labelOf(name: string, field: ValueParameter, words: Readonly<Record<string, string>>): string {
  const group = name === 'case_color' ? words.case_group : name === 'control_color' ? words.control_group : undefined;
  return group === undefined || group === '' ? field.label : group;
}

interface EditorFieldProps {
  name: string;
  field: ValueParameter;
  value: Value;
  words: Readonly<Record<string, string>>;
  names: readonly string[];
  onChange: (value: Value) => void;
}

/** The control that fits a style field's kind. */
export function EditorField({ name, field, value, words, names, onChange }: EditorFieldProps) {
  const id = useId();
  const label = labelOf(name, field, words);
  switch (field.kind) {
    case 'number':
    case 'integer': {
      const number = typeof value === 'number' ? value : field.default;
      const step = field.kind === 'integer' ? 1 : (field.step ?? 0.1);
      const range = { min: field.min, max: field.max, step };
      return (
        <Row label={label} help={field.help} id={id} name={name}>
          {isSlider(field) ? (
            <span className="editor-slider">
              <Slider id={id} {...range} value={number} tooltip={{ open: false }} ariaLabelForHandle={label} onChange={onChange} />
              <output>{writeSetting(name, field, number)}</output>
            </span>
          ) : (
            <InputNumber
              id={id}
              size="small"
              {...range}
              value={isFound(field) && number === 0 ? null : number}
              placeholder={isFound(field) ? '自动' : ''}
              formatter={numberAsTyped}
              style={{ width: 110 }}
              onChange={(next) => {
                if (next === null && isFound(field)) onChange(0);
                if (next !== null && !(field.kind === 'number' && field.exclusiveMin === true && next <= field.min)) onChange(next);
              }}
            />
          )}
        </Row>
      );
    }
    case 'flag':
      return (
        <Row label={label} help={field.help} id={id} name={name}>
          <Switch id={id} size="small" checked={value === true} onChange={onChange} />
        </Row>
      );
    case 'colour':
      return (
        <Row label={label} help={field.help} id={id} name={name}>
          <ColorPicker
            size="small"
            disabledAlpha
            showText={(colour) => colour.toHexString()}
            value={typeof value === 'string' ? value : field.default}
            presets={[{ label: '色觉障碍者也能分清的颜色', colors: [...CATEGORY_COLOURS] }]}
            onChange={(colour) => onChange(colour.toHexString().slice(0, 7))}
          />
        </Row>
      );
    case 'choice':
      return (
        <Row label={label} help={field.help} id={id} name={name}>
          <Select
            id={id}
            size="small"
            style={{ width: 130 }}
            value={typeof value === 'string' ? value : field.default}
            options={field.options.map((option) => ({ value: option.value, label: option.label }))}
            onChange={onChange}
          />
        </Row>
      );
    case 'text':
      return (
        <Row label={label} help={field.help} id={id} name={name} stacked>
          <Input
            id={id}
            value={typeof value === 'string' ? value : ''}
            maxLength={field.maxLength}
            placeholder={field.placeholder ?? ''}
            onChange={(event) => onChange(event.target.value)}
          />
        </Row>
      );
    case 'genes':
      return (
        <Row label={label} help={field.help} id={id} name={name} stacked>
          <GeneTags
            id={id}
            max={field.max}
            value={Array.isArray(value) ? (value as readonly string[]) : []}
            names={names}
            onChange={onChange}
          />
        </Row>
      );
  }
}

/** Genes as tags; what is typed takes the figure's own spelling, and what the figure does not hold is said. */
function GeneTags({
  id,
  value,
  names,
  max,
  onChange,
}: {
  id: string;
  value: readonly string[];
  names: readonly string[];
  max: number;
  onChange: (genes: string[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState('');
  const offered = useMemo(() => offerNames(names, typed, SUGGESTIONS_MAX), [typed, names]);
  const absent = useMemo(() => value.filter((gene) => exactName(names, gene) === undefined), [value, names]);
  return (
    <>
      <Select
        id={id}
        mode="tags"
        className="gene-tags"
        value={[...value]}
        options={offered.map((name) => ({ value: name, label: name }))}
        filterOption={false}
        // Enter takes what was typed, in the figure's spelling, and nothing that merely begins so.
        defaultActiveFirstOption={exactName(names, typed) !== undefined}
        maxCount={max}
        tokenSeparators={[' ', ',', '，', '、', ';', '；', '\n', '\t']}
        placeholder="输入或粘贴基因名"
        notFoundContent={null}
        onSearch={(text) => {
          setTyped(text);
          if (text !== '') setRefused('');
        }}
        onChange={(genes: string[]) => {
          const { taken, absent } = takeNames(names, value, genes);
          setRefused(absent);
          onChange(taken);
        }}
      />
      {absent.length > 0 && <p className="caption">图中没有：{absent.join('、')}</p>}
      {refused !== '' && (
        <p className="caption" role="status">
          {`图中没有「${refused}」，没有加上。`}
        </p>
      )}
    </>
  );
}
