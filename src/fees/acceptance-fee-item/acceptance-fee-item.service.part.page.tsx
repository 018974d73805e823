import { call } from "#kit/call/call.web.ts";
import { MoveDialog } from "../provider-service/provider-service.move.part.page.tsx";
import { acceptanceServiceForm, changeAcceptanceService } from "./acceptance-fee-item.record.contract.ts";

export const AcceptanceServiceDialog = ({ onHide }: { onHide(): void }) => (
  <MoveDialog
    title="Change service"
    form={acceptanceServiceForm}
    chosen={["session"]}
    service="serviceID"
    send={(body, attempt) => call(changeAcceptanceService, { body, attempt })}
    onHide={onHide}
  >
    <p>
      One payment carries one service of the provider, so all acceptance fee items of a session change together.
      References that are open keep the service they were made with.
    </p>
  </MoveDialog>
);
