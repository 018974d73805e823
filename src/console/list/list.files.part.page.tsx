import { Download, Upload } from "lucide-react";
import { opened } from "#kit/page/opened.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import type { AnyEndpoint } from "#kit/wire/endpoint.contract.ts";
import type { Listed } from "./list.asked.part.page.tsx";
import { asked, type Query } from "./list.query.contract.ts";

const ImportDialog = opened(() => import("../import/import.dialog.part.page.tsx").then((part) => part.ImportDialog));

interface FilesParts {
  readonly of: Listed & { readonly key?: readonly PropertyKey[]; readonly calls: { readonly import?: AnyEndpoint } };
  readonly query: Query;
  readonly mayChange: boolean;
}

/** The list as a file, by the same filters; and a file into the list. */
export function FileButtons({ of, query, mayChange }: FilesParts) {
  const importing = useShown();
  const filter = asked(of, { ...query, after: "" });
  const bring = mayChange && of.calls.import && (of.key?.length ?? 0) > 0 ? of.calls.import : null;
  return (
    <>
      <a href={`/api${of.calls.export.path}${filter && `?${filter}`}`} download className="button button-quiet">
        <Download aria-hidden className="size-4" />
        <span className="sr-only sm:not-sr-only">Export CSV</span>
      </a>
      {bring && (
        <button type="button" className="button button-quiet" onClick={importing.show}>
          <Upload aria-hidden className="size-4" />
          <span className="sr-only sm:not-sr-only">Import</span>
        </button>
      )}
      {bring && importing.shown && <ImportDialog of={of} call={bring} onHide={importing.hide} />}
    </>
  );
}
