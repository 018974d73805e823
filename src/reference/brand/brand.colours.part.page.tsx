import { FieldFrame, type FieldParts, useControl } from "#kit/field/field.web.tsx";
import type { Sheet } from "#kit/form/sheet.web.ts";
import { type ColourScheme, colourGrounds, inkUpon } from "./brand.colours.rules.ts";
import type { BrandForm } from "./brand.contract.ts";

const schemes = [
  { scheme: "light", title: "In light", fields: ["lightbrand", "lightdeep", "lightaccent"] },
  { scheme: "dark", title: "In dark", fields: ["darkbrand", "darkdeep", "darkaccent"] },
] as const;

/** The colours of both schemes, each beside how it will look. */
export function ColourFields({ sheet }: { sheet: Sheet<BrandForm> }) {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {schemes.map(({ scheme, title, fields: [brand, deep, accent] }) => (
        <fieldset key={scheme} className="grid content-start gap-3">
          <legend className="mb-2 font-semibold">{title}</legend>
          <Look
            scheme={scheme}
            brand={sheet.form.watch(brand)}
            deep={sheet.form.watch(deep)}
            accent={sheet.form.watch(accent)}
          />
          {[brand, deep, accent].map((name) => (
            <ColourField key={name} {...sheet.field(name)} />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

/** The colour as it is typed, and the browser's own box to choose one. */
function ColourField(field: FieldParts) {
  const { control, error } = useControl(field);
  const { id, ...typed } = control;
  return (
    <FieldFrame {...field} error={error}>
      <input
        {...typed}
        id={id}
        type="color"
        className="h-(--control) w-20 cursor-pointer rounded-control border border-edge p-1"
      />
    </FieldFrame>
  );
}

interface LookParts extends Record<"brand" | "deep" | "accent", string> {
  readonly scheme: ColourScheme;
}

/** A bar, a link and a button in the colours, whichever scheme this page is in. */
function Look({ scheme, brand, deep, accent }: LookParts) {
  return (
    <div
      aria-hidden
      className="overflow-clip rounded-card border border-line"
      style={{ background: colourGrounds[scheme][0] }}
    >
      <div
        className="px-4 py-2 font-semibold font-serif"
        style={{ background: deep, color: "#fff", borderBottom: `3px solid ${accent}` }}
      >
        Admission Portal
      </div>
      <p className="flex items-center gap-4 px-4 py-3">
        <span className="underline" style={{ color: brand }}>
          A link
        </span>
        <span className="rounded-control px-3 py-1 font-semibold" style={{ background: brand, color: inkUpon(brand) }}>
          A button
        </span>
      </p>
    </div>
  );
}
