import { FilterOutlined } from '@ant-design/icons';
import { FILE_TYPE_WORDS, FILE_TYPES, VALIDATION_STATUSES } from '@oncoloom/contract';
import { Button, Checkbox, Input, Popover, Radio } from 'antd';
import { useState } from 'react';
import { STATUS_WORDS } from '../../file-state.ts';
import { useManager } from '../manager-context.ts';
import { filterCount, NO_FILTERS } from '../view.ts';

const TYPE_OPTIONS = FILE_TYPES.map((value) => ({ value, label: FILE_TYPE_WORDS[value] }));

function Fields() {
  const { view, change } = useManager();
  return (
    <div className="filter-fields">
      <fieldset>
        <legend>类型</legend>
        <Checkbox.Group options={TYPE_OPTIONS} value={[...view.types]} onChange={(types) => change({ types })} />
      </fieldset>
      <fieldset>
        <legend>状态</legend>
        <Radio.Group value={view.status ?? 'all'}>
          <Radio value="all" onChange={() => change({ status: undefined })}>
            全部
          </Radio>
          {VALIDATION_STATUSES.map((status) => (
            <Radio key={status} value={status} onChange={() => change({ status })}>
              {STATUS_WORDS[status]}
            </Radio>
          ))}
        </Radio.Group>
      </fieldset>
      <fieldset>
        <legend>上传日期</legend>
        <span className="filter-days">
          <Input
            type="date"
            size="small"
            aria-label="从哪一天"
            value={view.from ?? ''}
            max={view.to}
            onChange={({ target }) => change({ from: target.value || undefined })}
          />
          至
          <Input
            type="date"
            size="small"
            aria-label="到哪一天"
            value={view.to ?? ''}
            min={view.from}
            onChange={({ target }) => change({ to: target.value || undefined })}
          />
        </span>
      </fieldset>
      <Button size="small" disabled={filterCount(view) === 0} onClick={() => change(NO_FILTERS)}>
        清除筛选
      </Button>
    </div>
  );
}

/** Which files are shown, by type, state and day. */
export function Filters() {
  const { view } = useManager();
  const [open, setOpen] = useState(false);
  const count = filterCount(view);
  const name = count > 0 ? `筛选 ${count}` : '筛选';
  return (
    <Popover open={open} onOpenChange={setOpen} trigger="click" placement="bottomRight" content={<Fields />}>
      <Button
        icon={<FilterOutlined />}
        className={count > 0 ? 'soft-button' : ''}
        aria-label={name}
        aria-expanded={open}
        aria-haspopup="dialog"
      >
        <span className="tool-word">{name}</span>
        {count > 0 && <span className="tool-count">{count}</span>}
      </Button>
    </Popover>
  );
}
