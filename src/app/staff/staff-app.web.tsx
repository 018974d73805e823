import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { newQueries } from "#kit/call/read.web.tsx";
import { OfflineNews } from "#kit/offline/offline.web.tsx";
import { Routes } from "#kit/page/router.web.tsx";
import { Toasts } from "#kit/toast/toast.web.tsx";
import { screen } from "../screens/screen.web.tsx";
import { staffDoors } from "../screens/staff-routes.web.tsx";
import { StaffDoor } from "./staff-door.web.tsx";

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
