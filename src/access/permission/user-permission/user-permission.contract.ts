import { assignment } from "#console/record/record.contract.ts";
import { refersTo, usually } from "#console/record/record.fields.contract.ts";
import { scopeField } from "../permission.contract.ts";

/** A page given to one person, beside those of the groups. Specification 3. */
export const userPermissions = assignment({
  noun: "user_permission",
  one: "User permission",
  many: "User permissions",
  page: "user-permissions",
  link: "/staff/user-permissions",
  entries: {
    staff: refersTo("Staff", "staff"),
    page: refersTo("Page", "page"),
    scope: usually(scopeField, () => "all"),
  },
  title: ["staff", "page"],
  columns: ["staff", "page", "scope"],
  sorts: ["createdAt"],
  filters: ["staff", "page", "scope"],
  searched: null,
});
