/** Where file contents live. Names are ours (random), never the sender's. */
export interface FileStore {
  keep(name: string, bytes: Buffer, mediatype: string): Promise<void>;
  /** An address that shows the file for ten minutes and to nobody after. Contract 3.19. */
  link(name: string): Promise<string>;
  /** The contents, or null when there is no such file. */
  read(name: string): Promise<Buffer | null>;
  remove(name: string): Promise<void>;
  names(): AsyncIterable<{ name: string; changed: Date }>;
}

export const LINK_SECONDS = 600;
