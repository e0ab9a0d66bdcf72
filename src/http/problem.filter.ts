import { Answer, contextOf, JsonText } from '@gateway/access';
import { AppError, problemMediaType, renderProblem } from '@gateway/problems';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { describeError } from './request-log';
import { toAppError } from './to-app-error';

/** Every error leaves as a problem body (interface, section "Errors"). What is unexpected is logged, never told. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly logger: Logger,
  ) {}

  catch(thrown: unknown, argumentsHost: ArgumentsHost): void {
    const http = argumentsHost.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { requestId, language } = contextOf(request);
    const error = withRequestId(toAppError(thrown, request), requestId);
    if (error.status >= 500 && error.code !== 'erasure_not_implemented') {
      this.logger.error({ requestId, code: error.code, ...describeError(error.cause ?? error) }, 'request failed');
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const text = new JsonText(JSON.stringify(renderProblem(error, language, requestId)), problemMediaType);
    response.removeHeader('Content-Type');
    this.host.httpAdapter.reply(response, new Answer(error.status, text, error.headers), error.status);
  }
}

/** The text of an unexpected error quotes the request id. */
const withRequestId = (error: AppError, requestId: string): AppError =>
  error.code === 'unexpected' ? new AppError(error.code, { parameters: { requestId }, cause: error.cause }) : error;
