import type { Computed } from '@oncoloom/figures';
import { type ExampleChoice, exampleOf, FIGURE_TEMPLATES, type FigureTemplate, lookOf, type ToolDefinition } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Radio } from 'antd';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import { type Preview, PreviewFigure } from '../../charts/preview-figure.tsx';
import { PublishedNumbers } from './published-figure.tsx';

interface Props {
  tool: ToolDefinition;
  open: boolean;
  onClose: () => void;
  onTake: (template: FigureTemplate) => void;
  onExample: (example: ExampleChoice) => void;
}

/** Figures of papers drawn anew, and one of them in every look that comes with the program: a look is copied, its data is not. */
export default function TemplateGallery({ tool, open, onClose, onTake, onExample }: Props) {
  const published = tool.published ?? {};
  const [chosen, setChosen] = useState<ExampleChoice>(Object.keys(published)[0] ?? true);
  const example = exampleOf(tool, chosen) ?? tool.example;
  const ofPaper = typeof chosen === 'string' ? published[chosen] : undefined;
  const { data, error } = useQuery({
    queryKey: ['template-gallery', tool.taskType, chosen],
    queryFn: ({ signal }) =>
      post<Preview & Computed>('/preview_analysis', { task_type: tool.taskType, example: chosen }, { silent: true, signal }),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [figure] = Object.keys(tool.figures);
  return (
    <Drawer open={open} onClose={onClose} title="样式模板和发表过的图" size={760}>
      {ofPaper !== undefined && (
        <section aria-label="发表过的图">
          <h3 className="small-title">发表过的图，用原来的数据重画</h3>
          {Object.keys(published).length > 1 && (
            <Radio.Group
              className="published-choice"
              aria-label="发表过的图"
              value={chosen}
              onChange={({ target }) => setChosen(target.value as string)}
              options={Object.entries(published).map(([value, { title }]) => ({ value, label: title }))}
            />
          )}
          {Object.keys(published).length === 1 && <p>{ofPaper.title}</p>}
          <p className="caption published-words">{ofPaper.description}</p>
          {figure !== undefined && error === null && <PreviewFigure tool={tool} id={figure} preview={data} printed />}
          {error === null && <PublishedNumbers tool={tool} figure={ofPaper} computed={data} onOpen={() => onExample(chosen)} />}
        </section>
      )}
      {error !== null && <p className="caption">这个例子现在画不出来：{error.message} 请稍后再打开。</p>}
      <h3 className="small-title gallery-looks">同一张图的各种样式</h3>
      <p className="caption">
        {ofPaper === undefined && `${example.title}：${example.description} `}用一个样式只改图的大小、字体和配色，不动您的数据和统计。
      </p>
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
