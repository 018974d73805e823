import type { FastifyInstance } from "fastify";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import { write } from "#platform/write/write.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import { deleteSavedView, listSavedViews, saveView } from "./saved-view.contract.ts";

const MOST = 50;

/** Views are their owner's alone. */
export function savedViewCalls(app: FastifyInstance, guard: Guard<Officer>): void {
  const { db } = app.portal;

  handle(app, listSavedViews, guard, ({ who, request }) => {
    const { noun } = request.query as { noun?: unknown };
    const own = db.selectFrom("saved_view").select(["_id", "noun", "name", "query"]).where("staff", "=", who.staff);
    return (typeof noun === "string" ? own.where("noun", "=", noun.replaceAll("\0", "")) : own)
      .orderBy("createdAt")
      .execute();
  });

  handle(app, saveView, guard, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { noun, name, query } = ask.body;
      const { staff } = ask.who;
      const own = await trx.selectFrom("saved_view").select(["noun", "name"]).where("staff", "=", staff).execute();
      const others = own.filter((view) => view.noun !== noun || view.name !== name);
      if (others.length >= MOST)
        throw refuse("limit-reached", `You have saved ${MOST} views, which is the most. Forget one first`);
      const saved = await trx
        .insertInto("saved_view")
        .values({ _id: newId(), staff, noun, name, query })
        .onConflict((same) => same.constraint("saved_view_name").doUpdateSet({ query }))
        .returning("_id")
        .executeTakeFirstOrThrow();
      note({ deed: "saved-view.save", subject: `saved_view:${saved._id}`, after: { noun, name, query } });
      return { type: "success" as const, message: `View ${name} saved`, _id: saved._id };
    }),
  );

  handle(app, deleteSavedView, guard, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { id } = ask.params;
      if (!isId(id)) throw notFound();
      const gone = await trx
        .deleteFrom("saved_view")
        .where("_id", "=", id)
        .where("staff", "=", ask.who.staff)
        .returning("name")
        .executeTakeFirst();
      if (!gone) throw notFound();
      note({ deed: "saved-view.forget", subject: `saved_view:${id}` });
      return { type: "success" as const, message: `View ${gone.name} forgotten` };
    }),
  );
}
