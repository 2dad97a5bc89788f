import type { ToolDefinition } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from 'antd';
import Markdown from 'markdown-to-jsx/react';
import { get } from '../api/client.ts';

/** The drawer is titled already. */
const OPTIONS = { disableParsingRawHTML: true, forceBlock: true, overrides: { h1: () => null } };

/** The tool's help text, written with the tool. */
export default function HelpDrawer({ tool, open, onClose }: { tool: ToolDefinition; open: boolean; onClose: () => void }) {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['help', tool.taskType],
    queryFn: ({ signal }) => get<{ markdown: string }>(`/tools/${tool.taskType}/help`, { signal, silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Drawer open={open} onClose={onClose} title={`${tool.title}：帮助`} size={500}>
      {isPending && <Skeleton active />}
      {isError && (
        <p>
          帮助没有取到。
          <Button type="link" size="small" onClick={() => void refetch()}>
            再取一次
          </Button>
        </p>
      )}
      {data !== undefined && (
        <div className="help-text">
          <Markdown options={OPTIONS}>{data.markdown}</Markdown>
        </div>
      )}
    </Drawer>
  );
}
