import type { Directory } from '@oncoloom/contract';
import { useQueryClient } from '@tanstack/react-query';
import { updateDirectory } from '../../../api/directories.ts';
import { keys } from '../../../api/query-keys.ts';
import { Description } from '../drawer/description.tsx';

/** The description of the folder in view. */
export function FolderDescription({ folder }: { folder: Directory }) {
  const client = useQueryClient();
  const save = async (description: string) => {
    await updateDirectory(folder.id, { description });
    await client.invalidateQueries({ queryKey: keys.directories });
  };
  return <Description key={folder.id} text={folder.description} of={`文件夹「${folder.name}」`} onSave={save} />;
}
