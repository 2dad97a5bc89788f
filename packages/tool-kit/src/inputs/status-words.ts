/** Words for what became of a patient, as clinical tables write them. */

const EVENT = new Set([
  '1',
  'true',
  'yes',
  'event',
  'progressed',
  'progression',
  'progressed/recurred',
  'recurrence',
  'recurred',
  'recurred/progressed',
  'relapse',
  'relapsed',
  'metastasis',
  '死亡',
  '已死亡',
  '死',
  '已故',
  '去世',
  '身故',
  '亡',
  '是',
  '进展',
  '已进展',
  '复发',
  '已复发',
  '转移',
  '有',
]);
const CENSORED = new Set([
  '0',
  'false',
  'no',
  'censored',
  'censor',
  'no event',
  'none',
  'diseasefree',
  'disease free',
  'disease-free',
  'progression free',
  'not progressed',
  '存活',
  '生存',
  '活',
  '健在',
  '在世',
  '否',
  '未死亡',
  '未进展',
  '未复发',
  '无进展',
  '无复发',
  '未发生',
  '无',
  '删失',
]);
/** What is said of a death or of a life, whatever follows: Dead of disease, Died of Other Causes, Alive with disease. */
const DEATH = /^(dead|died|death|deceased)\b/;
const LIFE = /^(alive|living)\b/;
/** cBioPortal writes 1:DECEASED, SPSS 1=死亡: the number says it. */
const CODED = /^([01])\s*[:：=＝].*$/;

/** 1: the event, 0: none, undefined: nobody knows. */
export function statusOf(cell: string): 1 | 0 | undefined {
  const word = cell
    .trim()
    .toLowerCase()
    .replace(CODED, '$1')
    .replace(/^([01])\.0+$/, '$1');
  if (EVENT.has(word) || DEATH.test(word)) return 1;
  return CENSORED.has(word) || LIFE.test(word) ? 0 : undefined;
}
