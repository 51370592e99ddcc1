import type { EvaluationResult } from '../domain/result.ts';

export const resultText = (result: EvaluationResult): string => JSON.stringify(result.tables);
