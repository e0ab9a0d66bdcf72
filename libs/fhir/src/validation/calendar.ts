const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Whether the day of a text that begins with YYYY-MM-DD exists; a text without a day is one. */
export function isCalendarDate(text: string): boolean {
  if (text.length < 10) return true;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  const length = month === 2 && isLeapYear(year) ? 29 : (monthLengths[month - 1] ?? 0);
  return day >= 1 && day <= length;
}
