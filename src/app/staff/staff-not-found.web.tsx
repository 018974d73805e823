import { HOME } from "#access/staff/staff.way.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Link } from "#kit/page/router.web.tsx";

/** Stands where no screen is, and before who may open none yet. */
export function StaffNotFound({ hasPages }: { hasPages: boolean }) {
  if (!hasPages)
    return (
      <div className="max-w-prose">
        <ConsoleHeading title="No pages yet" />
        <p>
          You are signed in, but you have not been given any page of this console. Ask an administrator of the portal
          for those that your work needs. They stand here as soon as you have them.
        </p>
      </div>
    );
  return (
    <div className="max-w-prose">
      <ConsoleHeading title="Page not found" />
      <p>
        There is no page at this address. If you typed it, check that it is right, or{" "}
        <Link to={HOME} className="link">
          go to where you begin
        </Link>
        .
      </p>
    </div>
  );
}
