import { CheckOutlined, CloseOutlined, CopyOutlined } from '@ant-design/icons';
import { isRow, SUBJECT_WORDS, type Subject } from '@oncoloom/figures';
import { formatCount } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { copyText } from '../app/copy-text.ts';

const SHOWN_FIRST = 60;
const COPIED_MS = 2000;

export interface SelectionPanelProps {
  genes: readonly string[];
  /** The box in words. */
  range: string;
  kind: Subject;
  onOnlyThese?: ((genes: string[]) => void) | undefined;
  /** Rings one of them in the figure. */
  onShow: (gene: string) => void;
  onClose: () => void;
}

/** What the drawn box holds, and what can be done with it. */
export function SelectionPanel({ genes, range, kind, onOnlyThese, onShow, onClose }: SelectionPanelProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const [all, setAll] = useState(false);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const shown = all ? genes : genes.slice(0, SHOWN_FIRST);
  const copyLabel = outcome === 'copied' ? '已复制' : outcome === 'refused' ? '没有复制成' : '复制';
  return (
    <section className="selection-panel" aria-label="框选">
      <header>
        <strong>{`框选了 ${formatCount(genes.length)} 个${SUBJECT_WORDS[kind]}`}</strong>
        <span>{range}</span>
        <div className="selection-actions">
          <Button
            size="small"
            icon={outcome === 'copied' ? <CheckOutlined /> : <CopyOutlined />}
            onClick={() => void copyText(genes.join('\n')).then((copied) => setOutcome(copied ? 'copied' : 'refused'))}
          >
            {copyLabel}
          </Button>
          {isRow(kind) && onOnlyThese !== undefined && (
            <Button size="small" onClick={() => onOnlyThese([...genes])}>
              只看这些
            </Button>
          )}
          <Button size="small" type="text" icon={<CloseOutlined />} aria-label="取消框选" onClick={onClose} />
        </div>
      </header>
      <div className={kind === 'gene' ? 'selection-names gene' : 'selection-names'}>
        {shown.map((gene) => (
          <button key={gene} type="button" onClick={() => onShow(gene)}>
            {gene}
          </button>
        ))}
        {genes.length > shown.length && (
          <Button size="small" type="link" onClick={() => setAll(true)}>
            {`全部 ${formatCount(genes.length)} 个`}
          </Button>
        )}
      </div>
    </section>
  );
}
