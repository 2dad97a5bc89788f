interface Typing {
  userTyping: boolean;
  input: string;
}

/**
 * How a field of antd's `InputNumber` writes its number: what is being typed stays as it is typed; left alone it is without the zeros that the
 * field's step would add (1, not 1.0).
 *
 * One function for all drawings of a field: where its formatter is a new one the field writes its number anew, in the middle of typing. `0.`
 * becomes `0`, and the 5 that follows makes 05 of it, which is 5.
 */
export function numberAsTyped(shown: number | string | undefined, { userTyping, input }: Typing): string {
  if (userTyping) return input;
  return String(shown ?? '') === '' ? '' : String(Number(shown));
}
