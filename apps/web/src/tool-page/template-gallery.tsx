import { FIGURE_TEMPLATES, type FigureTemplate, lookOf, type ToolDefinition } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { post } from '../api/client.ts';
import { type Preview, PreviewFigure } from '../charts/preview-figure.tsx';

interface Props {
  tool: ToolDefinition;
  open: boolean;
  onClose: () => void;
  onTake: (template: FigureTemplate) => void;
}

/** The tool's example in every look that comes with the program: a look is copied, its data is not. */
export default function TemplateGallery({ tool, open, onClose, onTake }: Props) {
  const { data, error } = useQuery({
    queryKey: ['template-gallery', tool.taskType],
    queryFn: ({ signal }) => post<Preview>('/preview_analysis', { task_type: tool.taskType, example: true }, { silent: true, signal }),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [figure] = Object.keys(tool.figures);
  return (
    <Drawer open={open} onClose={onClose} title="样式模板" size={760}>
      <p className="caption">
        {tool.example.title}：{tool.example.description} 用一个样式只改图的大小、字体和配色，不动您的数据和统计。
      </p>
      {error !== null && <p className="caption">示例现在画不出来：{error.message} 请稍后再打开。</p>}
      <ul className="template-gallery">
        {FIGURE_TEMPLATES.map((template) => {
          const { values, look } = lookOf(tool, template);
          return (
            <li key={template.id} className="card">
              <h3 className="small-title">{template.title}</h3>
              <p className="caption">{template.note}</p>
              {figure !== undefined && error === null && (
                <PreviewFigure tool={tool} id={figure} preview={data} values={{ ...values, ...look }} printed />
              )}
              <Button size="small" aria-label={`用「${template.title}」这个样式`} onClick={() => onTake(template)}>
                用这个样式
              </Button>
            </li>
          );
        })}
      </ul>
    </Drawer>
  );
}
