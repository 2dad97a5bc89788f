import { parseTsv } from '@oncoloom/figures';
import { formatCount, productOf } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { analysisFileText, getAnalysis } from '../../api/analyses.ts';
import { keys } from '../../api/query-keys.ts';
import { toolOf } from '../../live/result-path.ts';

interface Module {
  name: string;
  genes: number;
}

/** Modules of a result with their sizes, as its table has them; none where it has no modules. */
async function modulesOf(id: number): Promise<Module[]> {
  const analysis = await getAnalysis(id, { silent: true });
  const tool = await toolOf(analysis)?.load();
  const product = tool && productOf(tool, 'module_labels');
  const file = analysis.result?.tables.find((table) => table.id === product?.table);
  const declaration = product && tool.tables[product.table];
  if (product === undefined || file === undefined || declaration === undefined) return [];
  const table = parseTsv(await analysisFileText(id, file.file_key, file.filename, { silent: true }), declaration);
  const sizes = new Map<string, number>();
  for (const name of table.columns[product.columns.module] ?? []) sizes.set(String(name), (sizes.get(String(name)) ?? 0) + 1);
  return [...sizes].map(([name, genes]) => ({ name, genes }));
}

/** Modules of the chosen result; empty while they are not known, and where it has none. */
export function useModules(id: number | undefined): readonly Module[] {
  const { data } = useQuery({ queryKey: keys.modules(id ?? 0), queryFn: () => modulesOf(id ?? 0), enabled: id !== undefined });
  return data ?? [];
}

/** A choice of one module. */
export function ModuleSelect(props: { modules: readonly Module[]; value: string | undefined; onChange: (name: string) => void }) {
  return (
    <Select
      aria-label="模块"
      className="full-width"
      showSearch
      placeholder="选择一个模块"
      value={props.value ?? null}
      options={props.modules.map(({ name, genes }) => ({
        value: name,
        label: `${name === 'grey' ? 'grey（没有归入模块）' : name} · ${formatCount(genes)} 个基因`,
      }))}
      onChange={(name) => name !== null && props.onChange(name)}
    />
  );
}
