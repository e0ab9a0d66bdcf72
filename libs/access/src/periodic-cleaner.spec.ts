import { PeriodicCleaner } from './periodic-cleaner';

class TestCleaner extends PeriodicCleaner {
  protected readonly intervalMilliseconds = 1000;
  rounds = 0;

  removeExpired(): Promise<void> {
    this.rounds += 1;
    return this.rounds === 2 ? Promise.reject(new Error('gone')) : Promise.resolve();
  }
}

describe('PeriodicCleaner', () => {
  beforeEach(() => void jest.useFakeTimers());

  afterEach(() => void jest.useRealTimers());

  it('tells of a round that fails, goes on, and ends with the application', async () => {
    const cleaner = new TestCleaner();
    const errors: unknown[] = [];
    cleaner.start((error) => errors.push(error));
    await jest.advanceTimersByTimeAsync(3500);
    cleaner.onApplicationShutdown();
    await jest.advanceTimersByTimeAsync(3000);
    expect(cleaner.rounds).toBe(3);
    expect(errors).toEqual([new Error('gone')]);
  });
});
