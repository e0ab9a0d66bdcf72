import { Answer, contextOf, type ErrorRenderer } from '@gateway/access';
import { AppError } from '@gateway/problems';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { GatewayAdapter } from './gateway-adapter';
import { describeError } from './request-log';
import { toAppError } from './to-app-error';

/** Every error leaves in the form of its door. What is unexpected is logged, never told. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly host: HttpAdapterHost<GatewayAdapter>,
    private readonly logger: Logger,
    private readonly errors: ErrorRenderer,
  ) {}

  catch(thrown: unknown, argumentsHost: ArgumentsHost): void {
    const http = argumentsHost.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { requestId } = contextOf(request);
    const error = withRequestId(
      toAppError(thrown, request, (path) => this.adapter.routes.methodsOf(path)),
      requestId,
    );
    if (error.status >= 500 && error.code !== 'erasure_not_implemented') {
      this.logger.error({ requestId, code: error.code, ...describeError(error.cause ?? error) }, 'request failed');
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    this.adapter.send(response, new Answer(error.status, this.errors.render(error, request), error.headers), error.status);
  }

  private get adapter(): GatewayAdapter {
    return this.host.httpAdapter;
  }
}

/** The text of an unexpected error quotes the request id. */
const withRequestId = (error: AppError, requestId: string): AppError =>
  error.code === 'unexpected' ? new AppError(error.code, { parameters: { requestId }, cause: error.cause }) : error;
