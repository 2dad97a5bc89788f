import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';

/** A mail server that speaks as much SMTP as one mail needs. */
export class TestSmtp {
  /** Each mail as it came, headers and body. */
  readonly mails: string[] = [];
  /** Answers to come instead of taking a mail, after its address. */
  readonly refusals: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((socket) => {
      let data: string | undefined;
      let pending = '';
      const say = (line: string) => socket.write(`${line}\r\n`);
      const take = (line: string) => {
        if (data !== undefined) {
          if (line !== '.') {
            data += `${line}\n`;
            return;
          }
          this.mails.push(data);
          data = undefined;
          say('250 kept');
        } else if (/^RCPT/i.test(line)) say(this.refusals.shift() ?? '250 ok');
        else if (/^DATA/i.test(line)) {
          data = '';
          say('354 go on');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else say('250 ok');
      };
      say('220 test');
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        pending += chunk.toString();
        const lines = pending.split('\r\n');
        pending = lines.pop() ?? '';
        for (const line of lines) take(line);
      });
    });
  }

  static async start(): Promise<TestSmtp> {
    const smtp = new TestSmtp();
    await new Promise<void>((resolve) => smtp.#server.listen(0, '127.0.0.1', resolve));
    return smtp;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}?ignoreTLS=true`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
