import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@gateway/problems';

const bearerPattern = /^Bearer +(\S+) *$/i;

/** The access token of a request: `X-API-TOKEN` or `Authorization: Bearer`. @throws AppError when there is none, or two that differ */
export function accessTokenOf(headers: IncomingHttpHeaders): string {
  const plain = headers['x-api-token'];
  const bearer = bearerPattern.exec(headers.authorization ?? '')?.[1];
  const named = typeof plain === 'string' && plain !== '' ? plain : undefined;
  if (named !== undefined && bearer !== undefined && named !== bearer) throw new AppError('token_conflict');
  const token = named ?? bearer;
  if (token === undefined) throw new AppError('token_missing');
  return token;
}
