import { useEffect, useRef, useState } from 'react';

/** Screens from which on a page has a list of its contents. */
const LONG = 3;

/** What the page's cards are called, in their order, each with what a press goes to. */
function headingsOf(page: HTMLElement): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('h2.card-title')];
}

/** A strip of jumps to the figures, tables and texts of the result that it stands in; nothing on a page of at most three screens. */
export function ResultContents() {
  const place = useRef<HTMLElement>(null);
  const [headings, setHeadings] = useState<readonly HTMLElement[]>([]);
  useEffect(() => {
    const page = place.current?.parentElement;
    if (page == null) return;
    const read = () => {
      const found = page.scrollHeight > LONG * window.innerHeight ? headingsOf(page) : [];
      setHeadings((now) => (now.length === found.length && now.every((one, i) => one === found[i]) ? now : found));
    };
    read();
    // Figures and tables come after the page, and change its height.
    const observer = new ResizeObserver(read);
    observer.observe(page);
    return () => observer.disconnect();
  }, []);
  return (
    <nav ref={place} className="result-contents" aria-label="本页内容" hidden={headings.length === 0}>
      {headings.map((heading, i) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: two cards may have one name, and a place is all that tells them apart
          key={i}
          type="button"
          onClick={() => (heading.closest('section') ?? heading).scrollIntoView({ block: 'start' })}
        >
          {heading.textContent}
        </button>
      ))}
    </nav>
  );
}
