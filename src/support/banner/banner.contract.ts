import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import { atMinute, several, worded } from "#console/record/record.fields.contract.ts";
import { text } from "#kit/field/fields.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { bannerPlaces } from "./banner.rules.ts";

/** Words across the pages for a time. Whoever opens a page reads them, so they hold nothing that is not for everybody. */
export const banners = record({
  noun: "banner",
  one: "Banner",
  many: "Banners",
  page: "banners",
  link: "/staff/banners",
  entries: {
    text: v.pipe(
      text("Words", 300),
      v.minCodePoints(10, "Words must have at least 10 characters"),
      v.check(
        (typed) => !/<\/?[a-z][^>]*>|\b(?:https?:\/\/|www\.)\S/i.test(typed),
        "Words are plain text: leave out tags and addresses of other pages",
      ),
      v.title("Words"),
    ),
    kind: worded("Kind", { Information: "Information", Warning: "Warning" }),
    places: several("Shown", bannerPlaces),
    starts: atMinute("From"),
    ends: atMinute("Until"),
  },
  title: ["text"],
  columns: ["text", "kind", "places", "starts", "ends"],
  sorts: ["createdAt", "ends"],
  filters: ["kind"],
  searched: null,
  key: ["text", "starts"],
});

const standing = v.strictObject({
  _id: v.string(),
  text: v.string(),
  kind: v.picklist(["Information", "Warning"]),
  places: v.array(v.picklist(bannerPlaces)),
  starts: v.string(),
  ends: v.string(),
});

export const readBanners = get(
  "/banners",
  "Banners that stand now or within the hour, whatever their place; read by whoever has a page open for long",
  v.strictObject({ list: v.array(standing) }),
);
