import { stringifyJson } from '@gateway/kernel';
import { type AppError, problemMediaType, renderProblem } from '@gateway/problems';
import type { Request } from 'express';
import { JsonText } from './answer';
import { contextOf, type RequestContext } from './request-context';

/** How a door tells its errors, where that is not the problem body. */
export interface ErrorDoor {
  /** Whether a request to this path came through the door. */
  owns(path: string): boolean;
  render(error: AppError, context: Pick<RequestContext, 'requestId' | 'language'>): JsonText;
}

/** Renders errors in the form of the door that the request came through; without one, as a problem body. */
export class ErrorRenderer {
  constructor(private readonly doors: readonly ErrorDoor[]) {}

  render(error: AppError, request: Request): JsonText {
    const context = contextOf(request);
    const door = this.doors.find((each) => each.owns(request.path));
    if (door !== undefined) return door.render(error, context);
    return new JsonText(stringifyJson(renderProblem(error, context.language, context.requestId)), problemMediaType);
  }
}
