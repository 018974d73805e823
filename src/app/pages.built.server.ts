import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { brandedPage } from "#reference/brand/brand.serve.server.ts";
import type { KeptBrand } from "#reference/brand/brand.server.ts";

/** A page with the college in it, as it goes over the wire. */
interface ServedPage {
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
  readonly etag: string;
  /** Sources of the styles that stand in it, for its policy. */
  readonly styles: readonly string[];
}

export interface BuiltPages {
  page(file: string, brand: KeptBrand): Promise<ServedPage>;
}

/** The pages of a folder. Each is made once for each build and each change of the brand, whoever asks first. */
export function openBuiltPages(root: string): BuiltPages {
  const made = new Map<string, { readonly stamp: string; readonly page: Promise<ServedPage> }>();
  return {
    async page(file, brand) {
      // Looked at each time: a new build may have taken the place of the one that was served a moment ago.
      const [{ mtimeMs: page }, { mtimeMs: hashes }] = await Promise.all([stat(root + file), stat(`${root}csp.json`)]);
      const stamp = `${page} ${hashes} ${brand.version}`;
      const known = made.get(file);
      if (known?.stamp === stamp) return known.page;
      const fresh = madePage(root, file, brand);
      made.set(file, { stamp, page: fresh });
      fresh.catch(() => made.delete(file));
      return fresh;
    },
  };
}

async function madePage(root: string, file: string, { form }: KeptBrand): Promise<ServedPage> {
  const [template, hashes] = await Promise.all([readFile(root + file, "utf8"), readFile(`${root}csp.json`, "utf8")]);
  const { styles } = JSON.parse(hashes) as { styles: readonly string[] };
  const { html, style } = brandedPage(template, form);
  const plain = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return {
    plain,
    gzip: await promisify(gzip)(plain, { level: 9 }),
    br: await promisify(brotliCompress)(plain, { params }),
    etag: `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`,
    styles: [...styles, style],
  };
}
