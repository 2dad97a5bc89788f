import { menu } from '@oncoloom/tools/menu';
import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../api/client.ts';
import { exampleFigure } from '../api/examples.ts';
import { ExamplePicture } from '../pictures/example-picture.tsx';

const first = menu.find(({ introduces }) => introduces);

/** What comes out, for who has no account yet: the first tool's result on its example data; nothing until the server has it. */
export function VisitorResult() {
  const { data } = useQuery({
    queryKey: ['example figure', first?.taskType],
    queryFn: ({ signal }) => exampleFigure(first?.taskType ?? '', { signal, silent: true }),
    enabled: first !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // The engine still warms up.
    retry: (count, error) => error instanceof ApiFailure && error.status === 503 && count < 20,
    retryDelay: 3_000,
  });
  if (first === undefined || data === undefined) return null;
  return (
    <figure className="visitor-result on-white">
      <ExamplePicture taskType={first.taskType} alt={`${first.title}画出的图`} />
      <figcaption>
        <strong>{data.headline}</strong>
        <span>
          {data.about}，用「{first.title}」运行的结果。图可以改、可以导出，方法段落和引用一起给出。
        </span>
      </figcaption>
    </figure>
  );
}
