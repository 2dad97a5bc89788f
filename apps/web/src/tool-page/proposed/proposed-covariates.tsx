import type { MatrixFacts } from '@oncoloom/contract';
import type { BatchProposal, CovariateProposal, Proposal } from '@oncoloom/tool-kit';
import { besideGroups, formatCount, looksLikeCodes, numbersOf, PAIR_COLUMN, readingFields, type Value } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { ProposedRow } from '../../files/proposed-row.tsx';
import { comparisonOf } from '../form/form-state.ts';
import type { ToolForm } from '../form/use-tool-form.ts';
import { changeGroups, type GroupRows, withColumn } from './change-groups.ts';
import { proposalsOf } from './use-proposals.ts';

interface Props {
  /** The groups table. */
  name: string;
  form: ToolForm;
  choice: GroupRows;
  matrix: MatrixFacts;
  proposals: readonly Proposal[];
}

/** So many are offered at once. */
const OFFERED = 4;
const FIELD = 'covariates';
const WHAT: Readonly<Record<CovariateProposal['what'] | 'batch', string>> = {
  batch: '批次',
  sex: '性别',
  age: '年龄',
  stage: '分期或分级',
  'person-trait': '个人特征',
  place: '部位',
};
/** The order in which they are offered, and of which it is said that they cannot be told from the groups; of the rest the groups are made. */
const TOLD: readonly (keyof typeof WHAT)[] = ['batch', 'sex', 'age'];
const ORDER: readonly (keyof typeof WHAT)[] = [...TOLD, 'stage', 'person-trait', 'place'];

const whatOf = (one: BatchProposal | CovariateProposal) => (one.kind === 'batch' ? 'batch' : one.what);
const listOf = (value: Value | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** What the sample information proposes as covariates of a comparison: batches and traits, with their counts in both groups. */
export function covariateRows({ name, form, choice, matrix, proposals }: Props): ReactNode[] {
  const { tool, values } = form;
  const comparison = comparisonOf(tool);
  const parameter = tool.parameters[FIELD];
  if (comparison?.table !== name || parameter?.kind !== 'columns') return [];
  const compared = [String(values[comparison.cases] ?? ''), String(values[comparison.controls] ?? '')] as const;
  const place = new Map(choice.rows.map((row, i) => [row[0] ?? '', i]));
  const columnOf = (column: string) => choice.rows.map((row) => row[choice.columns.indexOf(column)] ?? '');
  const pairing = values[PAIR_COLUMN];
  const pairs = typeof pairing === 'string' ? columnOf(pairing) : undefined;
  const chosen = listOf(values[FIELD]);
  const origin = choice.origin.kind === 'annotation' ? choice.origin.column : undefined;
  const found = [...proposalsOf(proposals, 'batch'), ...proposalsOf(proposals, 'covariate')]
    .filter(({ column }) => column !== origin)
    .sort((a, b) => ORDER.indexOf(whatOf(a)) - ORDER.indexOf(whatOf(b)))
    .map((one) => {
      const byPlace = choice.rows.map(() => '');
      matrix.samples.forEach((sample, i) => {
        const at = place.get(sample);
        if (at !== undefined) byPlace[at] = one.bySample[i] ?? '';
      });
      return { one, byPlace, ...besideGroups(byPlace, columnOf('group'), compared, pairs) };
    });
  const take = ({ one, byPlace, unknown }: (typeof found)[number]) => {
    const bySample = new Map(choice.rows.map((row, i) => [row[0] ?? '', byPlace[i] ?? '']));
    const known = { ...choice, rows: choice.rows.filter((_, i) => !unknown.includes(i)) };
    const numbers = numbersOf(byPlace);
    const fields = readingFields(tool.parameters, FIELD);
    const answer = fields === undefined ? undefined : fields[one.kind === 'covariate' && one.what === 'age' ? 'numbers' : 'codes'];
    const asked = numbers !== undefined && looksLikeCodes(numbers);
    changeGroups(form, name, withColumn(known, one.column, bySample), {
      [FIELD]: [...chosen, one.column],
      ...(asked && answer !== undefined ? { [answer]: [...listOf(values[answer]), one.column] } : {}),
    });
  };
  const open = found.filter(({ one }) => !chosen.includes(one.column));
  const removed = open.filter(({ one }) => one.kind === 'batch' && one.removed);
  const same = open.filter((each) => each.relation === 'same' && !removed.includes(each) && TOLD.includes(whatOf(each.one)));
  const offered = open.filter((each) => each.relation === 'mixed' && !removed.includes(each)).slice(0, OFFERED);
  return [
    ...found
      .filter(({ one }) => chosen.includes(one.column))
      .map(({ one, told }) => (
        <ProposedRow key={one.column} look="taken" message={`${WHAT[whatOf(one)]}「${one.column}」是协变量`} detail={told} />
      )),
    ...removed.map(({ one }) => (
      <ProposedRow key={one.column} look="warning" message={`批次「${one.column}」已经去过，不再作协变量`} detail={one.evidence} />
    )),
    ...same.map(({ one, told }) => (
      <ProposedRow
        key={one.column}
        look="warning"
        message={`${WHAT[whatOf(one)]}「${one.column}」和分组完全重合，分不开`}
        detail={`${told}。两组的差别也可能是它的差别，任何方法都分不出来，不能作协变量。`}
      />
    )),
    ...offered.map((each) => (
      <ProposedRow
        key={each.one.column}
        look="proposed"
        message={`可以把${WHAT[whatOf(each.one)]}「${each.one.column}」作协变量`}
        detail={each.told + (each.unknown.length === 0 ? '' : `。有 ${formatCount(each.unknown.length)} 个样本没有写，加入后不参与比较`)}
      >
        <Button size="small" aria-label={`把「${each.one.column}」作协变量`} onClick={() => take(each)}>
          {each.unknown.length === 0 ? '作协变量' : `作协变量，去掉 ${each.unknown.length} 个样本`}
        </Button>
      </ProposedRow>
    )),
  ];
}
