import type { GeneDetail, GeneFigure, GeneFigureKind, GeneList, UsualNames } from '@oncoloom/contract';
import { type CallOptions, get } from './client.ts';

/** Genes for what was typed: symbol, alias, number or words of the full name. */
export function suggestGenes(q: string, options?: CallOptions): Promise<GeneList> {
  return get(`/genes?${new URLSearchParams({ q })}`, options);
}

/** Names that several genes have, with what oncologists mean by them. */
export function usualNames(options?: CallOptions): Promise<UsualNames> {
  return get('/gene-names', options);
}

/** A gene by any of its names, and its expression in the installed cohorts. */
export function findGene(name: string, options?: CallOptions): Promise<GeneDetail> {
  return get(`/genes/${encodeURIComponent(name)}`, options);
}

/** A figure of a gene on the installed cohorts, free of points; or the sentence why there is none. */
export function geneFigure(name: string, kind: GeneFigureKind, options?: CallOptions): Promise<GeneFigure> {
  return get(`/genes/${encodeURIComponent(name)}/figures/${kind}`, options);
}
