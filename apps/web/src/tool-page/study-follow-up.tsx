import { CheckCircleOutlined } from '@ant-design/icons';
import type { SurvivalDataParameter } from '@oncoloom/tool-kit';
import { Button, Select } from 'antd';
import { useState } from 'react';
import {
  endpointKey,
  endpointsOf,
  endpointWords,
  followUpProblem,
  followUpRows,
  mixedEndpoints,
  sureEndpoint,
} from './data/study-follow-up.ts';
import type { ToolForm } from './form/use-tool-form.ts';
import { StudyName } from './study-name.tsx';
import { useStudies } from './use-studies.ts';
import './study-groups.css';

interface Draft {
  name?: string;
  endpoint?: string;
}

/** The follow-up of each study, out of what each says of its samples: put right side by side, and taken by one click. */
export function StudyFollowUp({ name, parameter, form }: { name: string; parameter: SurvivalDataParameter; form: ToolForm }) {
  const known = useStudies(parameter.of === undefined ? undefined : form.state.inputs[parameter.of]);
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const offered = known.map((study) => ({ ...study, endpoints: endpointsOf(study.proposals), draft: drafts[study.key] ?? {} }));
  // What no study tells has to be brought as a table.
  if (offered.length < 2 || offered.every(({ endpoints }) => endpoints.length === 0)) return null;
  const studies = offered.map(({ endpoints, draft, ...study }) => ({
    ...study,
    endpoints,
    name: draft.name ?? study.name,
    endpoint: endpoints.find((one) => endpointKey(one) === draft.endpoint) ?? sureEndpoint(endpoints),
  }));
  const problem = followUpProblem(studies);
  const mixed = mixedEndpoints(studies);
  const { unit, ...table } = followUpRows(studies);
  const choice = form.state.inputs[name];
  const taken = problem === undefined && choice?.from === 'rows' && JSON.stringify(choice.rows) === JSON.stringify(table.rows);
  const change = (key: string, next: Draft) => setDrafts({ ...drafts, [key]: { ...drafts[key], ...next } });
  const take = () => {
    form.setInput(name, { from: 'rows', ...table, origin: { kind: 'studies' } });
    form.setValue(parameter.unit, unit);
  };
  return (
    <section aria-label="各数据集的随访">
      <div className="part-head">
        <h3>
          各数据集的随访 <span className="caption">{taken ? '' : '看一遍，点了才用'}</span>
        </h3>
      </div>
      <ul className="studies">
        {studies.map(({ key, endpoints, endpoint, ...study }) => (
          <li key={key} className="study" aria-label={study.name}>
            <div className="study-parts">
              <StudyName label="数据集的名字" value={study.name} onChange={(next) => change(key, { name: next })} />
              <div>
                <span className="caption">随访的列</span>
                <Select
                  aria-label={`${study.name}随访的列`}
                  placeholder={endpoints.length === 0 ? '没有认出随访' : '请选择'}
                  disabled={endpoints.length === 0}
                  value={endpoint === undefined ? null : endpointKey(endpoint)}
                  popupMatchSelectWidth={false}
                  options={endpoints.map((one) => ({ value: endpointKey(one), label: endpointWords(one) }))}
                  onChange={(next) => change(key, { endpoint: next })}
                />
              </div>
            </div>
            <p className="caption">
              {(endpoint ?? endpoints[0])?.proposal.evidence ??
                '样本信息里没有认出时间和状态：请在上面的「随访数据」里上传一张写全所有数据集的表，或去掉这个数据集。'}
            </p>
          </li>
        ))}
      </ul>
      {mixed !== undefined && <p className="caption">{mixed}</p>}
      {taken ? (
        <p className="study-taken" role="status">
          <CheckCircleOutlined /> 已采用，共 {table.rows.length} 例
        </p>
      ) : (
        <div className="study-taken">
          <Button type={choice === undefined ? 'primary' : 'default'} disabled={problem !== undefined} onClick={take}>
            用这些随访
          </Button>
          {problem !== undefined && <span className="caption">{problem}</span>}
        </div>
      )}
    </section>
  );
}
