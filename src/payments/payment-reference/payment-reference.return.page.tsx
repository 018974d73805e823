import { useEffect, useState } from "react";
import { Alert } from "#kit/alert.web.tsx";
import { call, isRepeatable } from "#kit/call.web.ts";
import type { Replied } from "#kit/endpoint.contract.ts";
import { useReread } from "#kit/read.web.tsx";
import { Link, useSearchParams } from "#kit/router.web.tsx";
import { verifyPayment } from "../payment-verification/payment-verification.contract.ts";
import { groupedRrr, rrrPattern } from "../remita/remita.contract.ts";

type Verified = Replied<typeof verifyPayment>;

const EVERY_MS = 11_000;
const FOR_MS = 120_000;

/**
 * After the provider's pay page: asks by itself for two minutes, since a payment takes a moment to be posted. The
 * address says only which reference to ask about; whether it is paid, the server's own question says.
 */
export function ReturnFromPayPage() {
  const [address] = useSearchParams();
  const rrr = address.get("RRR") ?? "";
  return rrrPattern.test(rrr) ? <Returned key={rrr} rrr={rrr} /> : null;
}

function Returned({ rrr }: { rrr: string }) {
  const { found, asking, problem } = useAsking(rrr);
  if (found?.isverified) {
    return (
      <Notice>
        <Alert look="good" title={`Reference ${groupedRrr(rrr).replaceAll("-", "\u2011")} is paid`}>
          <p>{found.message}</p>
          <Link to="/app/start" className="button mt-3">
            Start your application
          </Link>
        </Alert>
      </Notice>
    );
  }
  return (
    <Notice>
      <Alert look={asking ? "info" : "warn"} title={asking ? "Please wait... verifying your payment" : titleOf(found)}>
        <p>
          {asking
            ? `We are asking the payment service about ${groupedRrr(rrr)}. If you have paid, do not pay again`
            : (found?.message ?? problem)}
        </p>
        {!asking && found?.state === "OPEN" && (
          <p className="mt-1">We go on asking by ourselves and write to you once it is paid.</p>
        )}
      </Alert>
    </Notice>
  );
}

const titleOf = (found: Verified | null) => (found?.state === "OPEN" ? "Not paid yet" : "Your payment is not verified");

const Notice = ({ children }: { children: React.ReactNode }) => <div className="mb-6">{children}</div>;

function useAsking(rrr: string) {
  const reread = useReread();
  const [found, setFound] = useState<Verified | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(true);
  useEffect(() => {
    const gone = new AbortController();
    const until = Date.now() + FOR_MS;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      try {
        const answer = await call(verifyPayment, { params: { trxcode: rrr }, signal: gone.signal });
        setFound(answer);
        setProblem(null);
        await reread();
        if (answer.state !== "OPEN") return setAsking(false);
      } catch (failure) {
        if (gone.signal.aborted) return;
        if (!(failure instanceof Error)) throw failure;
        setProblem(failure.message);
        if (!isRepeatable(failure)) return setAsking(false);
      }
      if (Date.now() >= until) return setAsking(false);
      timer = setTimeout(() => void ask(), EVERY_MS);
    };
    void ask();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [rrr, reread]);
  return { found, asking, problem };
}
