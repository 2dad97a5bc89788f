import { PlayCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useSession } from '../accounts/session.ts';
import { useAnalysisList } from '../live/use-analyses.ts';
import { LastProject } from '../projects/last-project.tsx';
import { Doors } from './doors.tsx';
import { ExampleCard } from './example-card.tsx';
import { PointsCard } from './points-card.tsx';
import { RecentTasks } from './recent-tasks.tsx';
import './home-page.css';

/** A greeting by the reader's clock. */
function greeting(hour: number): string {
  if (hour >= 5 && hour < 12) return '上午好';
  if (hour >= 12 && hour < 18) return '下午好';
  return '晚上好';
}

/** What can be done, what was done last, what is left to spend. */
export default function HomePage() {
  const user = useSession((state) => state.user);
  const navigate = useNavigate();
  const { data: tasks } = useAnalysisList({ page: 1 });
  // Who has run something of his own knows the way; while nobody knows, nothing that may go away is shown.
  const fresh = tasks?.results.every(({ example }) => example) === true;
  return (
    <>
      <header className="home-head">
        <div>
          <p>
            {greeting(new Date().getHours())}
            {user ? `，${user.username}` : ''}
          </p>
          <h1 className="page-title">今天想回答什么问题？</h1>
        </div>
        <Button icon={<PlayCircleOutlined />} onClick={() => navigate('/quick-start')}>
          快速开始
        </Button>
      </header>
      <Doors />
      <div className="home-columns">
        <div className="home-main">
          <LastProject />
          <RecentTasks />
          {fresh && <ExampleCard />}
        </div>
        {user && <PointsCard user={user} />}
      </div>
    </>
  );
}
