import { AppError } from '@gateway/problems';
import { isConnectionLost, isDatabaseOutage } from './outage';

const withCode = (code: string): Error => Object.assign(new Error('refused'), { code });

describe('what is wrong with the database', () => {
  it.each<[string, Error, boolean, boolean]>([
    ['nobody listens', withCode('ECONNREFUSED'), true, true],
    ['the connection was reset', withCode('ECONNRESET'), true, true],
    ['the server ended the connection', withCode('57P01'), true, false],
    ['a statement took too long', withCode('57014'), true, false],
    ['a transaction stood still for too long', withCode('25P03'), true, false],
    ['the disk is full', withCode('53100'), true, false],
    ['too many clients', withCode('53300'), true, false],
    ['a deadlock', withCode('40P01'), true, false],
    ['a row that is there already', withCode('23505'), false, false],
    ['a bad statement', withCode('42601'), false, false],
    ['the pool is empty', new Error('timeout exceeded when trying to connect'), true, false],
    ['the connection took too long', new Error('Connection terminated due to connection timeout'), true, true],
    ['the connection ended', new Error('Connection terminated unexpectedly'), true, true],
    ['it had ended before', new Error('Client has encountered a connection error and is not queryable'), true, true],
    ['this side had ended it', new Error('Client was closed and is not queryable'), true, true],
    ['it was given back when it ended', new Error('Query runner already released. Cannot run queries anymore.'), true, true],
    [
      'TypeORM asks it after that',
      new Error(
        'Database connection provided by a query runner was already released, cannot continue to use its querying methods anymore.',
      ),
      true,
      true,
    ],
    ['no answer came', new Error('Query read timeout'), true, true],
    ['every address refused', new AggregateError([withCode('ECONNREFUSED')]), true, false],
    ['something else', new Error('no such thing'), false, false],
  ])('%s', (_, error, outage, lost) => {
    expect([isDatabaseOutage(error), isConnectionLost(error)]).toEqual([outage, lost]);
  });

  it('is known of a refusal by its cause', () => {
    const refusal = (cause: Error) => new AppError('database_unavailable', { cause });
    expect(isConnectionLost(refusal(new Error('Query read timeout')))).toBe(true);
    expect(isConnectionLost(refusal(withCode('57014')))).toBe(false);
  });
});
