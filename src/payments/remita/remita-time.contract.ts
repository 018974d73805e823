/** The provider's `2026-10-06 06:02:06 PM`, in Lagos and without a zone, as an ISO time in UTC; null for any other form. */
export function providerTime(text: string): string | null {
  const [, day, hour, rest, half] = /^(\d{4}-\d{2}-\d{2}) (\d{2})(:\d{2}:\d{2}) (AM|PM)$/.exec(text) ?? [];
  const hours = (Number(hour) % 12) + (half === "PM" ? 12 : 0);
  const time = new Date(`${day}T${String(hours).padStart(2, "0")}${rest}+01:00`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
