import { PageHeading } from "#kit/page/heading.web.tsx";

/** Stands for whatever was asked for without a connection, at its own address, and without a script. */
export const OfflinePage = () => (
  <>
    <PageHeading title="You are offline" subtitle="The portal cannot be reached from this device at the moment." />
    <p className="mb-6">
      What you typed on a device of your own is safe: it is kept there, and is back in its form once the page opens
      again. What you paid is safe too.
    </p>
    {/* Without an address of its own it asks for the one that was asked for. */}
    <form>
      <button type="submit" className="button">
        Try again
      </button>
    </form>
    <p className="mt-6">
      Are you signed in on a device of your own?{" "}
      <a href="/app/dashboard" className="link">
        See your own record as it was read last
      </a>
    </p>
  </>
);
