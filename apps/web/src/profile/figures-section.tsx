import { Button } from 'antd';
import { Loaded } from '../base/parts/loaded.tsx';
import { LookFields } from '../figure-looks/look-fields.tsx';
import { useFigureThemes } from '../figure-looks/use-figure-themes.ts';

/** How all figures of the user look, where nothing else was set for a figure or for its result. */
export function FiguresSection() {
  const { query, write } = useFigureThemes();
  return (
    <Loaded query={query} name="图的默认样式">
      {(themes) => (
        <>
          <p>所有结果的图都按这里的设置显示和下载，以前的结果也是。单独编辑过的图，和在结果页用「所有图」设过的结果，保持自己的样子。</p>
          <LookFields look={themes.look} unset="各图自己的" onChange={(look) => write({ ...themes, look })} />
          <p>
            <Button disabled={Object.keys(themes.look).length === 0} onClick={() => write({ ...themes, look: {} })}>
              全部清除
            </Button>
          </p>
        </>
      )}
    </Loaded>
  );
}
