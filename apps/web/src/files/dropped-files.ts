/** A file with the folders above it, as it was dropped or chosen. */
export interface FoundFile {
  file: File;
  /** Names of folders from the outside in; empty for a file that was given alone. */
  folders: readonly string[];
}

type Entry = Pick<FileSystemEntry, 'name' | 'isFile'>;

/** What is read of a browser's DataTransfer. */
export interface Drop {
  items: Iterable<{ kind: string; webkitGetAsEntry(): Entry | null }>;
  files: Iterable<File>;
}

/** What systems leave in folders for themselves, and the lock files of open workbooks. */
const CLUTTER = /^(\.|~\$|Thumbs\.db$|desktop\.ini$)/i;

function readAll(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  return new Promise((resolve, reject) => {
    // A browser gives a hundred at a time, and an empty list at the end.
    const next = () =>
      reader.readEntries((some) => {
        if (some.length === 0) return resolve(entries);
        entries.push(...some);
        next();
      }, reject);
    next();
  });
}

async function walk(entry: Entry, folders: readonly string[]): Promise<FoundFile[]> {
  if (CLUTTER.test(entry.name)) return [];
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, folders }];
  }
  const below = await readAll(entry as FileSystemDirectoryEntry);
  return (await Promise.all(below.map((each) => walk(each, [...folders, entry.name])))).flat();
}

/** Files of a drop with their folders. The entries have to be taken before anything is awaited: the browser clears the list. */
export async function droppedFiles(transfer: Drop): Promise<FoundFile[]> {
  const entries = [...transfer.items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []));
  if (entries.length === 0) return [...transfer.files].map((file) => ({ file, folders: [] }));
  return (await Promise.all(entries.map((entry) => walk(entry, [])))).flat();
}

/** Files of a file input; where a folder was chosen, with the folders in it. */
export function chosenFiles(files: readonly File[]): FoundFile[] {
  return files.flatMap((file) => {
    const path = file.webkitRelativePath.split('/').slice(0, -1);
    return [...path, file.name].some((name) => CLUTTER.test(name)) && path.length > 0 ? [] : [{ file, folders: path }];
  });
}

/** Every folder that has to exist, outer ones first, each once. */
export function foldersOf(found: readonly FoundFile[]): string[][] {
  const paths = new Map<string, string[]>();
  for (const { folders } of found) {
    for (let depth = 1; depth <= folders.length; depth += 1) {
      const path = folders.slice(0, depth);
      paths.set(JSON.stringify(path), path);
    }
  }
  return [...paths.values()].sort((a, b) => a.length - b.length);
}
