import { SearchOutlined } from '@ant-design/icons';
import { SUBJECT_WORDS, type Subject } from '@oncoloom/figures';
import { AutoComplete, Input } from 'antd';
import { useMemo, useState } from 'react';
import { exactName, offerNames } from '../base/exact-first.ts';

const SUGGESTIONS = 8;

/** Finds a point by name; a whole name rings it at once, the beginning of one offers what begins so. */
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
    if (value !== '' || exactName(names, typed) !== undefined) setTyped(value);
  }
  const found = useMemo(() => offerNames(names, typed, SUGGESTIONS), [names, typed]);
  const choose = (text: string) => onChange(exactName(names, text) ?? '');
  const missing = typed.trim() !== '' && found.length === 0;
  return (
    <AutoComplete
      className="gene-search"
      value={typed}
      defaultActiveFirstOption={false}
      options={
        value !== '' && exactName([value], typed) !== undefined
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
      />
    </AutoComplete>
  );
}
