/** A start that cannot be, in one sentence for the person at the keyboard. Printed without a stack. */
export class StartRefusal extends Error {
  override readonly name = "StartRefusal";
}

/** The sentence for a fault of the file system or of PostgreSQL's words about it; undefined for any other fault. */
export function diskRefusal(fault: unknown, folder: string): StartRefusal | undefined {
  const words = fault instanceof Error ? fault.message : String(fault);
  if (/ENOSPC|EDQUOT|EFBIG|No space left on device|Disk quota exceeded|File too large|wrote only \d+ of/.test(words))
    return new StartRefusal(`The disk that holds ${folder} is full: free at least 200 MB there and start again.`);
  if (/EROFS|Read-only file system/.test(words))
    return new StartRefusal(`${folder} is on a read-only disk: set DATA_DIR to a folder that can be written.`);
  if (/EACCES|EPERM|Permission denied|wrong ownership/.test(words))
    return new StartRefusal(
      `${folder} cannot be written by this user: start as its owner, hand it over with chown -R, or set DATA_DIR to another folder.`,
    );
  if (/ENOTDIR|EEXIST|Not a directory/.test(words))
    return new StartRefusal(`${folder} is not a folder: move that file away, or set DATA_DIR to a folder.`);
  return undefined;
}
