import sharp from "sharp";
import { refuseForm } from "#kit/wire/refusal.server.ts";
import { openGate } from "#platform/limits/gate.server.ts";
import { type UploadField, uploadSentences } from "./upload.contract.ts";

// One thread a picture and two pictures at once: decoding is the heaviest work that a stranger can ask for.
sharp.concurrency(1);
sharp.cache(false);
const gate = openGate(2);

const MAX_PIXELS = 25e6;
const SMALLEST_SIDE = 16;
const LONGEST_SIDE: Readonly<Record<UploadField, number>> = { photo: 1200, document: 2400 };

/** The picture drawn anew: upright, sRGB, JPEG, without anything else that its file held. Refuses what does not decode. */
export const drawnAnew = (field: UploadField, bytes: Buffer): Promise<Buffer> =>
  gate(async () => {
    try {
      const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "warning" });
      const { width, height } = await picture.metadata();
      if (width * height > MAX_PIXELS) throw tooManyPixels(field);
      if (Math.min(width, height) < SMALLEST_SIDE) throw refusal(field, "This picture is too small to see anything");
      const side = LONGEST_SIDE[field];
      return await picture
        .timeout({ seconds: 10 })
        .autoOrient()
        .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
        .flatten({ background: "#ffffff" })
        .toColourspace("srgb")
        .jpeg({ quality: 84, mozjpeg: true })
        .toBuffer();
    } catch (error) {
      if (error instanceof Error && error.message.includes("pixel limit")) throw tooManyPixels(field);
      if (error instanceof Error && "status" in error) throw error;
      throw refusal(field, `This picture is damaged. ${uploadSentences.type[field]}`);
    }
  });

const tooManyPixels = (field: UploadField) =>
  refusal(field, `This picture has too many pixels. Choose one of at most ${MAX_PIXELS / 1e6} megapixels`);

const refusal = (field: UploadField, sentence: string) => refuseForm(sentence, { [field]: sentence });
