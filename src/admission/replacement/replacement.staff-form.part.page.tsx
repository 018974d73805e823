import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useNavigate } from "#kit/page/router.web.tsx";
import { releases } from "../release/release.contract.ts";
import { useTypedForm } from "../release/release.staff-form.part.page.tsx";
import { type ProgrammeStanding, replaceEntries, replaceLapsed } from "./replacement.contract.ts";

interface DialogParts {
  readonly session: string;
  readonly of: ProgrammeStanding;
  onHide(): void;
}

/** How many places, and when their offers go out. */
export function ReplaceDialog({ session, of, onHide }: DialogParts) {
  const navigate = useNavigate();
  const reread = useReread();
  const { programme, title, most, free, elsewhere } = of;
  const { sheet, field, wire } = useTypedForm(replaceEntries, {
    ...{ session, programme, count: String(most), minute: "", note: "" },
  });
  return (
    <Dialog title={`Replace in ${title}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Propose the list"
        beside={<CloseButton onHide={onHide} />}
        send={(typed, attempt) => call(replaceLapsed, { body: wire(typed) as never, attempt })}
        done={async ({ _id }) => {
          onHide();
          await reread();
          navigate(`${releases.link}/${_id}`);
        }}
      >
        <p>
          Up to <strong className="figures">{most.toLocaleString("en-NG")}</strong> can be offered a place now. As many
          seats of lapsed offers are given up as these need beyond the{" "}
          {Math.max(0, (free ?? 0) - elsewhere).toLocaleString("en-NG")} free ones that no other list wants; those
          offers stand no more. A second person approves the list before it goes out.
        </p>
        {field("count")}
        {field("minute")}
        <TextArea {...sheet.field("note")} label="Note for who approves" optional />
      </Form>
    </Dialog>
  );
}
