import { LoadingOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../api/query-keys.ts';
import { engineReadiness } from '../api/readiness.ts';

const WARMING_POLL_MS = 1_500;
const READY_POLL_MS = 60_000;

/** Whether analyses can be submitted, asked often while the engine warms up and seldom afterwards. */
function useEngine() {
  return useQuery({
    queryKey: keys.engine,
    queryFn: ({ signal }) => engineReadiness(signal),
    refetchInterval: (query) => (query.state.data?.ready === false ? WARMING_POLL_MS : READY_POLL_MS),
    retry: false,
  });
}

/** A slim bar while the engine is not ready; everything but submitting works. */
export function EngineNotice() {
  const { data } = useEngine();
  if (data === undefined || data.ready) return null;
  const soon = data.seconds === undefined ? '稍后就可以提交' : `约 ${data.seconds} 秒后可以提交`;
  return (
    <div className="engine-notice" role="status">
      <LoadingOutlined />
      分析引擎正在预热，{soon}；现在可以先上传文件、填写参数
    </div>
  );
}
