import { useLocation, useNavigate, useSearchParams } from "../page/router.web.tsx";

/** What the address asks of a screen, such as `?add=1`, or empty; and how to take it out of the address. */
export function useWish(name: string): readonly [string, () => void] {
  const [address] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const wished = address.get(name) ?? "";
  return [wished, () => wished && navigate(pathname, { replace: true })];
}
