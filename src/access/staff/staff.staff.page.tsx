import { RecordScreens } from "#console/record/record.screens.part.page.tsx";
import { RightsOf } from "../permission/permission.rights.part.page.tsx";
import { StaffAccountPanel } from "../staff-account/staff-account.panel.part.page.tsx";
import { staffRecord } from "./staff.contract.ts";
import { NextSteps } from "./staff.next.page.tsx";

export const StaffPage = () => (
  <RecordScreens of={staffRecord} next={({ _id }) => <NextSteps member={_id} />}>
    {({ _id, _title }) => (
      <>
        <StaffAccountPanel member={{ _id, title: _title }} />
        <RightsOf member={_id} />
      </>
    )}
  </RecordScreens>
);
