import { useRef } from 'react';
import { examplePicture } from '../api/examples.ts';
import { keys } from '../api/query-keys.ts';
import { useDrawnPicture } from './use-drawn-picture.ts';

interface Props {
  taskType: string;
  /** Of a form that shows each of several answers with a figure. */
  option?: string;
  alt?: string;
}

/** The first figure of a tool's built-in example, drawn by the server; an empty place until it is there. */
export function ExamplePicture({ taskType, option, alt = '' }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const address = useDrawnPicture(place, {
    key: keys.examplePicture(taskType, option),
    load: (options) => examplePicture(taskType, option, options),
  });
  return (
    <span className="example-picture on-white" ref={place}>
      {address && <img src={address} alt={alt} />}
    </span>
  );
}
