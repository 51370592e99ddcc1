/** A judge that is asked once for the same words: of one run, one answer has one judgement. */
import type { JudgeRequest, ScoreOptions } from '../domain/benchmark.ts';

type Judge = NonNullable<ScoreOptions['judge']>;

/** What failed is tried again. */
export function rememberedJudge(judge: Judge): Judge {
  const replies = new Map<string, Promise<string>>();
  return (request: JudgeRequest) => {
    const key = JSON.stringify([request.question, request.answer, request.prediction]);
    const reply = replies.get(key) ?? judge(request);
    replies.set(key, reply);
    reply.catch(() => replies.delete(key));
    return reply;
  };
}
