import { call } from "#kit/call/call.web.ts";
import { Link } from "#kit/page/router.web.tsx";
import { verifyPayment } from "../payment-verification/payment-verification.contract.ts";
import { ReturnFromPayPage as Returning } from "./payment-reference.return.part.page.tsx";

/** After the provider's pay page for an application fee. */
export function ReturnFromPayPage({ onEnd }: { onEnd(): void }) {
  return (
    <Returning verify={verify} onEnd={onEnd}>
      <Link to="/app/start?continue" className="button">
        Start your application
      </Link>
    </Returning>
  );
}

const verify = (rrr: string, signal: AbortSignal) => call(verifyPayment, { params: { trxcode: rrr }, signal });
