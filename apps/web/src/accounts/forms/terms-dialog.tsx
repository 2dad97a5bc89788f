import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Skeleton } from 'antd';
import type { ComponentType } from 'react';

export type TermsKind = 'terms' | 'privacy';

export const TERMS_TITLES: Record<TermsKind, string> = { terms: '使用条款', privacy: '隐私说明' };

const TEXTS: Record<TermsKind, () => Promise<ComponentType>> = {
  terms: async () => (await import('../../terms/terms-text.tsx')).TermsText,
  privacy: async () => (await import('../../terms/privacy-text.tsx')).PrivacyText,
};

/** One of the two texts, loaded when it is opened. A query, not `lazy`: a failed load must not take the filled form away. */
export function TermsDialog({ kind, onClose }: { kind: TermsKind; onClose: () => void }) {
  const {
    data: Text,
    isError,
    refetch,
  } = useQuery({ queryKey: ['terms', kind], queryFn: TEXTS[kind], staleTime: Number.POSITIVE_INFINITY });
  return (
    <Modal
      open
      title={TERMS_TITLES[kind]}
      width={800}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          关闭
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls the text by it */}
      <section className="terms-scroll" aria-label={TERMS_TITLES[kind]} tabIndex={0}>
        {Text && <Text />}
        {!Text && !isError && <Skeleton active title={false} paragraph={{ rows: 10 }} />}
        {isError && (
          <p>
            正文没有取到。请检查网络。
            <Button type="link" size="small" onClick={() => void refetch()}>
              再取一次
            </Button>
          </p>
        )}
      </section>
    </Modal>
  );
}
