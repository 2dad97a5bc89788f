import { useEffect, useState } from 'react';

/** While the engine warms up it draws nothing: asked again so often and so far apart. */
const TRIES_MAX = 20;
const PAUSE_MS = 3_000;

interface Props {
  taskType: string;
  /** Of a form that shows each of several answers with a figure. */
  option?: string;
  alt?: string;
}

/** The first figure of a tool's built-in example, drawn by the server; an empty place until it is there. */
export function ExamplePicture({ taskType, option, alt = '' }: Props) {
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
  const query = new URLSearchParams({
    ...(option === undefined ? {} : { option }),
    ...(tries === 0 ? {} : { try: String(tries) }),
  }).toString();
  return (
    <img
      className="example-picture on-white"
      src={`/api/examples/${taskType}/figure.webp${query === '' ? '' : `?${query}`}`}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
}
