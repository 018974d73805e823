import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { OfflineNews } from "#kit/offline.web.tsx";
import { newQueries } from "#kit/read.web.tsx";
import { Routes } from "#kit/router.web.tsx";
import { Toasts } from "#kit/toast.web.tsx";
import { screen } from "./screen.web.tsx";
import { StaffDoor } from "./staff-door.web.tsx";
import { staffDoors } from "./staff-routes.web.tsx";

const area = screen(() => import("./staff-layout.web.tsx"), "StaffLayout");

/** Every screen of the staff's entry. */
export function StaffApp() {
  const [queries] = useState(newQueries);
  return (
    <QueryClientProvider client={queries}>
      <OfflineNews />
      <Suspense fallback={null}>
        <Routes
          list={Object.entries(staffDoors).map(([path, { Page }]) => [
            path,
            <StaffDoor key={path}>
              <Page />
            </StaffDoor>,
          ])}
          otherwise={<area.Page />}
        />
      </Suspense>
      <Toasts />
    </QueryClientProvider>
  );
}
