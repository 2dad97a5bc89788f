import type { GeneSuggestion } from '@oncoloom/contract';
import { matchWord, shortAbout } from './gene-words.ts';
import './gene-option.css';

/** A suggested gene: its symbol, why it is offered, and what it is. */
export function GeneOption({ gene }: { gene: GeneSuggestion }) {
  const why = matchWord(gene);
  return (
    <span className="gene-option">
      <span className="gene-option-symbol">
        {gene.symbol}
        {why !== undefined && <span className="gene-option-why">{why}</span>}
      </span>
      <span className="caption">{shortAbout(gene)}</span>
    </span>
  );
}
