import type { UserFile } from '@oncoloom/contract';
import type { StoredBlob } from '../../storage/storage.ts';
import { renamed, safeName } from '../intake/names.ts';
import type { ParsedForm } from '../reading/parser.ts';
import type { FileRecord } from '../tables.ts';
import type { StoredFile, Taken, Upload, UploadDetails } from '../types.ts';
import { toUserFile } from '../view.ts';

/** What a file of a result is called, and where it goes: its own name, and the one that its user gives it. */
interface Wanted {
  filename: string;
  name: string | undefined;
  directoryId: number | null;
}
const nameOf = ({ name, filename }: Wanted): string => (name === undefined ? filename : renamed(name, filename));

/** How a file gets its row, with its bytes or for stored ones. */
interface Files {
  take(userId: number, upload: Upload): Promise<Taken>;
  keep(userId: number, taken: Taken, details: UploadDetails): Promise<StoredFile>;
  insertRow(
    userId: number,
    taken: { name: string; staged: Pick<FileRecord, 'format'> & StoredBlob },
    details: UploadDetails,
    state: Pick<FileRecord, 'fileType' | 'validationStatus'>,
  ): Promise<StoredFile>;
}

/** Saves what the platform has made of results among a user's files. */
export class Saving {
  readonly #files: Files;

  constructor(files: Files) {
    this.#files = files;
  }

  /**
   * Makes a file of the user of a table that the platform has made.
   * It is a table, whatever its columns look like.
   * @param source the table on the disk
   * @param form what reading it would give, where that is known
   */
  async table(userId: number, source: string, wanted: Wanted, form: ParsedForm | undefined): Promise<{ success: true; file: UserFile }> {
    // A matrix is read again as one.
    const fileType = form?.fileType ?? 'table';
    const taken = await this.#files.take(userId, { source, name: nameOf(wanted), fileType });
    const file = await this.#files.keep(userId, taken, { fileType, description: '', directoryId: wanted.directoryId, form });
    return { success: true, file: toUserFile(file) };
  }

  /** Makes a file of the user of a stored content that is not read: it is kept, listed and downloaded, and no analysis takes it. */
  async document(userId: number, { sha256, size }: StoredBlob, wanted: Wanted): Promise<{ success: true; file: UserFile }> {
    // Nobody reads it by its format.
    const staged = { sha256, size, format: 'text' as const };
    const details = { fileType: null, description: '', directoryId: wanted.directoryId };
    const file = await this.#files.insertRow(userId, { name: safeName(nameOf(wanted)), staged }, details, {
      fileType: 'document',
      validationStatus: 'valid',
    });
    return { success: true, file: toUserFile(file) };
  }
}
