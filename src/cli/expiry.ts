import { UsageError } from './failures';

const milliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The moment that `90d`, `12h` or `30m` after `now` is; a date-time with an offset stays as it is. @throws UsageError */
export function momentAfter(text: string, now: Date): string {
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return text;
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (count === undefined) throw new UsageError(`--expires: "${text}" is neither a time such as 90d nor a date-time.`);
  return new Date(now.getTime() + Number(count) * milliseconds[unit as keyof typeof milliseconds]).toISOString();
}
