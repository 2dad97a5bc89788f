import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiFailure } from '../../api/client.ts';
import { splitFaults } from './split-faults.ts';

/**
 * Sends a form whose fields are named as the server names them. A wrong field is told at the field, everything else in `failure`:
 * the calls should be silent, since nothing is left for a toast.
 */
export function useSubmit(form: FormInstance) {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const submit = async (send: () => Promise<void>) => {
    setSending(true);
    setFailure(undefined);
    try {
      await send();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const { fields, rest } = splitFaults(error, Object.keys(form.getFieldsValue()));
      form.setFields(fields);
      const first = fields[0];
      if (first) form.focusField(first.name);
      setFailure(rest);
    } finally {
      setSending(false);
    }
  };
  return { sending, failure, submit };
}
