/** What main.ts builds ingest with. Other contexts use `contract.ts` and `domain/`. */
export { createIngest, type Ingest } from './create-ingest.ts';
