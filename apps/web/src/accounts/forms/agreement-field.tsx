import { Checkbox, Form } from 'antd';
import { useState } from 'react';
import { TERMS_TITLES, TermsDialog, type TermsKind } from './terms-dialog.tsx';

function checkAgreed(_: unknown, agreed?: boolean): Promise<void> {
  return agreed ? Promise.resolve() : Promise.reject(new Error('请先阅读并同意《使用条款》和《隐私说明》'));
}

/** The tick that registration needs; its two titles open the texts. */
export function AgreementField() {
  const [open, setOpen] = useState<TermsKind>();
  const title = (kind: TermsKind) => (
    <button type="button" onClick={() => setOpen(kind)}>
      《{TERMS_TITLES[kind]}》
    </button>
  );
  return (
    <>
      <Form.Item name="agreed" valuePropName="checked" rules={[{ validator: checkAgreed }]} className="account-agree">
        <Checkbox>
          我已阅读并同意{title('terms')}
          {title('privacy')}
        </Checkbox>
      </Form.Item>
      {open !== undefined && <TermsDialog kind={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
