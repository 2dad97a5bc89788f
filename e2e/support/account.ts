import { address } from './address.ts';
import { admin, adminText } from './operator.ts';

export interface Account {
  email: string;
  password: string;
}

let mine: Promise<Account> | undefined;

/** A subscriber that no other worker uses: tests find in its history what they have made themselves. */
export function account(): Promise<Account> {
  mine ??= process.env.TEST_PARALLEL_INDEX === '0' ? Promise.resolve(demo()) : makeSubscriber();
  return mine;
}

/** The account that `npm start` tells. */
const demo = (): Account => ({ email: process.env.ONCOLOOM_DEMO ?? '', password: process.env.ONCOLOOM_DEMO_PASSWORD ?? '' });

async function makeSubscriber(): Promise<Account> {
  const made = { email: `subscriber-${process.pid}@example.org`, password: 'liver2026cancer' };
  const post = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(address() + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { access_token: string };
  };
  const { access_token: token } = await post('/api/register', made);
  adminText('users', 'verify', made.email);
  const [card] = admin<{ code: string }[]>('cards', 'make', '--plan', 'year', '--count', '1');
  await post('/api/user/redeem_card', { card_code: card?.code }, token);
  return made;
}
