import { Copy } from "lucide-react";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { copyRequirements, requirements } from "./requirement.record.contract.ts";

const CopyDialog = opened(() =>
  import("#calendar/programme-copy/programme-copy.dialog.part.page.tsx").then((part) => part.CopyDialog),
);

/** What each programme asks for, paper by paper, and given to many programmes at once. */
export const RequirementsPage = () => <RecordScreens of={requirements} beside={<Copying />} />;

function Copying() {
  const copying = useShown();
  if (!useRight("requirements.change")) return null;
  return (
    <>
      <button type="button" className="button button-quiet" onClick={copying.show}>
        <Copy aria-hidden className="size-4" />
        Copy to other programmes
      </button>
      {copying.shown && (
        <CopyDialog
          by={copyRequirements}
          things="requirements"
          known="One of the same label is required or optional as the first is, in its place"
          onHide={copying.hide}
        />
      )}
    </>
  );
}
