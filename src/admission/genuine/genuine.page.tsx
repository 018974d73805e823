import { CodeField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { bareCode, GENUINE, groupedCode } from "#reference/papers/papers.code.rules.ts";
import { paperCodeForm } from "./genuine.contract.ts";

/** For who reads the code off a paper instead of scanning it. Contract 3.15. */
export function GenuinePage() {
  const navigate = useNavigate();
  const sheet = useSheet(paperCodeForm, { code: "" });
  return (
    <>
      <PageHeading
        title="Check a paper"
        subtitle="Find out whether a slip, a receipt or a letter of the college is genuine. You need no account."
      />
      <Form
        sheet={sheet}
        draft={null}
        send={async ({ code }) => groupedCode(bareCode(code))}
        done={(code) => navigate(`${GENUINE}/${code}`)}
        submit="Check"
      >
        <CodeField
          {...sheet.field("code")}
          hint="At the foot of the paper. Capitals, dashes and spaces make no difference"
        />
      </Form>
      <p className="mt-8">
        Do you pay for somebody?{" "}
        <Link to="/rrr" className="link">
          See whether it is paid
        </Link>
      </p>
      <p className="mt-3">
        Do you check papers where there is no network?{" "}
        <Link to="/gate" className="link">
          Check papers at a gate
        </Link>
      </p>
    </>
  );
}
