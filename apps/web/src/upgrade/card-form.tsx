import { CARD_CODE, CARD_EMPTY, CARD_WRONG, TRIAL_CARD } from '@oncoloom/contract';
import { Button, Input, type InputRef } from 'antd';
import { type ChangeEvent, type ClipboardEvent, type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { redeemCard } from '../api/billing.ts';
import { failureText } from '../api/client.ts';
import { showSuccess } from '../base/notices.ts';
import { type CardText, formatCard, pasteCard } from './card-field.ts';

const MASK = '____-____-____-____';

/** What is wrong with a code before it is sent. */
function faultOf(code: string): string | undefined {
  if (code === '') return CARD_EMPTY;
  return CARD_CODE.test(code) ? undefined : CARD_WRONG;
}

/** One field and one button. `onRedeemed` comes after the message of success. */
export function CardForm({ onRedeemed }: { onRedeemed: () => void }) {
  const [card, setCard] = useState<CardText>({ text: '', caret: 0 });
  const [redeeming, setRedeeming] = useState(false);
  const [fault, setFault] = useState<string>();
  const field = useRef<InputRef>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  // The browser puts the caret at the end of a text that it did not make itself.
  useLayoutEffect(() => {
    const input = field.current?.input;
    if (input && input === document.activeElement) input.setSelectionRange(card.caret, card.caret);
  }, [card]);

  const take = (next: CardText) => {
    setCard(next);
    setFault(undefined);
  };
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const caret = target.selectionStart ?? target.value.length;
    const { isComposing, inputType } = nativeEvent as InputEvent;
    // What an input method is still composing is its own; it is formatted when it is done.
    if (isComposing) take({ text: target.value, caret });
    else take(formatCard(target.value, caret, inputType === 'deleteContentForward'));
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    // Before the field's limit cuts off the end of a code with blanks around it.
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const end = card.text.length;
    take(pasteCard(card.text, { start: selectionStart ?? end, end: selectionEnd ?? end }, event.clipboardData.getData('text')));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = faultOf(card.text);
    setFault(wrong);
    if (wrong !== undefined) {
      field.current?.focus();
      return;
    }
    setRedeeming(true);
    try {
      const { message } = await redeemCard(card.text, { silent: true });
      showSuccess(message || '卡密兑换成功');
      setCard({ text: '', caret: 0 });
      onRedeemed();
    } catch (error) {
      setFault(failureText(error, '卡密兑换失败，请稍后再试'));
    } finally {
      setRedeeming(false);
    }
  };
  return (
    <form className="card-form" noValidate onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>卡密兑换</label>
      <div className="card-row">
        <div className="card-field">
          <Input
            ref={field}
            id={id}
            size="large"
            value={card.text}
            onChange={change}
            onPaste={paste}
            onCompositionEnd={({ currentTarget }) =>
              take(formatCard(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length))
            }
            maxLength={MASK.length}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-describedby={`${id}help`}
            aria-invalid={fault !== undefined}
            {...(fault === undefined ? {} : { status: 'error' as const })}
          />
          <span className="card-mask" aria-hidden="true">
            <span>{card.text}</span>
            {MASK.slice(card.text.length)}
          </span>
        </div>
        <Button type="primary" size="large" htmlType="submit" loading={redeeming}>
          兑换
        </Button>
      </div>
      <p id={`${id}help`} className={fault === undefined ? 'caption' : 'card-fault'} role={fault === undefined ? undefined : 'alert'}>
        {fault ?? `16 位字母或数字，输入时自动加连字符。${TRIAL_CARD.title}每个账号只能用一次。`}
      </p>
    </form>
  );
}
