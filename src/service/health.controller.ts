import { Answer, OperationsController } from '@gateway/access';
import { Database } from '@gateway/kernel';
import { Get } from '@nestjs/common';
import { z } from 'zod';
import { ServiceMetrics } from '../http/metrics';
import { Operation } from './operation';

const health = () => z.strictObject({ status: z.literal('ok') });

@OperationsController()
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly metrics: ServiceMetrics,
  ) {}

  @Get('health/live')
  @Operation({
    id: 'isLive',
    summary: 'Whether the process runs.',
    answers: [{ status: 200, description: 'It does.', schema: health, example: { status: 'ok' } }],
  })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @Operation({
    id: 'isReady',
    summary: 'Whether requests can be served: the database answers.',
    problems: ['unavailable'],
    answers: [{ status: 200, description: 'They can.', schema: health, example: { status: 'ok' } }],
  })
  async ready(): Promise<{ status: 'ok' }> {
    await this.database.query('SELECT 1');
    return { status: 'ok' };
  }

  @Get('metrics')
  @Operation({
    id: 'getMetrics',
    summary: 'Measurements in the text format of Prometheus.',
    produces: ['text/plain', 'application/openmetrics-text'],
    answers: [{ status: 200, description: 'The measurements.' }],
  })
  async scrape(): Promise<Answer> {
    const { contentType, text } = await this.metrics.render();
    return new Answer(200, Buffer.from(text), { 'Content-Type': contentType });
  }
}
