import type { Language } from '@gateway/problems';

/** What results are written for. */
export interface ResultSetting {
  /** Of this service, without a slash at the end. */
  readonly baseUrl: string;
  readonly language: Language;
  /** IANA name of the time zone in which specimens are collected. */
  readonly labTimeZone: string;
}
