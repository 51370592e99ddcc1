/** For people: one HTTP server with REST, sockets and the page; no domain of its own. */
export { createDashboard, type DashboardDeps, type DashboardOptions } from './create-dashboard.ts';
export { httpQueryApi } from './http/client.ts';
export type { NewStream, Notice, StreamControl, SystemFacts } from './ports.ts';
