import type { Mail } from '../../src/platform/mail.ts';
import type { TestServer } from '../support/server.ts';

export interface Answer {
  status: number;
  body: ReturnType<typeof JSON.parse>;
  headers: Record<string, unknown>;
}

export interface CallOptions {
  token?: string | undefined;
  address?: string;
  headers?: Record<string, string>;
}

/** Calls a test server, each time from another loopback address: a test is faster than any one caller may be. */
export function callerOf(test: () => TestServer) {
  let calls = 0;
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    options: CallOptions = {},
  ): Promise<Answer> => {
    const { token, address = `127.1.${calls >> 8}.${calls & 255}`, headers } = options;
    calls += 1;
    const answer = await test().server.inject({
      method,
      url,
      remoteAddress: address,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json(), headers: answer.headers };
  };
  return {
    get: (url: string, token?: string) => call('GET', url, undefined, { token }),
    post: (url: string, body: object, options?: CallOptions) => call('POST', url, body, options),
    put: (url: string, body: object, token?: string) => call('PUT', url, body, { token }),
    delete: (url: string, token?: string) => call('DELETE', url, undefined, { token }),
  };
}

/** The token in a mail's link. */
export function tokenIn(mail: Mail | undefined): string {
  const token = /\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error('no link in the mail');
  return token;
}

/** The mails to an address, oldest first. */
export async function mailsTo(test: TestServer, email: string): Promise<Mail[]> {
  return (await test.outbox()).filter((mail) => mail.to === email);
}

/** The token of the newest mail to an address. */
export async function mailedToken(test: TestServer, email: string): Promise<string> {
  return tokenIn((await mailsTo(test, email)).at(-1));
}
