import { AutoComplete, Button } from 'antd';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { GeneOption } from '../genes/gene-option.tsx';
import { useGenes } from '../genes/use-genes.ts';

const NAME_MAX = 60;
const EXAMPLES = ['TP53', 'HER2', 'PD-L1'] as const;

const pageOf = (name: string): string => `/gene/${encodeURIComponent(name)}`;

/** One gene by any of its names leads to what the public cohorts say of it. */
export function GeneDoor() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  // Enter picks what is offered and sends the form at once, before the next drawing.
  const wanted = useRef('');
  const { offered } = useGenes(text);
  const take = (name: string) => {
    wanted.current = name;
    setText(name);
  };
  const go = (event: FormEvent) => {
    event.preventDefault();
    const name = wanted.current.trim();
    if (name !== '') navigate(pageOf(name));
  };
  return (
    <form className="gene-door" onSubmit={go}>
      <div className="gene-door-line">
        <AutoComplete
          aria-label="基因"
          className="full-width"
          value={text}
          placeholder="基因符号、别名或编号"
          options={offered.map((gene) => ({ value: gene.symbol, gene }))}
          optionRender={({ data }) => <GeneOption gene={data.gene} />}
          listHeight={320}
          popupMatchSelectWidth={320}
          defaultActiveFirstOption={false}
          onChange={(next: string) => take(next.slice(0, NAME_MAX))}
          onSelect={(symbol: string) => navigate(pageOf(symbol))}
        />
        <Button type="primary" htmlType="submit">
          查看
        </Button>
      </div>
      <p className="caption">
        例如
        {EXAMPLES.map((name) => (
          <Link key={name} to={pageOf(name)}>
            {name}
          </Link>
        ))}
      </p>
    </form>
  );
}
