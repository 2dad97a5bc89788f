import { DesktopOutlined, MobileOutlined } from '@ant-design/icons';
import type { SessionInfo } from '@oncoloom/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { endSessionById, listSessions } from '../api/accounts.ts';
import { ApiFailure } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { Loaded } from '../base/parts/loaded.tsx';
import { When } from '../base/parts/when.tsx';
import { endEach } from './end-each.ts';

/** One that is gone already is what was wanted. */
async function end(id: string): Promise<void> {
  try {
    await endSessionById(id, { silent: true });
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
  }
}

function Device({ session }: { session: SessionInfo }) {
  const queries = useQueryClient();
  const ending = useMutation({
    mutationFn: () => end(session.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.sessions }),
  });
  return (
    <li className="device">
      <span className="device-icon" aria-hidden="true">
        {session.handheld ? <MobileOutlined /> : <DesktopOutlined />}
      </span>
      <div className="device-text">
        <p>
          <strong>{session.device}</strong>
          {session.current && <span className="profile-tag">本机</span>}
        </p>
        <p className="caption">
          {session.address} ·{' '}
          {session.current ? (
            '正在使用'
          ) : (
            <>
              最近使用 <When time={session.last_seen_at} />
            </>
          )}{' '}
          · 登录于 <When time={session.created_at} />
        </p>
        <p className="said-fault" role="alert">
          {ending.isError && `没有退出：${ending.error.message}`}
        </p>
      </div>
      {!session.current && (
        <Button size="small" loading={ending.isPending} onClick={() => ending.mutate()} aria-label={`退出 ${session.device}`}>
          退出
        </Button>
      )}
    </li>
  );
}

function Devices({ sessions }: { sessions: SessionInfo[] }) {
  const queries = useQueryClient();
  const others = sessions.filter((session) => !session.current);
  const ending = useMutation({
    mutationFn: () =>
      endEach(
        others.map(({ id }) => id),
        end,
      ),
    // Also after a failure: some may be out.
    onSettled: () => queries.invalidateQueries({ queryKey: keys.sessions }),
  });
  return (
    <>
      <p className="section-lead">不认识的设备请立即退出，再修改密码。</p>
      <ul className="devices">
        {sessions.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </ul>
      {others.length === 0 && !ending.isSuccess && <p className="section-note">只有这一台设备登录着。</p>}
      {others.length > 0 && (
        <Popconfirm
          title={`退出其他 ${others.length} 台设备？`}
          description="它们要重新输入密码才能进入。"
          okText="全部退出"
          cancelText="再想想"
          onConfirm={() => ending.mutate()}
        >
          <Button loading={ending.isPending}>退出其他所有设备</Button>
        </Popconfirm>
      )}
      <p className="said-done" role="status">
        {ending.isSuccess && others.length === 0 && '其他设备都已退出'}
      </p>
      <p className="said-fault" role="alert">
        {ending.error?.message}
      </p>
    </>
  );
}

/** Where the account is signed in. */
export function DevicesSection() {
  const query = useQuery({ queryKey: keys.sessions, queryFn: ({ signal }) => listSessions({ signal, silent: true }) });
  return (
    <Loaded query={query} name="设备列表" rows={5}>
      {(sessions) => <Devices sessions={sessions} />}
    </Loaded>
  );
}
