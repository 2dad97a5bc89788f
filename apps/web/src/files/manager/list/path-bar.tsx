import { Link } from 'react-router';
import { lineOf, ROOT_NAME } from '../folders/folder-tree.ts';
import { useDropTarget } from '../folders/use-drop-target.ts';
import { useManager } from '../manager-context.ts';
import { addressOf } from '../use-view.ts';
import { changeView, openedAt } from '../view.ts';

/** A folder above the one in view: opened by a click, and things can be dropped on it. */
function Step({ id, name }: { id: number | null; name: string }) {
  const { view } = useManager();
  const { over, handlers } = useDropTarget(id);
  return (
    <Link to={addressOf(changeView(view, openedAt(id)))} className={over ? 'is-over' : undefined} draggable={false} {...handlers}>
      {name}
    </Link>
  );
}

/** The way from the root down to the folder in view. */
export function PathBar() {
  const { tree, view } = useManager();
  const line = lineOf(tree, view.folder);
  const here = line.at(-1);
  if (here === undefined) return null;
  return (
    <nav className="path-bar" aria-label="所在文件夹">
      <ol>
        <li>
          <Step id={null} name={ROOT_NAME} />
        </li>
        {line.slice(0, -1).map(({ id, name }) => (
          <li key={id}>
            <Step id={id} name={name} />
          </li>
        ))}
        <li aria-current="location">{here.name}</li>
      </ol>
    </nav>
  );
}
