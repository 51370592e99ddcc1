import { describe, expect, it } from 'vitest';
import { webhookBody } from '../../../../query/notification/webhook-body.ts';
import { anAlert, anEvidence, aStandingQuestion, noon } from '../../../support/query-things.ts';

const alert = anAlert({
  startsAt: noon,
  firedAt: noon + 10_000,
  evidence: anEvidence({ clipId: 'dock_1_2' }),
});
const question = aStandingQuestion();

describe('what a webhook is told', () => {
  it('has the shape of Alertmanager version 4', () => {
    expect(webhookBody(alert, 'firing', question, 'https://cams.test')).toMatchObject({
      version: '4',
      status: 'firing',
      groupLabels: { alertname: question.question },
      externalURL: 'https://cams.test',
      alerts: [
        {
          status: 'firing',
          labels: { alertname: question.question, question_id: 'q1', stream: 'dock' },
          startsAt: '2026-11-30T12:00:00.000Z',
          endsAt: '0001-01-01T00:00:00Z',
          generatorURL: 'https://cams.test/api/alerts?question=q1',
          fingerprint: alert.id,
        },
      ],
    });
  });

  it('carries the answer and the evidence with its clip', () => {
    const [told] = webhookBody(alert, 'firing', question).alerts;
    expect(told).toMatchObject({
      transition: 'firing',
      answer: 'yes',
      firedAt: '2026-11-30T12:00:10.000Z',
      clipPath: '/api/clips/dock_1_2/video.mp4',
      evidence: alert.evidence,
    });
  });

  it('of an alert that is over has its end', () => {
    const over = anAlert({ ...alert, state: 'resolved', endsAt: noon + 60_000 });
    const body = webhookBody(over, 'resolved', question);
    expect(body.status).toBe('resolved');
    expect(body.alerts[0]).toMatchObject({ answer: 'no', endsAt: '2026-11-30T12:01:00.000Z' });
  });

  it('never calls missing video resolved', () => {
    const body = webhookBody({ ...alert, state: 'noData' }, 'noData', question);
    expect(body.status).toBe('firing');
    expect(body.alerts[0]!.answer).toBe('unknown');
  });

  it('without a recording has no clip', () => {
    const bare = anAlert({ evidence: anEvidence({ clipId: null }) });
    const [told] = webhookBody(bare, 'firing', question).alerts;
    expect(told!.clipPath).toBeNull();
    expect(told!.annotations).not.toHaveProperty('clip');
  });
});
