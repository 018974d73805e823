import { type BrandWords, takeBrand } from "#reference/brand/brand.rules.ts";

/** The college as the server has written it into this page. */
export function takeCollege(): void {
  const data = document.getElementById("college")?.textContent;
  if (data) takeBrand(JSON.parse(data) as BrandWords);
}
