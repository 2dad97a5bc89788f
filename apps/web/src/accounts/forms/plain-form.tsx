import { Form, type FormProps } from 'antd';
import type { ReactNode } from 'react';
import { useNarrow } from '../../base/hooks/use-narrow.ts';
import './plain-form.css';

interface Props<Values> extends Pick<FormProps<Values>, 'form' | 'size' | 'className' | 'initialValues' | 'onValuesChange' | 'onFinish'> {
  children: ReactNode;
}

/** How every form of the account behaves: it judges when it is sent, then leads to the first field at fault. */
export function PlainForm<Values>({ className, ...props }: Props<Values>) {
  const narrow = useNarrow();
  return (
    <Form<Values>
      size={narrow ? 'large' : 'middle'}
      {...props}
      className={className === undefined ? 'plain-form' : `plain-form ${className}`}
      layout="vertical"
      requiredMark={false}
      validateTrigger="onSubmit"
      scrollToFirstError={{ focus: true }}
    />
  );
}
