import { useQuery } from '@tanstack/react-query';
import { support } from '../api/billing.ts';
import { keys } from '../api/query-keys.ts';

/** The four steps to a card, with the service's picture and address where the operator has set them. */
export function Buying() {
  const { data, isPending } = useQuery({
    queryKey: keys.support,
    queryFn: ({ signal }) => support({ signal, silent: true }),
    retry: false,
  });
  const unknown = !isPending && !data?.qr && !data?.contact;
  const contact = unknown ? '联系平台的管理员' : data?.qr ? '扫码添加客服' : '添加客服';
  const steps = [contact, '说明需要的方案', '付款后收到卡密', '在上面的框里兑换'];
  return (
    <div className="buying">
      {data?.qr && <img className="buying-qr" src={data.qr} alt="客服聊天的二维码" width={132} height={132} />}
      <div className="buying-text">
        <h3 className="small-title">怎样购买卡密</h3>
        <ol>
          {steps.map((step, i) => (
            <li key={step}>
              <span className="buying-number" aria-hidden="true">
                {i + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
        {data?.contact && <p className="buying-contact">客服：{data.contact}</p>}
        {unknown && (
          <p className="buying-contact">
            这个平台没有留客服的联系方式。请问告诉你这个网址的人，或课题组、单位里管理这台服务器的人：卡密由他们发放。
          </p>
        )}
      </div>
    </div>
  );
}
