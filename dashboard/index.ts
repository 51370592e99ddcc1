/** For people: one HTTP server with REST, sockets and the page; no domain of its own. */
export { createDashboard } from './create-dashboard.ts';
