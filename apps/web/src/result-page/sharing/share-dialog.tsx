import { ShareAltOutlined } from '@ant-design/icons';
import type { NewShare, Share, ShareChoices } from '@oncoloom/contract';
import { SHARE_DAYS } from '@oncoloom/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Form, Input, Modal, Popconfirm, Segmented, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { FailureNote } from '../../accounts/forms/failure-note.tsx';
import { useSubmit } from '../../accounts/forms/use-submit.ts';
import type { CallOptions } from '../../api/client.ts';
import { keys } from '../../api/query-keys.ts';
import { analysisShares, revokeShare, shareAnalysis } from '../../api/shares.ts';
import { CopyButton } from '../../base/parts/copy-button.tsx';
import { exactTime } from '../../base/time.ts';
import './share-dialog.css';
import { lifeWords } from './share-words.ts';

const FOR_EVER = 0;
const LIVES = [
  { value: 30, label: '30 天' },
  { value: SHARE_DAYS, label: `${SHARE_DAYS} 天` },
  { value: 365, label: '1 年' },
  { value: FOR_EVER, label: '长期有效' },
];

interface Values {
  recipient: string;
  days: number;
  bundle: boolean;
  file_names: boolean;
}

/** The links to one thing, and the calls for them. */
export interface ShareLinks {
  key: readonly unknown[];
  list: (options: CallOptions) => Promise<Share[]>;
  make: (choices: ShareChoices, options: CallOptions) => Promise<NewShare>;
  revoke: (id: number) => Promise<unknown>;
}

/** Makes a link; once it is made, it stands in the place of the form. */
function NewLink({ links, onMade }: { links: ShareLinks; onMade: () => void }) {
  const [form] = Form.useForm<Values>();
  const { sending, failure, submit } = useSubmit(form);
  const [made, setMade] = useState<NewShare>();
  const send = ({ days, ...choices }: Values) =>
    submit(async () => {
      setMade(await links.make({ ...choices, days: days === FOR_EVER ? null : days }, { silent: true }));
      onMade();
    });
  if (made !== undefined)
    return (
      <div className="share-made">
        <p>链接已生成，{lifeWords(made.expires_at)}。它只显示这一次，请现在复制。</p>
        <div className="share-link">
          <Input aria-label="分享链接" value={made.link} readOnly onFocus={(event) => event.target.select()} />
          <CopyButton text={made.link} />
        </div>
        <Button onClick={() => setMade(undefined)}>再生成一个</Button>
      </div>
    );
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ recipient: '', days: SHARE_DAYS, bundle: true, file_names: false } satisfies Values}
      onFinish={(values) => void send(values)}
    >
      <Form.Item name="recipient" label="给谁看（选填）" extra="会显示在分享的页面上，也方便你以后认出这个链接。">
        <Input maxLength={40} placeholder="如：期刊审稿人" />
      </Form.Item>
      <Form.Item name="days" label="有效期">
        <Segmented options={LIVES} />
      </Form.Item>
      <Form.Item name="bundle" valuePropName="checked" extra="结果包里有输入数据和脚本，别人可以重做一遍。输入数据不便公开时请取消。">
        <Checkbox>可以下载结果包</Checkbox>
      </Form.Item>
      <Form.Item
        name="file_names"
        valuePropName="checked"
        extra="不勾选时，你的文件名和用到的早先任务名换成「表达矩阵」这样的说法，质量报告和结果包里也是。你自己写的任务名称和分组名、表里的内容照原样显示。"
      >
        <Checkbox>显示输入文件的名称</Checkbox>
      </Form.Item>
      <FailureNote text={failure} />
      <Button type="primary" htmlType="submit" loading={sending}>
        生成链接
      </Button>
    </Form>
  );
}

function LinkRow({ share, onRevoke }: { share: Share; onRevoke: () => Promise<void> }) {
  return (
    <li>
      <div>
        <strong>{share.recipient === '' ? '没有写给谁看' : share.recipient}</strong>
        <span className="caption">
          {exactTime(new Date(share.created_at)).slice(0, 16)} 生成，{lifeWords(share.expires_at)}
          {share.bundle ? '，可下载结果包' : '，不含结果包'}
          {share.file_names ? '，显示文件名' : '，不显示文件名'}
        </span>
      </div>
      <Popconfirm title="撤回这个链接" description="撤回后，拿到它的人立即打不开。" okText="撤回" cancelText="保留" onConfirm={onRevoke}>
        <Button size="small" danger>
          撤回
        </Button>
      </Popconfirm>
    </li>
  );
}

function LivingLinks({ links }: { links: ShareLinks }) {
  const client = useQueryClient();
  const queryKey = links.key;
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => links.list({ signal, silent: true }) });
  const revoke = async (id: number) => {
    try {
      await links.revoke(id);
    } finally {
      // Revoked elsewhere, it is gone as well; the call has told any other failure.
      await client.invalidateQueries({ queryKey });
    }
  };
  if (error !== null && data === undefined) return <Alert type="warning" title={error.message} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  if (data.length === 0) return <p className="caption">还没有分享链接。</p>;
  return (
    <ul className="share-list">
      {data.map((share) => (
        <LinkRow key={share.id} share={share} onRevoke={() => revoke(share.id).catch(() => undefined)} />
      ))}
    </ul>
  );
}

/** 「分享」: makes links to something, shows those that live, and revokes them. @param children Who sees what, above the form. */
export function ShareLinksButton({ links, title, children }: { links: ShareLinks; title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  return (
    <>
      <Button icon={<ShareAltOutlined />} onClick={() => setOpen(true)}>
        分享
      </Button>
      <Modal open={open} title={title} footer={null} destroyOnHidden onCancel={() => setOpen(false)}>
        <p className="share-lead">{children}</p>
        <NewLink links={links} onMade={() => void client.invalidateQueries({ queryKey: links.key })} />
        <h3 className="small-title share-title">有效的链接</h3>
        <LivingLinks links={links} />
      </Modal>
    </>
  );
}

/** The same for one result. */
export function ShareButton({ analysisId }: { analysisId: number }) {
  const links: ShareLinks = {
    key: keys.analysisShares(analysisId),
    list: (options) => analysisShares(analysisId, options),
    make: (choices, options) => shareAnalysis(analysisId, choices, options),
    revoke: (id) => revokeShare(id),
  };
  return (
    <ShareLinksButton links={links} title="分享这个结果">
      拿到链接的人不用账号就能查看这个结果，下载图、表和方法；看得到任务名称，看不到你的名字、邮箱和其他内容。给国外的审稿人，在链接末尾加
      ?lang=en，打开就是英文页。
    </ShareLinksButton>
  );
}
