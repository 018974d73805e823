import type { Chance } from "../../demo/chance.ts";

const BOUNDARY = "a-boundary-of-the-fuzzer";
/** Its content type. */
export const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

/** A form with one file, as a browser sends it. */
export const partOf = (field: string, name: string, type: string, content: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`;

/** A form with files, as it should be or with its parts in disorder. */
export function partsOf(chance: Chance): string {
  const names = ["photo", "document", "file", "piece", "evidence", "x"];
  const part = () =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${chance.one(names)}"; filename="${chance.one(["a.csv", "../../x.php", 'a".jpg', "a\u0000.png", "x".repeat(300)])}"\r\ncontent-type: ${chance.one(["text/csv", "image/jpeg", "x"])}\r\n\r\n${chance.one(["", "a,b\n1,2\n", "name,code\nX,Y\n", "=1+1", "\u0000\u0001", "%PDF-1.4\n", "PK\u0003\u0004"])}\r\n`;
  const parts = Array.from({ length: chance.between(0, 3) }, part).join("");
  return parts + chance.one([`--${BOUNDARY}--\r\n`, `--${BOUNDARY}`, "", "--x--\r\n"]);
}
