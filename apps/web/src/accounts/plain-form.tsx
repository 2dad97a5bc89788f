import { Form, type FormProps } from 'antd';
import type { ReactNode } from 'react';
import { useNarrow } from '../app/use-narrow.ts';

interface Props<Values> extends Pick<FormProps<Values>, 'form' | 'size' | 'className' | 'initialValues' | 'onValuesChange' | 'onFinish'> {
  children: ReactNode;
}

/** How every form of the account behaves: it judges when it is sent, then leads to the first field at fault. */
export function PlainForm<Values>(props: Props<Values>) {
  const narrow = useNarrow();
  return (
    <Form<Values>
      size={narrow ? 'large' : 'middle'}
      {...props}
      layout="vertical"
      requiredMark={false}
      validateTrigger="onSubmit"
      scrollToFirstError={{ focus: true }}
    />
  );
}
