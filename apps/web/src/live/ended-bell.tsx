import { BellOutlined, CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons';
import { Badge, Button, Popover } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { When } from '../base/parts/when.tsx';
import { markRead, useEndedTasks } from './ended-tasks.ts';

/** Tasks that ended while the user looked elsewhere. */
export function EndedBell() {
  const { tasks, unread } = useEndedTasks();
  const [open, setOpen] = useState(false);
  const list = (
    <ul className="ended-list">
      {tasks.length === 0 && <li className="ended-empty">还没有新消息。任务结束时会在这里告诉你。</li>}
      {tasks.map((task) => (
        <li key={`${task.id} ${task.at}`}>
          <Link to={task.path} onClick={() => setOpen(false)}>
            <span className={task.ok ? 'ended-mark is-done' : 'ended-mark is-failed'}>
              {task.ok ? <CheckCircleOutlined /> : <CloseCircleOutlined />}
            </span>
            <span>
              <span className="ended-title">{task.title}</span>
              <span className="ended-text">{task.text}</span>
              <span className="caption">
                <When time={task.at} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
  const change = (next: boolean) => {
    setOpen(next);
    if (next) markRead();
  };
  return (
    <Popover
      content={list}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={change}
      styles={{ container: { padding: 8 } }}
    >
      <Button
        type="text"
        aria-label={unread ? '消息，有未读' : '消息'}
        icon={
          <Badge dot={unread} color="var(--accent)">
            <BellOutlined />
          </Badge>
        }
      />
    </Popover>
  );
}
