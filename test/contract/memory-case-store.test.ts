/** The fake that other tests stand on keeps the promises of the port. */
import { MemoryCaseStore } from '../support/memory-case-store.ts';
import { caseStoreContract } from './case-store.contract.ts';

caseStoreContract('in memory', async () => new MemoryCaseStore());
