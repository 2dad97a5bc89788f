import { CheckOutlined, CloseOutlined, CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { isRow, SUBJECT_WORDS, type Subject } from '@oncoloom/figures';
import { formatCount } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { saveBlob } from '../api/download.ts';
import { copyText } from '../base/copy-text.ts';

const SHOWN_FIRST = 60;
const COPIED_MS = 2000;

interface SelectionPanelProps {
  genes: readonly string[];
  /** The box or the item in words. */
  range: string;
  /** A box was drawn around them; else an item of the figure holds them. */
  boxed: boolean;
  kind: Subject;
  onOnlyThese?: ((genes: string[]) => void) | undefined;
  /** What else can be done with them. */
  further?: ((genes: readonly string[]) => ReactNode) | undefined;
  /** Rings one of those in a box in the figure. */
  onShow: (gene: string) => void;
  onClose: () => void;
}

/** What the drawn box holds, and what can be done with it. */
export function SelectionPanel({ genes, range, boxed, kind, onOnlyThese, further, onShow, onClose }: SelectionPanelProps) {
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
    <section className="selection-panel" aria-label={boxed ? '框选' : '选中的一块'}>
      <header>
        <strong>{`${boxed ? '框选了 ' : ''}${formatCount(genes.length)} 个${SUBJECT_WORDS[kind]}`}</strong>
        <span>{range}</span>
        <div className="selection-actions">
          <Button
            size="small"
            icon={outcome === 'copied' ? <CheckOutlined /> : <CopyOutlined />}
            onClick={() => void copyText(genes.join('\n')).then((copied) => setOutcome(copied ? 'copied' : 'refused'))}
          >
            {copyLabel}
          </Button>
          <Button
            size="small"
            icon={<DownloadOutlined />}
            onClick={() => saveBlob(new Blob([`${genes.join('\n')}\n`], { type: 'text/plain;charset=utf-8' }), `${range}.txt`)}
          >
            下载
          </Button>
          {isRow(kind) && onOnlyThese !== undefined && (
            <Button size="small" onClick={() => onOnlyThese([...genes])}>
              只看这些
            </Button>
          )}
          {kind === 'gene' && further?.(genes)}
          <Button size="small" type="text" icon={<CloseOutlined />} aria-label={boxed ? '取消框选' : '取消选中'} onClick={onClose} />
        </div>
      </header>
      <div className={kind === 'gene' ? 'selection-names gene' : 'selection-names'}>
        {shown.map((gene) =>
          boxed ? (
            <button key={gene} type="button" onClick={() => onShow(gene)}>
              {gene}
            </button>
          ) : (
            <span key={gene}>{gene}</span>
          ),
        )}
        {genes.length > shown.length && (
          <Button size="small" type="link" onClick={() => setAll(true)}>
            {`全部 ${formatCount(genes.length)} 个`}
          </Button>
        )}
      </div>
    </section>
  );
}
