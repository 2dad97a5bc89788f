import { toolPages } from '@oncoloom/tools/menu';
import { Link } from 'react-router';
import { oncePerTool } from '../base/families.ts';
import { ExamplePicture } from '../pictures/example-picture.tsx';

/** Every plot of the drawing family, those below other tools included. */
const PLOTS = oncePerTool(toolPages.filter(({ family }) => family === 'plotting'));

/** What each plot looks like, drawn from its example; a press opens it. */
export function PlotDoor() {
  return (
    <ul className="plot-gallery">
      {PLOTS.map(({ taskType, title, routes }) => (
        <li key={taskType}>
          <Link to={routes.analysis}>
            <ExamplePicture taskType={taskType} />
            <span>{title}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
