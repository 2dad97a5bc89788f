import type { ValueSource } from '@oncoloom/contract';
import { fillTemplate, isSame, lookUp, type TableSource } from '@oncoloom/tool-kit';
import { Popover } from 'antd';
import { type KeyboardEvent, useContext, useState } from 'react';
import { useTable } from '../../result-data/use-tables.ts';
import { Sourced, type SourcedResult } from './context.ts';
import { placeWords, sourceWords, tableWords } from './source-words.ts';
import './sources.css';

/** Cards that hold what is in no table. */
const PARAMETERS = '参数与版本';
const METHODS = '方法';

/** Scrolls to the card of this name; false where the page has none. */
function goTo(name: string): boolean {
  const card = [...document.querySelectorAll<HTMLElement>('section[aria-label]')].find(
    (section) => section.getAttribute('aria-label') === name,
  );
  card?.scrollIntoView({ block: 'start' });
  return card !== undefined;
}

interface Way {
  text: string;
  link: string;
  go: () => void;
}

/** Where a value that stands in no table comes from, and the card that has it. */
function otherWay(source: Exclude<ValueSource, { kind: 'table' }> | undefined): Way {
  const card = source === undefined || source.kind === 'computed' ? METHODS : PARAMETERS;
  return { text: sourceWords(source), link: `看「${card}」`, go: () => void goTo(card) };
}

/** Where in its table a fact stands; the rows are looked up as soon as the table is there. */
function useTableWay({ analysis, result, tool, openTable }: SourcedResult, name: string, from: TableSource, wanted: boolean): Way {
  const { data } = useTable(analysis, tool, from.table, wanted);
  const run = { parameters: analysis.parameters, facts: result.facts };
  const found = data === undefined ? null : lookUp(from, data, run);
  // One of an older version of the tool may stand elsewhere: then the table is named, and no row.
  const certain = found !== null && isSame(found.value, result.facts[name]);
  const ofCell = from.column !== undefined && (from.of === undefined || from.of === 'min' || from.of === 'max');
  const place = placeWords(from, run, certain && ofCell ? (found.rows[0] ?? null) : null);
  const figure = Object.values(tool.figures).find(({ tables }) => Object.values(tables).includes(from.table));
  const all = !ofCell && (from.where ?? []).length === 0;
  const rows = certain && !all ? found.rows : null;
  return {
    text: `${tableWords(tool, from.table, result.words)}，${place}`,
    link: tool.tables[from.table]?.role === 'result' ? (rows === null ? '看这张表' : ofCell ? '看这一行' : '看这些行') : '看这张图',
    go: () => {
      if (!openTable(from.table, rows) && figure !== undefined) goTo(fillTemplate(figure.title, result.words));
    },
  };
}

interface Props {
  text: string;
  /** Of its source; null where the number is part of the tool's own sentence. */
  name: string | null;
}

/** A number of a sentence: where it comes from shows on hover, focus and touch, Enter goes there. */
export function SourcedValue({ text, name }: Props) {
  const sourced = useContext(Sourced);
  return sourced === null ? text : <Linked {...{ text, name, sourced }} />;
}

function Linked({ text, name, sourced }: Props & { sourced: SourcedResult }) {
  const source = name === null ? undefined : sourced.result.sources[name];
  const from = name === null ? undefined : sourced.tool.sources?.[name];
  if (source?.kind === 'table' && name !== null && from !== undefined && 'table' in from)
    return <InTable {...{ text, name, from, sourced }} />;
  return <Noted text={text} way={otherWay(source?.kind === 'table' ? { kind: 'computed', label: source.label } : source)} />;
}

function InTable({ text, name, from, sourced }: { text: string; name: string; from: TableSource; sourced: SourcedResult }) {
  const [wanted, setWanted] = useState(false);
  const way = useTableWay(sourced, name, from, wanted);
  return <Noted text={text} way={way} onOpen={() => setWanted(true)} />;
}

function Noted({ text, way, onOpen }: { text: string; way: Way; onOpen?: () => void }) {
  const [open, setOpen] = useState(false);
  const show = (shown: boolean) => {
    if (shown) onOpen?.();
    setOpen(shown);
  };
  const go = () => {
    setOpen(false);
    way.go();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    go();
  };
  return (
    <Popover
      open={open}
      onOpenChange={show}
      trigger={['hover', 'focus']}
      mouseEnterDelay={0.2}
      classNames={{ root: 'source-note' }}
      content={
        <>
          来自：{way.text}
          <button type="button" className="source-link" onClick={go}>
            {way.link}
          </button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: the text of a button cannot be selected with its sentence */}
      <span role="button" tabIndex={0} className="sourced" aria-description={`来自：${way.text}`} onKeyDown={onKeyDown}>
        {text}
      </span>
    </Popover>
  );
}
