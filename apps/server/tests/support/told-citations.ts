import { type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import { citationsOf, type MethodsText, methodsInWordsOf, methodsOf } from '../../src/analyses/texts/methods.ts';
import { resultWords } from '../../src/analyses/texts/words.ts';
import { type ToldFault, type ToldRun, UNTOLD } from './told-faults.ts';

/** Works of packages and options, and what the English methods of a run name that used them. Works of what a tool always does are not here. */
const EVIDENCE: readonly (readonly [work: RegExp, used: RegExp])[] = [
  [/^Law CW/, /voom/],
  [/^Robinson MD, Oshlack A/, /TMM|voom|CPM/],
  [/^Robinson MD, McCarthy|^Lun ATL/, /edgeR/],
  [/^Phipson B/, /robust/],
  [/^Ritchie ME/, /limma|voom/],
  [/^Love MI/, /DESeq2/],
  [/^Anders S, Huber W/, /variance.stabili[sz]|vst/i],
  [/^Johnson WE|^Leek JT, (?!Storey)/, /ComBat/],
  [/^Leek JT, Storey|^Leek JT\. svaseq/, /\bsva\b/],
  [/^Zhang Y, Parmigiani/, /ComBat-seq|ComBat_seq/],
  [/^Nygaard/, /kept|preserv|protect|group/],
  [/^Wu D, Smyth/, /camera/],
  [/^Liberzon/, /hallmark/],
  [/^Hänzelmann/, /GSVA \d/],
  [/^Barbie/, /ssGSEA|single-sample/],
  [/^Lee E, Chuang/, /z-score/],
  [/^Tomfohr/, /PLAGE/],
  [/^Yu G, Wang LG/, /clusterProfiler \d/],
  [/^Young MD/, /goseq|geneLenDataBase/],
  [/^Storey/, /qvalue/],
  [/^Kanehisa/, /KEGG/],
  [/^Milacic/, /Reactome/],
  [/^Newman/, /CIBERSORT/],
  [/^Chang CC/, /libsvm/i],
  [/^Finotello/, /quanTIseq|TIL10/],
  [/^Carlson/, /org\.Hs\.eg\.db/],
  [/^Bolstad BM, Irizarry/, /quantile|cyclicloess/],
  [/^Edgar/, /GPL/],
  [/^Newcombe/, /rank-sum|Newcombe/],
  [/^Hedges/, /\bt test/],
  [/^DeLong/, /DeLong/],
  [/^Clopper/, /Clopper/],
  [/^Steiger/, /analysis of variance/],
  [/^Kruskal/, /Kruskal/],
  [/^Bonett/, /Bonett/],
  [/^Cleveland/, /loess/],
  [/^Murtagh/, /ward/i],
  [/^Eisen/, /cluster/],
  [/^Lausen/, /maxstat|Lausen/],
  [/^Mantel/, /log-rank/],
  [/^Fine JP|^Latouche/, /cmprsk/],
  [/^Venet/, /random/],
  [/^Vivian/, /GTEx/],
  [/^Langfelder P, Zhang/, /dynamicTreeCut/],
  [/^Charoentong/, /Charoentong/],
  [/^Bachelerie/, /Bachelerie/],
  [/^Robinson J, Barker/, /Robinson et al\./],
  [/^Ayers/, /Ayers/],
  [/^Zhang B, Wu/, /Zhang et al\./],
  [/^Tsvetkov/, /Tsvetkov/],
  [/^Benjamini/, /Benjamini|\bBH\b|FDR/],
];

/** Works that a run cites of what its methods do not name. */
export function citationFaults(declared: ToolDefinition, texts: MethodsText, { values, result }: ToldRun): ToldFault[] {
  const subject = result.rowSubject ?? 'gene';
  const tool = tellTool(declared, 'zh', subject);
  const whole = { ...result, ...UNTOLD };
  const words = resultWords(tool, values, whole);
  const methods = methodsOf({ inputs: [], result: whole }, methodsInWordsOf(texts, subject), words);
  return citationsOf(tool, words, methods).flatMap((work) => {
    const untold = EVIDENCE.some(([cited, used]) => cited.test(work) && !used.test(methods.en));
    const fault = /\{\{|undefined/.test(work) ? 'is not filled' : untold ? 'is of nothing that the run used' : undefined;
    return fault === undefined ? [] : [{ place: 'citations', fault: `${work.slice(0, 40)}… ${fault}`, text: methods.en }];
  });
}
