import { BarChartOutlined, LineChartOutlined, SearchOutlined, TeamOutlined } from '@ant-design/icons';
import { FAMILY_TITLES, type Family } from '@oncoloom/contract';
import { type MenuEntry, toolPages } from '@oncoloom/tools/menu';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { listProjects } from '../api/projects.ts';
import { keys } from '../api/query-keys.ts';
import { useNarrow } from '../base/hooks/use-narrow.ts';
import { closeSearch, useSearch } from '../base/search-state.ts';
import { useGenes } from '../genes/use-genes.ts';
import { categories, popularTools, suggestions } from './offers.ts';
import { arrange, GROUP_TITLES, projectsCalled } from './results.ts';
import { type Item, SearchOption } from './search-option.tsx';
import { type Found, searchTools, termsOf, unmarked } from './search-tools.ts';
import './search-dialog.css';

/** More than a user may keep. */
const PROJECTS = { page_size: 200 };

const ICONS: Record<Family, ReactNode> = { tcga: <TeamOutlined />, bulk: <LineChartOutlined />, plotting: <BarChartOutlined /> };

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
      没有找到与「{query}」相关的工具或基因。可以试试
      {suggestions().map((word) => (
        <button key={word} type="button" onClick={() => onPick(word)}>
          「{word}」
        </button>
      ))}
      。
    </p>
  );
}

/** Genes may have been found had the server been able to say. */
function GenesUnanswered({ onAgain }: { onAgain: () => void }) {
  return (
    <p className="search-none" role="status">
      这次没有查成基因，有没有这个基因还不知道。
      <button type="button" onClick={onAgain}>
        再查一次
      </button>
      。
    </p>
  );
}

/** How many there are, and that the rest is left out. */
function countText(tools: number, found: number, genes: number, projects: number): string {
  const ofTools = found > tools ? `前 ${tools} 个工具，共 ${found} 个` : `${tools} 个工具`;
  return [...(tools > 0 ? [ofTools] : []), ...(genes > 0 ? [`${genes} 个基因`] : []), ...(projects > 0 ? [`${projects} 个课题`] : [])].join(
    ' · ',
  );
}

/** Lines of one kind under their heading. */
function Group({ title, children }: { title: string; children: ReactNode[] }) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className="caption search-label">
        {title}
      </div>
      {children}
    </div>
  );
}

function Search({ narrow }: { narrow: boolean }) {
  const [query, setQuery] = useState('');
  /** Chosen by an arrow key or the mouse; until then the line that Enter opens by itself. */
  const [chosen, setChosen] = useState<number | null>(null);
  const [entered, setEntered] = useState(false);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => input.current?.focus(), []);
  const empty = termsOf(query).length === 0;
  const all: Found<MenuEntry>[] = empty ? popularTools().map(unmarked) : searchTools(toolPages, query);
  const { offered, pending, askAgain } = useGenes(query);
  // Genes of the text before belong to another name.
  const { data: projects } = useQuery({
    queryKey: keys.projectList(PROJECTS),
    queryFn: ({ signal }) => listProjects(PROJECTS, { signal, silent: true }),
  });
  const { groups, first } = arrange(
    query,
    all,
    pending ? offered.filter(({ matched }) => !matched.exact) : offered,
    projectsCalled(projects?.results ?? [], query),
  );
  const shown = groups.flatMap(({ items }) => items);
  const active = chosen ?? first;
  const open = (i: number) => {
    const item = shown[i];
    if (item === undefined) return;
    closeSearch();
    navigate(item.path);
  };
  // Enter was pressed before the genes were there: it is theirs to say what it means.
  useEffect(() => {
    if (!entered || pending) return;
    setEntered(false);
    open(active);
  });
  const option = (i: number) => `${id}option${i}`;
  const ask = (text: string) => {
    setQuery(text);
    setChosen(null);
    setEntered(false);
    input.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    // While a Chinese word is being composed, these keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      setChosen(active < 0 ? (step > 0 ? 0 : shown.length - 1) : (active + step + shown.length) % shown.length);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (pending && chosen === null) setEntered(true);
    else open(active);
  };
  const line = (item: Item, i: number) => (
    <SearchOption key={item.path} id={option(i)} item={item} brief={empty} active={i === active} onActive={() => setChosen(i)} />
  );
  const lines = (kind: keyof typeof GROUP_TITLES) => groups.find((group) => group.kind === kind)?.items.length ?? 0;
  return (
    <search>
      <div className="search-head">
        <SearchOutlined />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="搜索工具和基因"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={shown[active] && option(active)}
          aria-autocomplete="list"
          placeholder="输入工具、方法、图或基因的名字"
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
        <div role="listbox" id={`${id}list`} aria-label={empty ? '常用工具' : '找到的工具和基因'}>
          {groups.map(({ kind, items }, i) => {
            const before = groups.slice(0, i).reduce((sum, group) => sum + group.items.length, 0);
            const drawn = items.map((item, j) => line(item, before + j));
            return groups.length === 1 && kind === 'tools' ? (
              drawn
            ) : (
              <Group key={kind} title={GROUP_TITLES[kind]}>
                {drawn}
              </Group>
            );
          })}
        </div>
        {askAgain !== undefined && <GenesUnanswered onAgain={askAgain} />}
        {!empty && !pending && askAgain === undefined && shown.length === 0 && <NothingFound query={query.trim()} onPick={ask} />}
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
            {countText(lines('tools'), all.length, lines('genes'), lines('projects'))}
          </span>
        )}
      </div>
    </search>
  );
}

/** The search of tools and genes over the page; it starts empty each time. */
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
      title={<span className="visually-hidden">搜索工具和基因</span>}
      className="search-dialog"
    >
      <Search narrow={narrow} />
    </Modal>
  );
}
