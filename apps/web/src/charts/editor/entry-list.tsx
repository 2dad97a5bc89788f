import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { type FigureStyle, type NamedEntry, styleList } from '@oncoloom/figures';
import { CATEGORY_COLOURS } from '@oncoloom/tool-kit';
import { Button, ColorPicker, Input } from 'antd';
import type { KeyboardEvent } from 'react';
import type { Value } from '../types.ts';
import { givenName, withColour, withMoved, withName, withOrder, withoutEdits } from './entry-edits.ts';

const NAME_MAX = 80;

/** Entries of a figure's legend, names along its axis or of its panels: each can be given another name, and all but panels another place. */
export function EntryList(props: {
  title: string;
  entries: readonly NamedEntry[];
  style: FigureStyle;
  apply: (key: string, patch: Readonly<Record<string, Value>>) => void;
}) {
  const { title, entries, style, apply } = props;
  const names = entries.map(({ name }) => name);
  const move = (name: string, by: -1 | 1) => {
    const order = withMoved(names, name, by);
    if (order !== null) apply('', { group_order: withOrder(style, names, order) });
  };
  const onKeyDown = (event: KeyboardEvent, name: string) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(name, event.key === 'ArrowUp' ? -1 : 1);
  };
  const without = withoutEdits(style, names);
  const untouched = Object.entries(without).every(([key, rows]) => styleList(style, key).length === rows.length);
  return (
    <div className="entry-list">
      <div className="editor-row">
        <span>{title}</span>
        <Button type="link" size="small" disabled={untouched} aria-label={`恢复${title}`} onClick={() => apply('', without)}>
          恢复
        </Button>
      </div>
      <ul>
        {entries.map(({ name, label, colour, coloured, axis, panel }, i) => (
          <li key={name} data-field={`group:${name}`}>
            {coloured === true ? (
              <ColorPicker
                size="small"
                className="entry-colour"
                disabledAlpha
                value={colour}
                presets={[{ label: '色觉障碍者也能分清的颜色', colors: [...CATEGORY_COLOURS] }]}
                onChange={(next) => apply(`colour ${name}`, { group_colours: withColour(style, name, next.toHexString().slice(0, 7)) })}
              >
                <button type="button" className="entry-swatch" style={{ background: colour }} aria-label={`「${label}」的颜色`} />
              </ColorPicker>
            ) : (
              axis !== true && panel !== true && <span className="entry-swatch" style={{ background: colour }} />
            )}
            <Input
              size="small"
              aria-label={`「${name}」在图中写作`}
              title={panel === true ? undefined : 'Alt + ↑、Alt + ↓ 移动'}
              value={givenName(style, name)}
              placeholder={label}
              maxLength={NAME_MAX}
              onChange={(event) => apply(`renamed ${name}`, { renamed: withName(style, name, event.target.value) })}
              onKeyDown={(event) => panel !== true && onKeyDown(event, name)}
            />
            {panel !== true && (
              <>
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  aria-label={`「${name}」上移`}
                  disabled={i === 0}
                  onClick={() => move(name, -1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  aria-label={`「${name}」下移`}
                  disabled={i === entries.length - 1}
                  onClick={() => move(name, 1)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
