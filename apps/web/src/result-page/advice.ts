/** Splits an error text into what happened (the first sentence) and what to change (the rest). */
export function splitAdvice(message: string): { happened: string; advice: string } {
  const end = message.indexOf('。');
  if (end === -1) return { happened: `${message}。`, advice: '' };
  const advice = message.slice(end + 1);
  return { happened: message.slice(0, end + 1), advice: advice === '' || advice.endsWith('。') ? advice : `${advice}。` };
}
