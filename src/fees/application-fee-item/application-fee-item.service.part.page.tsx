import { call } from "#kit/call.web.ts";
import { MoveDialog } from "../provider-service/provider-service.move.part.page.tsx";
import { changeServiceType, serviceForm } from "./application-fee-item.deeds.contract.ts";

/** Another service type for every line of one programme's application fee. */
export const ServiceDialog = ({ onHide }: { onHide(): void }) => (
  <MoveDialog
    title="Change service type"
    form={serviceForm}
    chosen={["session", "programme"]}
    service="serviceTypeID"
    send={(body, attempt) => call(changeServiceType, { body, attempt })}
    onHide={onHide}
  >
    <p>
      One payment carries one service type of the provider, so all fee items of a programme change together. References
      that are open keep the service they were made with.
    </p>
  </MoveDialog>
);
