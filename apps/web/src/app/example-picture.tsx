import { useEffect, useState } from 'react';

/** While the engine warms up it draws nothing: asked again so often and so far apart. */
const TRIES_MAX = 20;
const PAUSE_MS = 3_000;

/** The first figure of a tool's built-in example, drawn by the server; an empty place until it is there. */
export function ExamplePicture({ taskType, alt = '' }: { taskType: string; alt?: string }) {
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!failed || tries === TRIES_MAX) return;
    const timer = setTimeout(() => {
      setFailed(false);
      setTries(tries + 1);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [failed, tries]);
  if (failed) return <span className="example-picture on-white" />;
  return (
    <img
      className="example-picture on-white"
      src={`/api/examples/${taskType}/figure.webp${tries === 0 ? '' : `?try=${tries}`}`}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
}
