/** Tokens per window, and how many may be taken at once. */
export interface RateLimit {
  readonly quota: number;
  readonly windowSeconds: number;
  readonly burst: number;
}

/** What the libraries need to know of the service's settings; the application reads them from the environment. */
export class ServiceSettings {
  readonly baseUrl!: string;
  readonly carriers!: 'neutral' | 'germany';
  readonly rateLimit!: RateLimit;
  readonly adminToken: string | undefined;
  readonly labTimeZone!: string;
  /** Whether connections keep statements that were prepared on them; a pooler between may not allow it. */
  readonly preparedStatements!: boolean;
  /** Origins whose pages may call the service; none where absent. */
  readonly corsOrigins?: readonly string[] | '*';

  constructor(values: ServiceSettings) {
    Object.assign(this, values);
  }
}
