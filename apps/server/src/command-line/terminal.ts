import { displayWidth, type ProgressTerminal } from './output.ts';

/** Between two redrawings of the line of progress, ms. */
const REDRAW_MS = 100;
/** Of a terminal that does not know its width. */
const COLUMNS = 80;

/** A line that is written over by the next one, and taken away before anything else is said. Nothing where nobody watches. */
class ProgressLine {
  #at = 0;
  #shown = false;

  show(text: string): void {
    if (!process.stderr.isTTY || Date.now() - this.#at < REDRAW_MS) return;
    this.#at = Date.now();
    this.#shown = true;
    process.stderr.write(`\r\u001b[K${cut(text, (process.stderr.columns || COLUMNS) - 1)}`);
  }

  clear(): void {
    if (this.#shown) process.stderr.write('\r\u001b[K');
    this.#shown = false;
  }
}

/** A longer line would go on in the next one and stay there. */
function cut(text: string, columns: number): string {
  let shown = text;
  while (shown !== '' && displayWidth(shown) > columns) shown = shown.slice(0, -1);
  return shown;
}

/** A terminal of the operator's on this process's streams; `close` takes the line of progress away. */
export function openTerminal(): ProgressTerminal & { close(): void } {
  const line = new ProgressLine();
  const write = (stream: NodeJS.WriteStream) => (text: string) => {
    line.clear();
    stream.write(`${text}\n`);
  };
  return { out: write(process.stdout), err: write(process.stderr), progress: (text) => line.show(text), close: () => line.clear() };
}
