import { Link, useLocation } from "#kit/page/router.web.tsx";
import { paymentExceptions, shutExceptions } from "./payment-exception.contract.ts";

const tabs = [
  [paymentExceptions.link, "Waiting"],
  [shutExceptions.link, "Settled"],
] as const;

export function ExceptionTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Exceptions" className="views">
      {tabs.map(([link, word]) => (
        <Link key={link} to={link} className="tab" aria-current={pathname === link ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}
