import { useEffect, useState } from "react";
import { brand } from "#reference/brand/brand.rules.ts";

/** The year is the reader's: a page drawn at build may be read in the next one. */
export function CopyrightLine() {
  const [year, setYear] = useState("");
  useEffect(() => setYear(` ${new Date().getFullYear()}`), []);
  return (
    <p>
      ©{year} {brand.name}
    </p>
  );
}
