/** What main.ts builds ingest with. Other contexts use `contract.ts` and `domain/`. */
export { createIngest, type Ingest, type IngestDeps } from './create-ingest.ts';
export { defaultIngestOptions, type IngestOptions } from './ingest-options.ts';
