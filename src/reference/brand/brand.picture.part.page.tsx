import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { describedBy, FieldFrame, type FieldParts, useControl } from "#kit/field/field.web.tsx";
import { MOST_PICTURE } from "./brand.contract.ts";

interface PictureParts extends FieldParts {
  /** The kept picture's data address, and the name that the form holds for it. */
  readonly kept: { readonly name: string; readonly address: string };
  /** Longest side in pixels to begin with. */
  readonly side: number;
}

/** A picture that travels within the form, drawn small enough in the browser; it keeps its transparency. */
export function PictureField({ kept, side, ...field }: PictureParts) {
  const { setValue, watch } = useFormContext();
  const { error } = useControl(field);
  const [trouble, setTrouble] = useState("");
  const value = String(watch(field.name) ?? "");
  const shown = value === kept.name ? kept.address : value;
  const take = (address: string) => setValue(field.name, address, { shouldDirty: true, shouldValidate: true });
  const choose = async (box: HTMLInputElement) => {
    const [file] = box.files ?? [];
    box.value = "";
    if (!file) return;
    const address = await drawnSmall(file, side);
    setTrouble(address ? "" : `${file.name} was not taken. Choose a PNG or JPEG picture`);
    if (address) take(address);
  };
  return (
    <FieldFrame {...field} error={trouble || error}>
      <div className="flex flex-wrap items-center gap-3">
        {shown && (
          <img
            src={shown}
            alt={field.label}
            className="h-16 max-w-60 rounded-card border border-line bg-white object-contain p-1"
          />
        )}
        <input
          id={field.id}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className="control max-w-80"
          aria-invalid={trouble || error ? true : undefined}
          aria-describedby={describedBy(field.id, field.hint, trouble || error)}
          onChange={({ target }) => void choose(target)}
        />
        {value && (
          <button type="button" className="button button-quiet" onClick={() => take("")}>
            Take it away
          </button>
        )}
      </div>
    </FieldFrame>
  );
}

/** The picture as a data address that may travel, as large as that allows; undefined where there is none in the file. */
async function drawnSmall(file: File, side: number): Promise<string | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  const canvas = document.createElement("canvas");
  for (let longest = side; longest >= 48; longest *= 0.8) {
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    // A browser that cannot write WebP writes PNG instead.
    const address = canvas.toDataURL("image/webp", 0.92);
    if (address.length <= MOST_PICTURE) return address;
  }
  return undefined;
}
