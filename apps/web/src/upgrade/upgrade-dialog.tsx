import { InfoCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { subscriptionStatus } from '../api/billing.ts';
import { keys } from '../api/query-keys.ts';
import { Buying } from './buying.tsx';
import { CardForm } from './card-form.tsx';
import { planSentence } from './plan-sentence.ts';
import { PlanTable } from './plan-table.tsx';
import './upgrade-dialog.css';

interface Props {
  open: boolean;
  /** Why the server asks for it. */
  reason: string | undefined;
  onSuccess: () => void;
  onClose: () => void;
}

/** What the account has now; nothing while it is not known. */
function CurrentPlan() {
  const { data } = useQuery({
    queryKey: keys.subscription,
    queryFn: ({ signal }) => subscriptionStatus({ signal, silent: true }),
    staleTime: 0,
  });
  return <p className="upgrade-now">{data && planSentence(data)}</p>;
}

/** Redeem a card, how to buy one, the plans. It closes by its own × only: a code that was typed must not be lost by a stray click. */
export default function UpgradeDialog({ open, reason, onSuccess, onClose }: Props) {
  return (
    <Modal
      open={open}
      onCancel={onClose}
      title="升级订阅"
      width={800}
      mask={{ closable: false }}
      keyboard={false}
      footer={null}
      destroyOnHidden
      centered
      className="upgrade-dialog"
    >
      <CurrentPlan />
      <div className="upgrade-body">
        {reason !== undefined && (
          <p className="upgrade-reason">
            <InfoCircleOutlined />
            {reason}
          </p>
        )}
        <CardForm onRedeemed={onSuccess} />
        <Buying />
        <section>
          <h3 className="small-title">方案</h3>
          <PlanTable />
        </section>
        <p className="upgrade-words">
          点数用于分析任务和数据下载，在方案有效期内使用，到期清零。到期前续费，账上全部点数的有效期一起延长。
        </p>
      </div>
    </Modal>
  );
}
