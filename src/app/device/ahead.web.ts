import { beginRead } from "#kit/call/begun.web.ts";

/** What a page's document says that its screen will ask for. */
export interface Ahead {
  /** Under which name the device keeps the sign-in that signs it; absent where the browser sends it by itself. */
  readonly token?: string;
  /** Whether it is answered to whoever asks. */
  readonly open?: true;
  /** Addresses as regular expressions, and the paths of calls; `:id` is the first group. */
  readonly reads: readonly (readonly [address: string, paths: readonly string[]])[];
}

export function writtenAhead(): Ahead {
  const written = document.getElementById("ahead")?.textContent;
  return written ? (JSON.parse(written) as Ahead) : { reads: [] };
}

/** Asks for it; `whole` fills in what only this device knows, or gives null for what cannot be asked yet. */
export function beginAhead(
  { reads }: Ahead,
  signed: Record<string, string>,
  whole: (path: string) => string | null = (path) => path,
): void {
  for (const [address, paths] of reads) {
    // A page that the device has kept may stand at another address than the one that it was written for.
    const found = new RegExp(address).exec(location.pathname);
    for (const path of found ? paths : []) {
      const asked = whole(path.replace(/:\w+/, found?.[1] ?? ""));
      if (asked !== null) beginRead(asked, signed);
    }
  }
}
