import { DeleteOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import { FIGURE_THEMES_MAX, type FigureLook } from '@oncoloom/contract';
import type { FigureStyle } from '@oncoloom/figures';
import { type ToldFigure, themeFor, themeOf } from '@oncoloom/tool-kit';
import { Button, Input } from 'antd';
import { useState } from 'react';
import type { StyleEditing } from '../../charts/editor/use-style-history.ts';
import { KeepAsMine } from '../../figure-looks/result-look.tsx';
import { useFigureThemes } from '../../figure-looks/use-figure-themes.ts';

const NAME_MAX = 40;

/**
 * Looks that the user keeps under names: to use in this figure, for all figures, to add to.
 * @param plain The figure's style without edits and without the looks of all figures.
 */
export function OwnStyles({ figure, editing, plain }: { figure: ToldFigure; editing: StyleEditing; plain: FigureStyle }) {
  const {
    query: { data },
    write,
    isPending,
  } = useFigureThemes();
  const [name, setName] = useState('');
  if (data === undefined) return null;
  const { themes } = data;
  const look = themeOf(figure.style, editing.style, plain) as FigureLook;
  const known = themes.some((theme) => theme.name === name.trim());
  const full = themes.length >= FIGURE_THEMES_MAX && !known;
  const nothing = Object.keys(look).length === 0;
  const keep = () => {
    const named = { name: name.trim(), style: look };
    write({ ...data, themes: [...themes.filter((theme) => theme.name !== named.name), named] }, { onSuccess: () => setName('') });
  };
  return (
    <section>
      <h4>我的样式</h4>
      <ul className="own-styles">
        {themes.map((theme) => {
          const isDefault = JSON.stringify(theme.style) === JSON.stringify(data.look);
          return (
            <li key={theme.name}>
              <span>{theme.name}</span>
              <Button
                type="link"
                size="small"
                aria-label={`这张图用样式「${theme.name}」`}
                onClick={() => editing.apply('', themeFor(figure.style, theme.style))}
              >
                使用
              </Button>
              <Button
                type="text"
                size="small"
                icon={isDefault ? <StarFilled /> : <StarOutlined />}
                aria-label={`所有图默认用样式「${theme.name}」`}
                aria-pressed={isDefault}
                title={isDefault ? '没有单独设过的图都用这个样式；再按一次取消' : '设为所有图的默认样式'}
                onClick={() => write({ ...data, look: isDefault ? {} : theme.style })}
              />
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={`删除样式「${theme.name}」`}
                onClick={() => write({ ...data, themes: themes.filter((one) => one !== theme) })}
              />
            </li>
          );
        })}
      </ul>
      <div className="own-styles-new">
        <Input
          size="small"
          aria-label="样式的名字"
          placeholder="把现在的样子存为…"
          maxLength={NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => {
            if (name.trim() !== '' && !nothing && !full) keep();
          }}
        />
        <Button size="small" disabled={name.trim() === '' || nothing || full} loading={isPending} onClick={keep}>
          {known ? '覆盖' : '保存'}
        </Button>
      </div>
      <KeepAsMine look={look} />
      <p className="caption">
        {nothing
          ? '改过字体、字号、颜色、宽度等外观以后，可以在这里存成样式，用到别的图上。'
          : full
            ? `最多保存 ${FIGURE_THEMES_MAX} 个样式，请先删掉不用的。`
            : '只保存改过的外观；标题、阈值和标注的基因不在其中。'}
      </p>
    </section>
  );
}
