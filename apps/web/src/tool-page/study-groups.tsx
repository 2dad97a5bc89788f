import { CheckCircleOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useMemo, useState } from 'react';
import { shortened } from './data/groups.ts';
import {
  chosenDivision,
  GROUP_COLUMN,
  proposedDraft,
  proposedSides,
  type Sides,
  type Study,
  type StudyDraft,
  sideCounts,
  studiesProblem,
  studyDivisions,
  studyRows,
  withColumn,
} from './data/study-groups.ts';
import { comparisonOf, outcomeOf } from './form/form-state.ts';
import type { ToolForm } from './form/use-tool-form.ts';
import { StudyName } from './study-name.tsx';
import { useStudies } from './use-studies.ts';
import './study-groups.css';

interface LevelsProps {
  label: string;
  study: Study;
  side: 'cases' | 'controls';
  onChange: (draft: StudyDraft) => void;
}

/** The groups of a study's column that stand on one side; none stands on both. */
function Levels({ label, study, side, onChange }: LevelsProps) {
  const { draft } = study;
  const other = side === 'cases' ? 'controls' : 'cases';
  const levels = chosenDivision(study)?.levels ?? [];
  return (
    <Select
      mode="multiple"
      aria-label={label}
      placeholder="选一组或几组"
      value={[...draft[side]]}
      popupMatchSelectWidth={false}
      options={levels.map(({ name, count }) => ({ value: name, label: `${shortened(name)}（${count}）` }))}
      onChange={(next: string[]) => onChange({ ...draft, [side]: next, [other]: draft[other].filter((name) => !next.includes(name)) })}
    />
  );
}

interface RowProps {
  study: Study;
  sides: Sides;
  /** What the table is called where a study has to be brought by it. */
  label: string;
  onChange: (draft: StudyDraft) => void;
}

function StudyRow({ study, sides, label, onChange }: RowProps) {
  const { divisions, draft } = study;
  const { cases, controls } = sideCounts(study);
  const evidence = chosenDivision(study)?.evidence;
  return (
    <li className="study" aria-label={draft.name}>
      <div className="study-parts">
        <StudyName label="数据集的名字" value={draft.name} onChange={(next) => onChange({ ...draft, name: next })} />
        <div>
          <span className="caption">按哪一列分</span>
          <Select
            aria-label={`${draft.name}按哪一列分`}
            placeholder={divisions.length === 0 ? '没有样本信息' : '请选择'}
            disabled={divisions.length === 0}
            value={draft.column ?? null}
            popupMatchSelectWidth={false}
            options={divisions.map(({ column }) => ({ value: column, label: column }))}
            onChange={(column) => {
              const division = divisions.find((one) => one.column === column);
              if (division !== undefined) onChange(withColumn(draft, division));
            }}
          />
        </div>
        <div>
          <span className="caption">
            {sides.cases || '病例组'}：{cases} 个
          </span>
          <Levels label={`${draft.name}的病例组`} study={study} side="cases" onChange={onChange} />
        </div>
        <div>
          <span className="caption">
            {sides.controls || '对照组'}：{controls} 个
          </span>
          <Levels label={`${draft.name}的对照组`} study={study} side="controls" onChange={onChange} />
        </div>
      </div>
      {evidence !== undefined && <p className="caption">{evidence}</p>}
      {divisions.length === 0 && <p className="caption">这个数据集没有带样本信息：请在上面的「{label}」里写全所有数据集的样本。</p>}
    </li>
  );
}

interface Props {
  /** The table of groups, or of samples with a two-valued outcome. */
  name: string;
  /** The parameter of the matrices. */
  of: string;
  form: ToolForm;
}

/** The two groups of each study, out of what each says of its samples: put right side by side, and taken by one click. */
export function StudyGroups({ name, of, form }: Props) {
  const chosen = useStudies(form.state.inputs[of]);
  const known = useMemo(() => chosen.map((study) => ({ ...study, divisions: studyDivisions(study.matrix, study.proposals) })), [chosen]);
  const [drafts, setDrafts] = useState<Readonly<Record<string, StudyDraft>>>({});
  const [named, setNamed] = useState<Partial<Sides>>({});
  if (known.length < 2) return null;
  const studies = known.map(({ key, matrix, divisions, ...study }) => ({
    key,
    matrix,
    divisions,
    draft: drafts[key] ?? proposedDraft(study.name, divisions),
  }));
  const sides = { ...proposedSides(studies), ...named };
  const problem = studiesProblem(studies, sides);
  const rows = studyRows(studies, sides);
  const choice = form.state.inputs[name];
  const taken = problem === undefined && choice?.from === 'rows' && JSON.stringify(choice.rows) === JSON.stringify(rows.rows);
  const take = () => {
    form.setInput(name, { from: 'rows', ...rows, origin: { kind: 'studies' } });
    const comparison = comparisonOf(form.tool);
    if (comparison?.table === name)
      form.setValues({ [comparison.cases]: sides.cases.trim(), [comparison.controls]: sides.controls.trim() });
    const outcome = outcomeOf(form.tool);
    if (outcome?.table === name) form.setValues({ [outcome.column]: GROUP_COLUMN, [outcome.positive]: sides.cases.trim() });
  };
  return (
    <section aria-label="各数据集的两组">
      <div className="part-head">
        <h3>
          各数据集的两组 <span className="caption">{taken ? '' : '看一遍，点了才用'}</span>
        </h3>
      </div>
      <div className="study-parts">
        <StudyName label="病例组叫什么" value={sides.cases} onChange={(cases) => setNamed({ ...named, cases })} />
        <StudyName label="对照组叫什么（参照）" value={sides.controls} onChange={(controls) => setNamed({ ...named, controls })} />
      </div>
      <ul className="studies">
        {studies.map(({ key, ...study }) => (
          <StudyRow
            key={key}
            study={study}
            sides={sides}
            label={form.tool.parameters[name]?.label ?? ''}
            onChange={(draft) => setDrafts({ ...drafts, [key]: draft })}
          />
        ))}
      </ul>
      {taken ? (
        <p className="study-taken" role="status">
          <CheckCircleOutlined /> 已采用，共 {rows.rows.length} 个样本
        </p>
      ) : (
        <div className="study-taken">
          <Button type={choice === undefined ? 'primary' : 'default'} disabled={problem !== undefined} onClick={take}>
            用这些分组
          </Button>
          {problem !== undefined && <span className="caption">{problem}</span>}
        </div>
      )}
    </section>
  );
}
