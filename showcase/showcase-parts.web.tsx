import type { ReactNode } from "react";
import { Unread } from "#kit/call/read.web.tsx";
import { Alert, type AlertLook } from "#kit/look/alert.web.tsx";
import { Badge, BadgeLegend, WordBadge } from "#kit/look/badge.web.tsx";
import { GreyButton, LinkButton } from "#kit/look/buttons.web.tsx";
import { Card, Cards } from "#kit/look/card.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { PlusButton } from "#kit/look/plus-button.web.tsx";
import { CardBones, EmptyState, Progress } from "#kit/look/states.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

const looks: readonly AlertLook[] = ["good", "info", "warn", "bad"];

export function Shelf({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-10 border-line border-t pt-4">
      <h2 className="mb-4 text-large">{title}</h2>
      {children}
    </section>
  );
}

export function ShowcaseParts() {
  return (
    <>
      <Shelf title="Type">
        <p className="font-serif text-display">Display: admission opens</p>
        <p className="font-serif text-title">Title: O-Level results</p>
        <p className="font-serif text-large">Large: Parents and guardians</p>
        <p>
          Base: what most of the page is set in, with{" "}
          <a href="#kit" className="link">
            what a link looks like
          </a>{" "}
          and <strong>strong words</strong>.
        </p>
        <p className="text-small text-soft">Small and soft: added three days ago</p>
      </Shelf>
      <Shelf title="Buttons">
        <div className="flex flex-wrap items-start gap-3">
          <button type="button" className="button">
            Save changes
          </button>
          <button type="button" className="button button-quiet">
            Close
          </button>
          <button type="button" className="button button-danger">
            Delete Record
          </button>
          <button type="button" className="button" disabled>
            Please wait...
          </button>
          <LinkButton to="/kit">A link that looks so</LinkButton>
          <PrintButton />
          <GreyButton why="Cannot delete active record">Delete</GreyButton>
        </div>
        <PlusButton label="Add a record" onClick={() => toast("info", "The plus button was pressed")} />
      </Shelf>
      <Shelf title="Badges and their legend">
        <div className="mb-4 flex flex-wrap gap-3">
          <Badge state="Complete" />
          <Badge state="In Progress" />
          <Badge state="Pending" />
          <Badge state="Action Needed" />
          <WordBadge look="info" word="4012345678" />
        </div>
        <BadgeLegend />
      </Shelf>
      <Shelf title="Alerts and toasts">
        <div className="grid gap-3">
          {looks.map((look) => (
            <Alert key={look} look={look} title={`Title of ${look}`}>
              What happened, and what to do next.
            </Alert>
          ))}
          <div className="flex flex-wrap gap-3">
            {looks.map((look) => (
              <button
                key={look}
                type="button"
                className="button button-quiet"
                onClick={() => toast(look, `A toast: ${look}`)}
              >
                Toast: {look}
              </button>
            ))}
          </div>
        </div>
      </Shelf>
      <Shelf title="Cards, facts, progress">
        <Progress label="4 of 10 sections complete" value={4} most={10} />
        <div className="mt-4">
          <Cards label="Records">
            <Card
              title="Amina Oluwaseun Bello-Okonkwo"
              beside={<Badge state="Complete" />}
              deeds={
                <button type="button" className="button button-danger">
                  Delete
                </button>
              }
            >
              <Facts
                list={[
                  { label: "Phone", value: "0803 123 4567" },
                  { label: "Amount", value: asNaira(2500) },
                  { label: "Email", value: null },
                ]}
              />
              <p className="text-small text-soft">Added 3 days ago</p>
            </Card>
            <Card title="Mathematics" beside={<WordBadge look="info" word="A1" />}>
              <Progress label="9 of 9" value={9} most={9} />
            </Card>
          </Cards>
        </div>
      </Shelf>
      <Shelf title="Waiting, empty, failed">
        <div className="grid gap-4">
          <CardBones />
          <EmptyState
            title="No records added"
            text="You haven't added any records yet. Add your first one to continue."
          >
            <button type="button" className="button">
              Add a record
            </button>
          </EmptyState>
          <Unread failure={new Error("The portal could not be reached")} again={() => toast("info", "Asked again")} />
        </div>
      </Shelf>
      <Shelf title="The head of a paper">
        <Letterhead name={brand.name} lines={[brand.motto, contact.address]} />
      </Shelf>
    </>
  );
}
