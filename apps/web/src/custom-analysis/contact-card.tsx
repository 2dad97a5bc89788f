import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { support } from '../api/billing.ts';
import { keys } from '../api/query-keys.ts';

/** How to reach the operator's service, as the operator has set it. */
export function ContactCard() {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: keys.support,
    queryFn: ({ signal }) => support({ silent: true, signal }),
  });
  return (
    <section className="card contact-card">
      <h2 className="card-title">联系方式</h2>
      {isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {isError && (
        <p role="alert">
          联系方式没有取到。
          <Button type="link" size="small" onClick={() => void refetch()}>
            再取一次
          </Button>
        </p>
      )}
      {data?.contact && <p className="contact-text">{data.contact}</p>}
      {data?.qr && <img src={data.qr} width={200} height={200} alt="客服的二维码" />}
      {data && data.contact === null && data.qr === null && <p>这台服务器还没有填写客服的联系方式。请向给你开通平台的单位或管理员询问。</p>}
    </section>
  );
}
