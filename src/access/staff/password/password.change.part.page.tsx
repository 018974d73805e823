import { PASSWORD_HINT } from "#identity/credential/credential.contract.ts";
import { NewPasswordFields } from "#identity/credential/credential.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { PasswordField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { changedPasswordForm, changeStaffPassword } from "./password.contract.ts";

const blank = { password: "", newpassword: "", confirmpassword: "" };

export function ChangePassword() {
  const reread = useReread();
  const sheet = useSheet(changedPasswordForm, blank);
  return (
    <Form
      sheet={sheet}
      draft={null}
      send={({ password, newpassword }, attempt) =>
        call(changeStaffPassword, { body: { password, newpassword }, attempt })
      }
      done={() => {
        sheet.form.reset(blank);
        return reread();
      }}
      submit="Change password"
    >
      <PasswordField {...sheet.field("password")} autoComplete="current-password" />
      <NewPasswordFields
        first={sheet.field("newpassword")}
        second={sheet.field("confirmpassword")}
        hint={PASSWORD_HINT}
      />
    </Form>
  );
}
