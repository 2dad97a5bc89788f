import { BarChartOutlined, EnterOutlined, LineChartOutlined, SearchOutlined, TeamOutlined } from '@ant-design/icons';
import { SEARCH_RESULTS_MAX } from '@oncoloom/contract';
import { type MenuEntry, menu } from '@oncoloom/tools/menu';
import { Modal } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { FAMILY_TITLES, type Family } from '../app/families.ts';
import { useNarrow } from '../app/use-narrow.ts';
import { Highlight } from './highlight.tsx';
import { categories, popularTools, suggestions } from './offers.ts';
import { closeSearch, useSearch } from './search-state.ts';
import { type Found, searchTools, termsOf, unmarked } from './search-tools.ts';
import './search-dialog.css';

const ICONS: Record<Family, ReactNode> = { tcga: <TeamOutlined />, bulk: <LineChartOutlined />, plotting: <BarChartOutlined /> };

function Option({
  id,
  found,
  brief,
  active,
  onActive,
}: {
  id: string;
  found: Found<MenuEntry>;
  brief: boolean;
  active: boolean;
  onActive: () => void;
}) {
  const { tool } = found;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (active) link.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <Link
      ref={link}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={active ? 'search-option is-active' : 'search-option'}
      to={tool.routes.analysis}
      onClick={closeSearch}
      onMouseMove={onActive}
    >
      <span className="search-option-text">
        <span className="search-option-title">
          <Highlight text={tool.title} spans={found.title} />
        </span>
        {!brief && (
          <span className="search-option-summary">
            <Highlight {...found.summary} />
          </span>
        )}
      </span>
      <span className="caption">{FAMILY_TITLES[tool.family]}</span>
      <span className="caption search-option-points">{tool.points} 点</span>
      <EnterOutlined className="search-option-enter" />
    </Link>
  );
}

function Categories({ onPick }: { onPick: (title: string) => void }) {
  return (
    <div className="search-categories">
      {categories().map(({ family, text, count }) => (
        <button key={family} type="button" className="search-category" onClick={() => onPick(FAMILY_TITLES[family])}>
          {ICONS[family]}
          <strong>{FAMILY_TITLES[family]}</strong>
          <span className="caption">{count} 个工具</span>
          <span className="search-category-text">{text}</span>
        </button>
      ))}
    </div>
  );
}

/** Nothing was found: what to try instead. */
function NothingFound({ query, onPick }: { query: string; onPick: (word: string) => void }) {
  return (
    <p className="search-none" role="status">
      没有找到与「{query}」相关的工具。可以试试
      {suggestions().map((word) => (
        <button key={word} type="button" onClick={() => onPick(word)}>
          「{word}」
        </button>
      ))}
      。
    </p>
  );
}

/** How many there are, and that the rest is left out. */
function countText(all: number): string {
  return all > SEARCH_RESULTS_MAX ? `前 ${SEARCH_RESULTS_MAX} 个工具，共 ${all} 个` : `${all} 个工具`;
}

function Search({ narrow }: { narrow: boolean }) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => input.current?.focus(), []);
  const empty = termsOf(query).length === 0;
  const all: Found<MenuEntry>[] = empty ? popularTools().map(unmarked) : searchTools(menu, query);
  const shown = all.slice(0, SEARCH_RESULTS_MAX);
  const option = (i: number) => `${id}option${i}`;
  const ask = (text: string) => {
    setQuery(text);
    setActive(0);
    input.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    // While a Chinese word is being composed, these keys belong to the input method.
    if (event.nativeEvent.isComposing || shown.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((active + step + shown.length) % shown.length);
    }
    const chosen = shown[active];
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      closeSearch();
      navigate(chosen.tool.routes.analysis);
    }
  };
  return (
    <search>
      <div className="search-head">
        <SearchOutlined />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="搜索工具"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={shown[active] && option(active)}
          aria-autocomplete="list"
          placeholder="输入工具、方法或图的名字"
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          value={query}
          onChange={(event) => ask(event.target.value)}
          onKeyDown={press}
        />
        <button type="button" className="search-escape" onClick={closeSearch}>
          <span className={narrow ? undefined : 'visually-hidden'}>关闭搜索</span>
          {!narrow && <kbd>Esc</kbd>}
        </button>
      </div>
      <div className="search-body">
        {empty && <Categories onPick={ask} />}
        {empty && shown.length > 0 && <p className="caption search-label">常用</p>}
        <div role="listbox" id={`${id}list`} aria-label={empty ? '常用工具' : '找到的工具'}>
          {shown.map((found, i) => (
            <Option
              key={`${found.tool.family} ${found.tool.taskType}`}
              id={option(i)}
              found={found}
              brief={empty}
              active={i === active}
              onActive={() => setActive(i)}
            />
          ))}
        </div>
        {!empty && shown.length === 0 && <NothingFound query={query.trim()} onPick={ask} />}
      </div>
      <div className="search-foot">
        <span className="search-keys">
          <kbd>↑</kbd> <kbd>↓</kbd> 选择
        </span>
        <span className="search-keys">
          <kbd>Enter</kbd> 打开
        </span>
        <span className="search-keys">
          <kbd>Esc</kbd> 关闭
        </span>
        {!empty && shown.length > 0 && (
          <span className="search-count" role="status">
            {countText(all.length)}
          </span>
        )}
      </div>
    </search>
  );
}

/** The search of tools over the page; it starts empty each time. */
export default function SearchDialog() {
  const open = useSearch((state) => state.open);
  const narrow = useNarrow();
  return (
    <Modal
      open={open}
      onCancel={closeSearch}
      width={680}
      style={{ top: narrow ? 16 : 104 }}
      footer={null}
      closable={false}
      destroyOnHidden
      title={<span className="visually-hidden">搜索工具</span>}
      className="search-dialog"
    >
      <Search narrow={narrow} />
    </Modal>
  );
}
