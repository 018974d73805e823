import {
  Archive,
  Banknote,
  BookOpen,
  Building2,
  CalendarDays,
  Circle,
  ClipboardList,
  FileText,
  Gauge,
  GraduationCap,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  Mail,
  Scale,
  Users,
} from "lucide-react";
import type { icons } from "#access/page-group/page-group.contract.ts";

const known: Readonly<Record<(typeof icons)[number], LucideIcon>> = {
  archive: Archive,
  banknote: Banknote,
  "book-open": BookOpen,
  "building-2": Building2,
  "calendar-days": CalendarDays,
  "clipboard-list": ClipboardList,
  "file-text": FileText,
  gauge: Gauge,
  "graduation-cap": GraduationCap,
  "key-round": KeyRound,
  "life-buoy": LifeBuoy,
  mail: Mail,
  scale: Scale,
  users: Users,
};

/** The picture of a block of the menu. */
export const iconOf = (name: string): LucideIcon => (known as Record<string, LucideIcon>)[name] ?? Circle;
