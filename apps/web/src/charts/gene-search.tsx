import { SearchOutlined } from '@ant-design/icons';
import { AutoComplete, Input } from 'antd';
import { useMemo, useState } from 'react';
import { SUBJECT_WORDS, type Subject } from './subject.ts';

const SUGGESTIONS = 8;

/** Finds a point by name; an exact name rings it at once, Enter takes the first suggestion. */
export function GeneSearch({
  names,
  kind,
  value,
  onChange,
}: {
  names: readonly string[];
  kind: Subject;
  value: string;
  onChange: (gene: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [shownFor, setShownFor] = useState(value);
  // A gene chosen elsewhere (a click in the figure) is shown here too.
  if (shownFor !== value) {
    setShownFor(value);
    if (value !== '' || names.some((name) => name.toUpperCase() === typed.trim().toUpperCase())) setTyped(value);
  }
  const wanted = typed.trim().toUpperCase();
  const found = useMemo(() => {
    if (wanted === '') return [];
    const starting: string[] = [];
    for (const name of names) {
      if (!name.toUpperCase().startsWith(wanted)) continue;
      if (name.length === wanted.length) starting.unshift(name);
      else starting.push(name);
      if (starting.length > 200) break;
    }
    return starting.sort((a, b) => a.length - b.length).slice(0, SUGGESTIONS);
  }, [names, wanted]);
  const choose = (text: string) => {
    const exact = names.find((name) => name.toUpperCase() === text.trim().toUpperCase());
    onChange(exact ?? '');
  };
  const missing = wanted !== '' && found.length === 0;
  return (
    <AutoComplete
      className="gene-search"
      value={typed}
      options={
        value !== '' && value.toUpperCase() === wanted
          ? []
          : found.map((name) => ({ value: name, label: kind === 'gene' ? <span className="gene">{name}</span> : name }))
      }
      notFoundContent={missing ? `图中没有「${typed.trim()}」` : null}
      onChange={(text: string) => {
        setTyped(text);
        choose(text);
      }}
    >
      <Input
        size="small"
        allowClear
        aria-label={`在图中找${SUBJECT_WORDS[kind]}`}
        placeholder={`找${SUBJECT_WORDS[kind]}`}
        prefix={<SearchOutlined />}
        onPressEnter={() => {
          const first = found[0];
          if (first === undefined) return;
          setTyped(first);
          onChange(first);
        }}
      />
    </AutoComplete>
  );
}
