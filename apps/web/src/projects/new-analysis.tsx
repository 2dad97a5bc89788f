import { FAMILIES, FAMILY_TITLES } from '@oncoloom/contract';
import { toolPages } from '@oncoloom/tools/menu';
import { Modal, Select } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { formInProject } from '../base/form-links.ts';

/** Chooses the tool for a new analysis of a project. */
export function NewAnalysis({ project, onClose }: { project: number; onClose: () => void }) {
  const navigate = useNavigate();
  const options = useMemo(
    () =>
      FAMILIES.map((family) => ({
        label: FAMILY_TITLES[family],
        options: toolPages
          .filter((entry) => entry.family === family)
          .map(({ title, routes, keywords }) => ({
            value: routes.analysis,
            label: title,
            words: [title, ...keywords].join(' ').toLowerCase(),
          })),
      })),
    [],
  );
  return (
    <Modal open title="新建分析" footer={null} onCancel={onClose} width={520}>
      <div className="new-analysis">
        <label htmlFor="new-analysis-tool">用哪个工具</label>
        <Select
          id="new-analysis-tool"
          autoFocus
          defaultOpen
          showSearch={{
            filterOption: (text, option) =>
              String((option as { words?: string } | undefined)?.words ?? '').includes(text.trim().toLowerCase()),
          }}
          placeholder="选择或输入工具的名字"
          options={options}
          onSelect={(form: string) => navigate(formInProject(form, project))}
        />
        <p className="caption">从这里开始的分析会放进这个课题。</p>
      </div>
    </Modal>
  );
}
